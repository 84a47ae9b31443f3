import IOC
import Testing

@Suite("Patched contexts")
struct PatchTests {
    final class Core: Assembly {
        let meter: Define<any Meter> = Define(.singleton) { _ in PlainMeter() }
        let shelf = Define(.lazySingleton) { core in Piece("\(try core.meter().value)") }
    }
    class Mapper: IOCComponent, @unchecked Sendable { required init() {} }
    final class FakeMapper: Mapper, @unchecked Sendable {}
    class Service: IOCComponent, @unchecked Sendable {
        @Autowired var mapper: Mapper
        required init() {}
    }
    final class PlainService: Service, @unchecked Sendable {}

    private func label(_ context: ApplicationContext) throws -> String { try context.component(Piece.self).label }

    @Test("A replaced or wrapped component reaches all that need it, and the original context is untouched")
    func replaced() throws {
        let core = try Core.activated()
        let fixed = try core.context.patched { $0.replace((any Meter).self) { FixedMeter() } }
        #expect(try label(fixed) == "42" && fixed.component(Piece.self) === fixed.component(Piece.self))
        let wrapped = try core.context.patched { patch in
            patch.wrap((any Meter).self) { ShiftedMeter(inner: $0) }
            patch.replace((any Meter).self) { FixedMeter() }
        }
        #expect(try label(wrapped) == "1042" && label(core.context) == "1" && core.meter().value == 1)
        let context = try boot(Service.self, Mapper.self)
        let named = try context.patched { $0.replace(named: "Mapper") { FakeMapper() } }
        #expect(try named.component(Service.self).mapper is FakeMapper)
        #expect(try !(context.component(Service.self).mapper is FakeMapper))
    }

    @Test("A definition means a patch of its own context, however often patched, and nothing of another's")
    func others() throws {
        let (core, other) = (try Core.activated(), try Core.activated())
        func label(_ context: ApplicationContext) throws -> String {
            try ApplicationContext.withCurrent(context) { try core.shelf().label }
        }
        let patched = try core.context.patched { $0.replace((any Meter).self) { FixedMeter() } }
        let again = try patched.patched { $0.wrap((any Meter).self) { ShiftedMeter(inner: $0) } }
        #expect(try label(patched) == "42" && label(again) == "1042" && label(core.context) == "1")
        // The current context, and the one under construction, are others.
        let foreign = try other.context.patched { [core] patch in
            patch.replace((any Meter).self) { ShiftedMeter(inner: try core.meter()) }
        }
        #expect(try label(foreign) == "1" && label(other.context) == "1")
        #expect(try foreign.component(Piece.self).label == "1001")
    }

    @Test("A replacement's own class states what it needs, not the class it replaces, and its hooks are called")
    func needs() throws {
        let context = try boot(Service.self, Mapper.self, Counted.self)
        let mine = Counted()
        let patched = try context.patched { patch in
            patch.replace(named: "Service") { PlainService() }
            patch.replace(Counted.self) { mine }
        }
        let service = try #require(patched.graph.components.first { $0.name.hasSuffix("Service") })
        #expect(service.dependencies.map(\.property) == ["mapper"])
        #expect(try patched.component(Counted.self) === mine && mine.calls == ["will", "did"])
    }

    final class Texts: Assembly {
        let one = Define(.singleton) { _ in "one" }
        let two = Define(.singleton) { _ in "two" }
        let three = Define(.singleton) { _ in "three" }
    }

    private func texts(_ context: ApplicationContext) throws -> [String] {
        try ["one", "two", "three"].map { try context.component(named: $0) }
    }

