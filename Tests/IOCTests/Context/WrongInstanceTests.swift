import IOCBase
import IOCConfiguration
import IOCModel
import Testing

@testable import IOC

/// What is told where something is not what it was promised to be, or not the only one of its name.
@Suite("Instances and names that are not what was asked for")
struct WrongInstanceTests {
    protocol Port: Sendable {}
    final class Harbor: Port {}
    final class Quay: Sendable {}
    final class Wrong: Sendable {}

    /// Makes something else of everything.
    final class Replacing: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any { Wrong() }
    }
    final class Ports: Assembly {
        let port: Define<any Port> = Define(.prototype) { _ in Harbor() }
        let quay: Define<Quay> = Define(.prototype) { _ in Quay() }
        let number: Define<Int> = Define(.prototype) { _ in 1 }
    }

    @Test("What a post-processor puts in the place of an instance has to be what the definition promises")
    func replaced() throws {
        let ports = try Ports.activated(processors: [Replacing()])
        let context = try ports.context
        let results: [Result<Void, any Error>] = [
            Result { _ = try ports.port() }, Result { _ = try ports.quay() }, Result { _ = try ports.number() },
            Result { _ = try context.component((any Port).self) }, Result { _ = try context.component(Quay.self) },
            Result { _ = try context.component(Int.self) }, Result { _ = try context.components((any Port).self) },
        ]
        for (number, result) in results.enumerated() {
            let error = #expect(throws: IOCError.self, "\(number)") { try result.get() }
            #expect(error?.code == .protocolMismatch, "\(number)")
        }
    }

    // MARK: Class names

    enum One {
        final class Namesake: IOCComponent {}
    }
    enum Two {
        final class Namesake: IOCComponent {}
    }
    final class Idle: IOCComponent {}
    final class Plain: Sendable {}
    final class Plains: Assembly {
        let plain: Define<Plain> = Define(.singleton) { _ in Plain() }
        let first: Define<Idle> = Define(.singleton) { _ in Idle() }
        let second: Define<Idle> = Define(.singleton) { _ in Idle() }.traits(.primary)
    }

    @Test("A class's name finds its component here or above, where it is one and the only one of that name")
    func classNames() throws {
        let parent = try boot(One.Namesake.self, Two.Namesake.self, Idle.self)
        let child = try ApplicationContext(ContextConfiguration(Idle.self), parent: parent)
        #expect(try child.component(ofClass: "One.Namesake") is One.Namesake)
        #expect(try child.component(ofClass: "Idle") !== parent.component(ofClass: "Idle"))
        let ambiguous = #expect(throws: IOCError.self) { try child.component(ofClass: "Namesake") }
        #expect(ambiguous?.code == .classAmbiguous)
        #expect(ambiguous?.description.contains("One.Namesake") == true)
        let plains = try Plains.activated()
        let context = try plains.context
        #expect(try context.component(ofClass: "Idle") === plains.second())
        let wrong = #expect(throws: IOCError.self) { try context.component(ofClass: "Plain") }
        #expect(wrong?.code == .protocolMismatch)
    }

    final class TwoPorts: Assembly {
        let one: Define<any Port> = Define(.singleton) { _ in Harbor() }
        let two: Define<any Port> = Define(.singleton) { _ in Harbor() }
    }

    @Test("A patch of a type that several serve as names them")
    func ambiguousPatch() throws {
        let ports = try TwoPorts.activated()
        let error = #expect(throws: IOCError.self) {
            try ports.context.patched { $0.replace((any Port).self) { Harbor() } }
        }
        #expect(error?.code == .dependencyAmbiguous)
        #expect(error?.faults.first?.location?.contains("WrongInstanceTests.swift:") == true)
        #expect(error?.faults.first?.candidates.count == 2)
    }

    // MARK: Ended scopes

    private static func holding(after gate: Latch) -> Task<Result<RequestScope, any Error>, Never> {
        withRequestScope {
            Task {
                await gate.wait()
                return Result(catching: RequestScope.hold)
            }
        }
    }

    @Test("A request that has ended can't be held, nor run in")
    func endedRequest() async throws {
        let gate = Latch()
        let task = Self.holding(after: gate)
        gate.open()
        let held = await task.value
        let error = #expect(throws: IOCError.self) { try held.get() }
        #expect(error?.code == .scopeEnded)
        let outside = #expect(throws: IOCError.self) { try RequestScope.hold() }
        #expect(outside?.code == .scopeInactive)
    }

    // MARK: Arguments

    private struct Bare {}

    @Test("An argument can be found again where all its parts equal themselves, and those that are not there do")
    func arguments() {
        let cases: [(Any, Bool)] = [
            ([1, nil] as [Int?], true), ([nil] as [Double?], true), ([1, .nan] as [Double?], false),
            (["a": nil] as [String: Int?], true), (["a": .nan] as [String: Double], false),
            ([Double.nan: 1], false), ([[.nan]] as [[Double]], false), ([[1]] as [[Double]], true),
            (Double.nan, false), (Double?.none as Any, true), (Bare(), false), ([Bare()], false),
            ([Bare?.none], true), ([] as [Bare], true), (["a": Bare()], false), (Bare.self, true),
        ]
        for (number, (value, canBeFound)) in cases.enumerated() {
            #expect((ArgumentPart(value).incomparable == nil) == canBeFound, "\(number): \(value)")
        }
    }

    // MARK: Programs

    struct Watching: ContainerProgram {}

    @Test("A program that is told to watch reloads whenever its files change")
    func watch() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("idle.json", "{ \"classes\": [\"\(String(reflecting: Idle.self))\"] }")
        for (options, mode) in [
            (["--watch"], ContextConfiguration.ReloadPolicy.watch), ([], ContextConfiguration.ReloadPolicy.signal),
        ] {
            let seen = Guarded<ContextConfiguration.ReloadPolicy?>(nil)
            let run = ProgramRun(Watching(), arguments: ["--config", file, "--check"] + options) { configuration in
                seen.withLock { $0 = configuration.reload }
                return try ApplicationContext(configuration)
            }
            #expect(await run.outcome().code == 0)
            #expect(seen.withLock { $0 } == mode)
        }
    }

    @Test("A reload tells what it has come to")
    func reloads() throws {
        let context = try boot(Idle.self)
        func told(_ changes: LiveChanges?, isNew: Bool = false) -> String {
            "\(Reloaded(context: context, changes: changes, isNew: isNew))"
        }
        #expect(told(nil, isNew: true) == "reloaded")
        #expect(told(nil) == "not reloaded, the files say again what the program runs with")
        #expect(
            told(LiveChanges(changed: [], pending: [])) == "reloaded without a new context\nnothing changed")
        #expect(
            told(LiveChanges(changed: ["a"], pending: ["b"]))
                == "reloaded without a new context\na changed\nb changed, takes effect at the next start")
    }
}
