import IOC
import Testing

/// Circles where `"cycles"` forbids them. In some of them only an instance shows which component a property asks for.
@Suite("Circles that are forbidden")
struct ForbiddenCircleTests {
    protocol Port: Sendable {}
    @Component(.primary) final class Target: Port {}
    final class LazyAsking: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var port: any Port
    }
    final class PrototypeAsking: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var port: any Port
    }
    @Component final class Constructed {
        @Autowired var port: any Port
        let target: Target
    }
    final class Back: IOCComponent, Port, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var lazy: LazyAsking
        @Autowired var prototype: PrototypeAsking
        @Autowired var constructed: Constructed
    }

    final class LazyNamed: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired("back") var port: any Port
    }
    @Component("back") final class LazyBack: Port { @Autowired var named: LazyNamed }
    @Component final class ConstructedNamed {
        @Autowired("named back") var port: any Port
        let target: Target
    }
    @Component("named back") final class NamedBack: Port { @Autowired var constructed: ConstructedNamed }

    private func context(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
        try ApplicationContext(ContextConfiguration(components: types).with { $0.cycles = .forbid })
    }

    @Test("A property that could lead back, and does not, is no cycle")
    func sound() throws {
        let context = try context(
            Target.self, LazyAsking.self, PrototypeAsking.self, Constructed.self, Back.self)
        let back = try context.component(Back.self)
        for port in [back.lazy.port, back.prototype.port, back.constructed.port] { #expect(port is Target) }
    }

    @Test("A circle of eager or of lazy components is a fault of the boot, and none unless circles are forbidden")
    func atBoot() throws {
        for scope in [Scope.singleton, .lazySingleton] {
            let configuration = ContextConfiguration(scope, [Hen.self, Egg.self])
            let error = try bootError(configuration.with { $0.cycles = .forbid })
            #expect(error.faults.map(\.code) == [.cycleForbidden])
            let context = try ApplicationContext(configuration)
            let hen = try context.component(Hen.self)
            #expect(hen.egg.hen === hen && context.graph.tree.contains("(cycle)"))
        }
        let constructed = try #require(throws: IOCError.self) {
            try context(Target.self, ConstructedNamed.self, NamedBack.self)
        }
        #expect(constructed.faults.map(\.code) == [.cycleForbidden])
    }

    @Test("A circle that the first instance of a lazy component closes is its fault, each time")
    func lazy() throws {
        let context = try context(Target.self, LazyNamed.self, LazyBack.self)
        for _ in 0..<2 {
            let error = try #require(throws: IOCError.self) { try context.component(LazyNamed.self) }
            #expect(error.faults.map(\.code) == [.cycleForbidden])
            #expect(error.description.contains("LazyNamed.port") && error.description.contains("back.named"))
        }
        #expect(code { _ = try context.component(LazyBack.self).$named.get() } == .cycleForbidden)
    }

    // MARK: Components that need themselves

    @Component("chicken", .lazy) final class Chicken {
        @Autowired var nest: Nest
        init() { _ = try? $nest.get() }
    }
    @Component("nest", .lazy) final class Nest {
        let reason: IOCError?
        init() {
            let result = Result { try ApplicationContext.current.component(Chicken.self) }
            if case .failure(let error) = result { reason = error as? IOCError } else { reason = nil }
        }
    }

    @Test("A component whose initializer needs it is reported with the whole path")
    func needsItself() throws {
        let context = try boot(Chicken.self, Nest.self)
        _ = try context.component(Chicken.self)
        let fault = try #require(context.component(Nest.self).reason?.faults.first)
        #expect(fault.code == .constructionCycle)
        #expect(fault.path == ["chicken", "nest", "chicken"])
    }
}
