import IOC
import Testing

@Suite("Post-processors")
struct ProcessorTests {
    final class Node: @unchecked Sendable {
        var other: Node?
        var seenBy: [String] = []
        var isReplacement = false
    }
    final class First: IOCComponent, InstancePostProcessor {
        static var traits: [ComponentTrait] { [.order(1)] }
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Node)?.seenBy.append("first")
            return instance
        }
    }
    final class Second: IOCComponent, InstancePostProcessor {
        static var traits: [ComponentTrait] { [.order(2)] }
        func process(_ instance: Any, named name: String) throws -> Any {
            guard let node = instance as? Node, name.hasSuffix(".a") else { return instance }
            let replacement = Node()
            replacement.isReplacement = true
            replacement.seenBy = node.seenBy + ["second"]
            replacement.other = node.other
            return replacement
        }
    }
    final class Cyclic: Assembly {
        let a: Definition<Cyclic, Node> = Definition(.lazySingleton) { (_: Cyclic) in Node() }
            .inject { $0.other = try $1.b() }
        let b: Definition<Cyclic, Node> = Definition(.lazySingleton) { (_: Cyclic) in Node() }
            .inject { $0.other = try $1.a() }
        let number: Definition<Cyclic, Int> = .value(1)
    }
    final class AddsOne: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Int).map { $0 + 1 } ?? instance
        }
    }

    @Test("They attach themselves, run in order, and holders in a cycle get the replacement")
    func replacement() throws {
        let cyclic = try Cyclic.activated(configuration: ContextConfiguration(Second.self, First.self))
        let a = try cyclic.a()
        #expect(a.isReplacement)
        #expect(a.seenBy == ["first", "second"])
        #expect(try cyclic.b().other === a)
    }

    @Test("They can be passed to an activation, and replace values")
    func passed() throws {
        let cyclic = try Cyclic.activated(processors: [AddsOne()])
        #expect(try cyclic.number() == 2)
    }

    final class MakesLazy: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws {
            if definition.name == "counter" {
                definition.scope = .prototype
                definition.replace { Counter(start: 5) }
            }
        }
    }
    final class Counter: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("counter")] }
        let start: Int
        init() { start = 0 }
        init(start: Int) { self.start = start }
    }
    struct Boom: Error {}
    final class Fails: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws { throw Boom() }
    }

    @Test("A definition post-processor may change and replace definitions")
    func definitions() throws {
        let context = try boot(MakesLazy.self, Counter.self)
        #expect(try context.component(Counter.self).start == 5)
        #expect(try context.component(Counter.self) !== context.component(Counter.self))
    }

    final class WantsMore: IOCComponent, DefinitionPostProcessor, @unchecked Sendable {
        @Autowired var counter: Counter
        func process(_ definition: inout DefinitionDescription) throws {}
    }

    @Test("A definition post-processor can't be injected itself")
    func injectedProcessor() throws {
        let error = try bootError(ContextConfiguration(WantsMore.self, Counter.self))
        #expect(error.code == .processorNeedsInjection)
    }

    @Test("A definition post-processor that throws fails the boot")
    func failing() throws {
        let error = try bootError(ContextConfiguration(Fails.self, Counter.self))
        #expect(error.code == .componentFailed)
        #expect(error.cause is Boom)
    }
}

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

    @Test("A replacement's own class says what it needs, not the class it replaces")
    func needs() throws {
        let context = try boot(Service.self, Mapper.self)
        let patched = try context.patched { $0.replace(named: "Service") { PlainService() } }
        let service = try #require(patched.graph.components.first { $0.name.hasSuffix("Service") })
        #expect(service.dependencies.isEmpty)
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
}

@Suite("Injecting objects that are there already")
struct ExistingObjectTests {
    final class Part: IOCComponent {}
    final class View: @unchecked Sendable {
        @Autowired var part: Part
        var children: [AnyObject] = []
        var title = ""
    }
    final class Plain {}
    final class Views: Assembly {
        let view = Definition(.prototype) { (_: Views) in View() }
            .inject { view, _ in view.title = "injected" }
        let page = Definition(.prototype) { (_: Views) in Page() }.inject { page, _ in page.title = "page" }
        let otherPage = Definition(.prototype) { (_: Views) in Page() }.inject { page, _ in page.title = "other" }
    }
    final class Page: @unchecked Sendable {
        var title = ""
    }

    let views: Views

    init() throws { views = try Views.activated(configuration: ContextConfiguration(Part.self)) }

    @Test("By type: wrappers are bound and the definition's injections run")
    func byType() throws {
        let view = View()
        try views.context.inject(into: view)
        #expect(view.title == "injected")
        #expect(try view.part === views.context.component(Part.self))
    }

    @Test("By the name of a definition, where several are of the type")
    func byName() throws {
        let page = Page()
        let error = try #require(throws: IOCError.self) { try views.context.inject(into: page) }
        #expect(error.code == .dependencyAmbiguous)
        try views.context.inject(into: page, named: "otherPage")
        #expect(page.title == "other")
        #expect(throws: IOCError.self) { try views.context.inject(into: page, named: "view") }
    }

    @Test("With everything below it in a tree")
    func tree() throws {
        let root = View()
        let leaf = View()
        root.children = [Plain(), leaf]
        try views.context.inject(into: root) { ($0 as? View)?.children ?? [] }
        #expect(leaf.title == "injected")
        #expect(throws: IOCError.self) { try views.context.inject(into: Plain(), children: { _ in [Plain()] }) }
    }
}
