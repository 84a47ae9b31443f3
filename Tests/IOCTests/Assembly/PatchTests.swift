import IOC
import IOCBase
import Testing

@Suite("Patched contexts")
struct PatchTests {
    protocol Clock: AnyObject, Sendable { var now: Int { get } }
    final class RealClock: Clock { var now: Int { 1 } }
    final class FixedClock: Clock { var now: Int { 42 } }
    final class Ledger: @unchecked Sendable {
        let clock: any Clock
        init(_ clock: any Clock) { self.clock = clock }
    }
    final class Core: Assembly {
        let clock = Definition(.singleton) { (_: Core) -> any Clock in RealClock() }
        let ledger = Definition(.lazySingleton) { (core: Core) in Ledger(try core.clock()) }
    }
    class Mapper: IOCComponent, @unchecked Sendable {
        required init() {}
        var isFake: Bool { false }
    }
    final class FakeMapper: Mapper, @unchecked Sendable {
        override var isFake: Bool { true }
    }
    class Service: IOCComponent, @unchecked Sendable {
        @Autowired var mapper: Mapper
        required init() {}
    }
    final class Other: IOCComponent {}

    @Test("A definition is replaced by type, keeps its scope, and the original is untouched")
    func byType() throws {
        let core = try Core.activated()
        #expect(try core.ledger().clock.now == 1)
        let patched = try core.context.patched { $0.replace((any Clock).self) { FixedClock() } }
        #expect(try patched.component(Ledger.self).clock.now == 42)
        #expect(try patched.component((any Clock).self) === patched.component(Ledger.self).clock)
        #expect(try core.ledger().clock.now == 1)
        let inside = try ApplicationContext.withCurrent(patched) { try core.ledger().clock.now }
        #expect(inside == 42)
        #expect(try core.clock().now == 1)
    }

    final class Sleeper: IOCComponent, Startable, Stoppable {
        func start() async throws { try await Task.sleep(for: .seconds(600)) }
        func stop() {}
    }