    @Test("A patch may replace and wrap several components, in any order and again")
    func several() throws {
        let assembly = try Texts.activated()
        let patched = try assembly.context.patched { patch in
            patch.wrap(named: "one") { (text: String) in text + "!" }
            patch.wrap(named: "two") { (text: String) in text + "?" }
            patch.replace(named: "two") { "deux" }
            patch.replace(named: "three") { "drei" }
            patch.wrap(named: "one") { (text: String) in text + "1" }
            patch.replace(named: "three") { "trois" }
        }
        #expect(try texts(patched) == ["one!1", "deux?", "trois"])
        let again = try patched.patched { patch in
            patch.wrap(named: "three") { (text: String) in text + "." }
            patch.replace(named: "one") { "un" }
        }
        #expect(try texts(again) == ["un!1", "deux?", "trois."])
        #expect(
            try texts(patched) == ["one!1", "deux?", "trois"] && texts(assembly.context) == ["one", "two", "three"])
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
        #expect(try texts(context) == ["one#!", "deux#", "three#"])
        let patched = try context.patched { $0.wrap(named: "three") { (text: String) in text + "?" } }
        #expect(try texts(patched).last == "three#?")
    }

    @Test("A patched context is released with what it created, and leaves the original as it was")
    func dropped() throws {
        let core = try Core.activated()
        weak var shelf: Piece?
        do {
            let patched = try core.context.patched { _ in }
            shelf = try patched.component(Piece.self)
            #expect(shelf != nil)
        }
        #expect(shelf == nil)
        #expect(try core.shelf().label == "1")
    }

    protocol Holder<Held>: AnyObject, Sendable { associatedtype Held }
    final class IntHolder: IOCComponent, Holder { typealias Held = Int }
    final class Wants: IOCComponent, @unchecked Sendable {
        @Autowired var job: Provider<any Holder<Int>>
    }

    @Test("A patched context that ends leaves the original's protocols with parameters alone")
    func parameterized() throws {
        let context = try boot(IntHolder.self, Wants.self)
        do {
            let patched = try context.patched { _ in }
            #expect(try patched.component(Wants.self).job() !== context.component(Wants.self).job())
        }
        #expect(try context.component(Wants.self).job() is IntHolder)
    }

    final class Sleeper: IOCComponent, Startable, Stoppable {
        func start() async throws { try await untilCancelled() }
        func stop() {}
    }

    @Test("A patched context has the time limits of the one that it patches")
    func limits() async throws {
        let configuration = ContextConfiguration(Sleeper.self, Leaf.self).with {
            $0.startTimeout = .milliseconds(1)
            $0.stopTimeout = .seconds(600)
        }
        let patched = try ApplicationContext(configuration).patched { $0.replace(Leaf.self) { Leaf() } }
        let error = await #expect(throws: IOCError.self) {
            try await ending("the start") { try await patched.start() }
        }
        #expect(error?.faults.map(\.code) == [.startTimeout])
    }

    // MARK: Mistakes

    enum One { final class Same: IOCComponent {} }
    enum Two { final class Same: IOCComponent {} }
    final class TwoMeters: Assembly {
        let one: Define<any Meter> = Define(.singleton) { _ in PlainMeter() }
        let two: Define<any Meter> = Define(.singleton) { _ in PlainMeter() }
    }

    @Test("A patch of nothing, of an ambiguous name or type, or by what does not fit, is an error")
    func mistakes() throws {
        let context = try boot(Service.self, Mapper.self, One.Same.self, Two.Same.self)
        func error(_ context: ApplicationContext, _ change: @escaping (inout ContextPatch) -> Void) throws -> IOCError {
            try #require(throws: IOCError.self) { try context.patched(change) }
        }
        let several = try error(context) { patch in
            patch.replace(named: "Maper") { FakeMapper() }
            patch.wrap(Int.self) { $0 }
        }
        #expect(several.faults.map(\.code) == [.patchWithoutTarget, .patchWithoutTarget])
        #expect(several.faults.contains { $0.suggestion == "Mapper" })
        #expect(try error(context) { $0.replace(named: "Mapper") { Leaf() } }.code == .bindingTargetDoesNotFit)
        let same = try error(context) { $0.replace(named: "Same") { One.Same() } }
        #expect(same.code == .nameAmbiguous && same.faults[0].candidates.count == 2)
        let meters = try TwoMeters.activated()
        let meter = try error(meters.context) { $0.replace((any Meter).self) { FixedMeter() } }
        #expect(meter.code == .dependencyAmbiguous && meter.faults[0].candidates.count == 2)
        #expect(meter.faults[0].location?.contains("PatchTests.swift:") == true)
    }
}
