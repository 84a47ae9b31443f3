import Dispatch
import IOC
import IOCBase
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Each test has a process of its own, as there is one shared context a process.
@Suite("The shared context")
struct SharedContextTests {
    final class Part: IOCComponent {}
    final class Sneaky: IOCComponent, @unchecked Sendable {
        init() {
            do {
                _ = try ApplicationContext.shared
            } catch {
                print("refused: \(error)")
            }
            do {
                _ = try ApplicationContext.current.component(Part.self)
                print("current works")
            } catch {
                print("failed: \(error)")
            }
        }
    }
    /// Waits a while for a second one of it, which only a second boot makes.
    final class Lonely: IOCComponent, @unchecked Sendable {
        static let made = Guarded(0)
        static let second = DispatchSemaphore(value: 0)

        init() {
            let number = Self.made.withLock { made in
                made += 1
                return made
            }
            if number == 1 {
                _ = Self.second.wait(timeout: .now() + .milliseconds(300))
            } else {
                Self.second.signal()
            }
        }
    }
    struct Handler {
        @Autowired var part: Part
    }

    func output(_ result: ExitTest.Result?) throws -> String {
        String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    }

    @Test("The shared context is bootstrapped once; a second time is an error", .promptly)
    func once() async throws {
        await #expect(processExitsWith: .success) {
            let context = try ApplicationContext.bootstrap(ContextConfiguration(Part.self))
            #expect(try ApplicationContext.shared === context)
            #expect(try ApplicationContext.current === context)
            let error = #expect(throws: IOCError.self) {
                try ApplicationContext.bootstrap(ContextConfiguration(Part.self))
            }
            #expect(error?.code == .contextBootstrapped)
            #expect(try Handler().part === context.component(Part.self))
        }
    }

    @Test("If several threads bootstrap the shared context at once, it is created once", .promptly)
    func atOnce() async throws {
        await #expect(processExitsWith: .success) {
            let outcomes = outcomesOnThreads(4) { _ in
                try ApplicationContext.bootstrap(ContextConfiguration(Lonely.self))
            }
            let codes = outcomes.map { outcome -> IOCError.Code? in
                guard case .failure(let error) = outcome else { return nil }
                return (error as? IOCError)?.code
            }
            #expect(codes.count { $0 == nil } == 1)
            #expect(codes.count { $0 == .contextBootstrapped } == 3)
            #expect(Lonely.made.withLock(\.self) == 1)
        }
    }

    @Test("A wrapper read never boots it", .promptly)
    func neverBoots() async throws {
        await #expect(processExitsWith: .success) {
            let error = #expect(throws: IOCError.self) { try Handler().$part.get() }
            #expect(error?.code == .contextMissing)
        }
    }

    @Test("Without a file, its first use says where one was looked for", .promptly)
    func noFile() async throws {
        await #expect(processExitsWith: .success) {
            setenv("IOC_CONFIG", "nowhere/context.json", 1)
            let missing = #expect(throws: IOCError.self) { try ApplicationContext.shared }
            #expect(missing?.code == .fileMissing)
        }
    }

    @Test("Without a name for a file, the usual ones are looked for, each in each folder", .promptly)
    func usualFiles() async throws {
        await #expect(processExitsWith: .success) {
            unsetenv("IOC_CONFIG")
            chdir("/")
            let missing = #expect(throws: IOCError.self) { try ApplicationContext.shared }
            let reported = try #require(missing).description
            for name in [" /config/applicationContext.json", " /config/applicationContext.plist"] {
                #expect(reported.contains(name), "\(reported)")
            }
        }
    }

    @Test("A boot that fails can be tried again", .promptly)
    func retry() async throws {
        await #expect(processExitsWith: .success) {
            #expect(throws: IOCError.self) { try ApplicationContext.bootstrap(ContextConfiguration(prefixes: ["Zzz"])) }
            try ApplicationContext.bootstrap(ContextConfiguration(Part.self))
        }
    }

    @Test("A component that asks for it while it is being built is refused, and can use the current one", .promptly)
    func duringBoot() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try ApplicationContext.bootstrap(ContextConfiguration(Part.self, Sneaky.self))
        }
        let text = try output(result)
        #expect(text.contains("refused: context-missing"))
        #expect(text.contains("current works"))
    }
}