    @Test("A patched context has the time limits of the one that it patches")
    func limits() async throws {
        let configuration = ContextConfiguration(Sleeper.self, Other.self).with {
            $0.startTimeout = .milliseconds(1)
            $0.stopTimeout = .seconds(600)
        }
        let patched = try ApplicationContext(configuration).patched { $0.replace(Other.self) { Other() } }
        let error = await #expect(throws: IOCError.self) {
            try await ending("the start") { try await patched.start() }
        }
        #expect(error?.code == .startTimeout)
        #expect(error?.description.contains("did not start within 0.001 s") == true)
    }

    @Test("A component is replaced by name")
    func byName() throws {
        let context = try boot(Service.self, Mapper.self)
        #expect(try !context.component(Service.self).mapper.isFake)
        let patched = try context.patched { $0.replace(named: "Mapper") { FakeMapper() } }
        #expect(try patched.component(Service.self).mapper.isFake)
        #expect(try patched.component(Service.self) !== context.component(Service.self))
    }

    @Test("A patch of nothing is an error with a suggestion")
    func nothing() throws {
        let context = try boot(Service.self, Mapper.self)
        let byName = try #require(throws: IOCError.self) {
            try context.patched { $0.replace(named: "Maper") { FakeMapper() } }
        }
        #expect(byName.code == .patchWithoutTarget)
        #expect(byName.faults[0].suggestion == "Mapper")
        #expect(throws: IOCError.self) { try context.patched { $0.replace(Other.self) { Other() } } }
    }

    @Test("A replacement that does not fit is an error")
    func unfitting() throws {
        let context = try boot(Service.self, Mapper.self)
        let error = try #require(throws: IOCError.self) {
            try context.patched { $0.replace(named: "Mapper") { Other() } }
        }
        #expect(error.code == .bindingTargetDoesNotFit)
    }

    final class LoggedClock: Clock {
        let inner: any Clock
        init(_ inner: any Clock) { self.inner = inner }
        var now: Int { inner.now + 1_000 }
    }

    @Test("A component is wrapped, and holders get what wraps it")
    func wrapped() throws {
        let core = try Core.activated()
        let patched = try core.context.patched { patch in
            patch.wrap((any Clock).self) { LoggedClock($0) }
            patch.replace((any Clock).self) { FixedClock() }
        }
        #expect(try patched.component(Ledger.self).clock.now == 1_042)
        #expect(try patched.component((any Clock).self) === patched.component(Ledger.self).clock)
        #expect(try core.ledger().clock.now == 1)
    }

    @Test("A definition means a patch of its own context, however often patched, and nothing of another's")
    func others() throws {
        let (core, other) = (try Core.activated(), try Core.activated())
        func now(_ context: ApplicationContext) throws -> Int {
            try ApplicationContext.withCurrent(context) { try core.ledger().clock.now }
        }
        let patched = try core.context.patched { $0.replace((any Clock).self) { FixedClock() } }
        let again = try patched.patched { $0.wrap((any Clock).self) { LoggedClock($0) } }
        #expect(try now(patched) == 42 && now(again) == 1_042 && now(core.context) == 1)
        // The current context, and the one under construction, are others.
        let foreign = try other.context.patched { [core] patch in
            patch.replace((any Clock).self) { LoggedClock(try core.clock()) }
        }
        #expect(try now(foreign) == 1 && now(other.context) == 1)
        #expect(try foreign.component(Ledger.self).clock.now == 1_001)
    }

    @Test("A replacement's own class says what it needs, not the class it replaces")
    func needs() throws {
        let context = try boot(Service.self, Mapper.self)
        let patched = try context.patched { $0.replace(named: "Service") { PlainService() } }
        let service = try #require(patched.graph.components.first { $0.name.hasSuffix("Service") })
        #expect(service.dependencies.map(\.property) == ["mapper"])
    }
    final class PlainService: Service, @unchecked Sendable {}

    protocol Holder<Held>: AnyObject, Sendable { associatedtype Held }
    final class IntHolder: IOCComponent, Holder { typealias Held = Int }
    final class Wants: IOCComponent, @unchecked Sendable {
        @Autowired var job: Provider<any Holder<Int>>
    }

    @Test("A patched context that goes leaves the original's protocols with parameters alone")
    func parameterized() throws {
        let context = try boot(IntHolder.self, Wants.self)
        do {
            let patched = try context.patched { _ in }
            #expect(try patched.component(Wants.self).job() !== context.component(Wants.self).job())
        }
        #expect(try context.component(Wants.self).job() is IntHolder)
    }

    @Test("Dropping a patched context frees what it made")
    func dropped() throws {
        let core = try Core.activated()
        weak var ledger: Ledger?
        do {
            let patched = try core.context.patched { $0.replace((any Clock).self) { FixedClock() } }
            ledger = try patched.component(Ledger.self)
            #expect(ledger != nil)
        }
        #expect(ledger == nil)
        #expect(try core.ledger().clock.now == 1)
    }

    final class Texts: Assembly {
        let one = Define(.singleton) { _ in "one" }
        let two = Define(.singleton) { _ in "two" }
        let three = Define(.singleton) { _ in "three" }
    }

    @Test("A patch may replace several components, and all its faults are reported")
    func several() throws {
        let assembly = try Texts.activated()
        let context = try assembly.context
        let patched = try context.patched { patch in
            patch.wrap(named: "one") { (text: String) in text + "!" }
            patch.wrap(named: "two") { (text: String) in text + "?" }
            patch.replace(named: "two") { "deux" }
            patch.replace(named: "three") { "drei" }
            patch.wrap(named: "one") { (text: String) in text + "1" }
            patch.replace(named: "three") { "trois" }
        }
        func texts(_ context: ApplicationContext) throws -> [String] {
            try ["one", "two", "three"].map { try context.component(named: $0) }
        }
        #expect(try texts(patched) == ["one!1", "deux?", "trois"])
        let again = try patched.patched { patch in
            patch.wrap(named: "three") { (text: String) in text + "." }
            patch.replace(named: "one") { "un" }
        }
        #expect(try texts(again) == ["un!1", "deux?", "trois."])
        #expect(try texts(patched) == ["one!1", "deux?", "trois"] && texts(context) == ["one", "two", "three"])
        let error = try #require(throws: IOCError.self) {
            try context.patched { patch in
                patch.replace(named: "thre", line: 1) { "" }
                patch.wrap(Int.self, line: 2) { $0 }
                patch.replace(named: "onee", line: 3) { "" }
            }
        }
        #expect(error.faults.map(\.code) == Array(repeating: .patchWithoutTarget, count: 3))
        let suggestions = error.faults.compactMap(\.suggestion).filter { ["one", "three"].contains($0) }
        #expect(suggestions.sorted() == ["one", "three"])
        #expect(Set(error.faults.compactMap { $0.location?.split(separator: ":").last }) == ["1", "2", "3"])
    }

    private final class Signer: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? String).map { $0 + "#" } ?? instance
        }
    }

    @Test("A patch wraps the instance that the post-processors returned")
    func processed() throws {
        var patch = ContextPatch()
        patch.wrap(named: "one") { (text: String) in text + "!" }
        patch.replace(named: "two") { "deux" }
        let configuration = ContextConfiguration(assemblies: ["IOCTests.PatchTests.Texts"])
        let context = try ApplicationContext(configuration, patch: patch, processors: [Signer()])
        let patched = try context.patched { $0.wrap(named: "three") { (text: String) in text + "?" } }
        func texts(_ context: ApplicationContext) throws -> [String] {
            try ["one", "two", "three"].map { try context.component(named: $0) }
        }
        #expect(try texts(context) == ["one#!", "deux#", "three#"])
        #expect(try texts(patched).last == "three#?")
    }

    // MARK: Names and hooks of a replacement

    enum One {
        final class Same: IOCComponent {}
    }
    enum Two {
        final class Same: IOCComponent {}
    }
    final class Hooked: IOCComponent {
        let hooks = Guarded<[String]>([])
        func willInject() { hooks.withLock { $0.append("will") } }
        func didInject() throws { hooks.withLock { $0.append("did") } }
    }

    @Test("An ambiguous name replaces no component, and a replacement has its hooks called")
    func patches() throws {
        let context = try boot(One.Same.self, Two.Same.self, Hooked.self)
        let error = try #require(throws: IOCError.self) {
            try context.patched { $0.replace(named: "Same") { One.Same() } }
        }
        #expect(error.code == .nameAmbiguous && error.faults[0].candidates.count == 2)
        let mine = Hooked()
        let patched = try context.patched { $0.replace(Hooked.self) { mine } }
        #expect(try patched.component(Hooked.self) === mine)
        #expect(mine.hooks.withLock { $0 } == ["will", "did"])
    }

    protocol Port: Sendable {}
    final class Harbor: Port {}
    final class TwoPorts: Assembly {
        let one: Define<any Port> = Define(.singleton) { _ in Harbor() }
        let two: Define<any Port> = Define(.singleton) { _ in Harbor() }
    }

    @Test("A patch of an ambiguous type lists the candidates")
    func ambiguousPatch() throws {
        let ports = try TwoPorts.activated()
        let error = #expect(throws: IOCError.self) {
            try ports.context.patched { $0.replace((any Port).self) { Harbor() } }
        }
        #expect(error?.code == .dependencyAmbiguous)
        #expect(error?.faults.first?.location?.contains("PatchTests.swift:") == true)
        #expect(error?.faults.first?.candidates.count == 2)
    }
}
