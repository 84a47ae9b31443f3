import Dispatch
import IOC
import IOCBase
import Testing

/// Each test has a process of its own, because a process has one shared context.
@Suite("The shared context")
struct SharedContextTests {
    struct Handler { @Autowired var leaf: Leaf }

    @Test(
        "The shared context is never booted by a property, says which file is missing, and is bootstrapped once",
        .promptly)
    func once() async throws {
        await #expect(processExitsWith: .success) {
            #expect(code { _ = try Handler().$leaf.get() } == .contextMissing)
            setenv("IOC_CONFIG", "nowhere/context.json", 1)
            #expect(code { _ = try ApplicationContext.shared } == .fileMissing)
            unsetenv("IOC_CONFIG")
            chdir("/")
            let missing = try #require(throws: IOCError.self) { try ApplicationContext.shared }
            for name in [" /config/applicationContext.json", " /config/applicationContext.plist"] {
                #expect(missing.description.contains(name), "\(missing)")
            }
            // A boot that fails can be tried again.
            #expect(throws: IOCError.self) { try ApplicationContext.bootstrap(ContextConfiguration(prefixes: ["Zzz"])) }
            let context = try ApplicationContext.bootstrap(ContextConfiguration(Leaf.self))
            #expect(try ApplicationContext.shared === context && ApplicationContext.current === context)
            #expect(
                code { try ApplicationContext.bootstrap(ContextConfiguration(Leaf.self)) } == .contextBootstrapped)
            #expect(try Handler().leaf === context.component(Leaf.self))
        }
    }

    /// Waits a while for a second one of it, which only a second boot creates.
    final class Lonely: IOCComponent, @unchecked Sendable {
        static let made = Guarded(0)
        static let second = DispatchSemaphore(value: 0)

        init() {
            let number = Self.made.withLock { made in
                made += 1
                return made
            }
            if number == 1 {
                _ = Self.second.wait(timeout: .now() + .milliseconds(100))
            } else {
                Self.second.signal()
            }
        }
    }
    final class Sneaky: IOCComponent {
        /// The code of a lookup in the shared context, and of one in the current one.
        static let codes = Guarded<[IOCError.Code?]>([])
        init() {
            let codes = [
                code { _ = try ApplicationContext.shared },
                code { _ = try ApplicationContext.current.component(Leaf.self) },
            ]
            Self.codes.withLock { $0 = codes }
        }
    }

    @Test(
        "The shared context is created once for several threads, and its components can't ask for it before that",
        .promptly)
    func atOnce() async throws {
        await #expect(processExitsWith: .success) {
            let codes = try onThreads(4) { _ in
                code { try ApplicationContext.bootstrap(ContextConfiguration(Lonely.self, Sneaky.self, Leaf.self)) }
            }
            #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .contextBootstrapped } == 3)
            #expect(Lonely.made.withLock(\.self) == 1)
            #expect(Sneaky.codes.withLock(\.self) == [.contextMissing, nil])
        }
    }
}
