import IOC
import Testing

/// Circles where `"cycles"` forbids them and only an instance shows which component a property asks for.
@Suite("Circles that are forbidden")
struct ForbiddenCircleTests {
    protocol Port: Sendable {}
    final class Target: IOCComponent, Port {
        static var traits: [ComponentTrait] { [.primary] }
    }
    final class LazyAsking: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var port: any Port
    }
    final class PrototypeAsking: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var port: any Port
    }
    final class LazyNamed: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired("back") var port: any Port
    }
    final class LazyBack: IOCComponent, Port, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("back")] }
        @Autowired var named: LazyNamed
    }
    @Component
    final class Constructed: @unchecked Sendable {
        @Autowired var port: any Port
        let target: Target
    }
    final class ConstructedBack: IOCComponent, Port, @unchecked Sendable {
        @Autowired var constructed: Constructed
    }
    @Component
    final class ConstructedNamed: @unchecked Sendable {
        @Autowired("named back") var port: any Port
        let target: Target
    }
    final class NamedBack: IOCComponent, Port, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("named back")] }
        @Autowired var constructed: ConstructedNamed
    }
    final class LazyBackOfLazy: IOCComponent, Port, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var asking: LazyAsking
    }
    final class BackOfPrototype: IOCComponent, Port, @unchecked Sendable {
        @Autowired var asking: PrototypeAsking
    }

    private func context(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.cycles = .forbid
        return try ApplicationContext(configuration)
    }

    @Test("A property that could lead back, and does not, is no cycle")
    func sound() throws {
        let constructed = try context(Target.self, Constructed.self, ConstructedBack.self)
        #expect(try constructed.component(ConstructedBack.self).constructed.port is Target)
        let lazy = try context(Target.self, LazyAsking.self, LazyBackOfLazy.self)
        #expect(try lazy.component(LazyBackOfLazy.self).asking.port is Target)
        #expect(try lazy.component(LazyAsking.self).port is Target)
        let prototype = try context(Target.self, PrototypeAsking.self, BackOfPrototype.self)
        #expect(try prototype.component(BackOfPrototype.self).asking.port is Target)
    }

    @Test("A circle that the first instance of a lazy component closes is its fault, each time")
    func lazy() throws {
        let context = try context(Target.self, LazyNamed.self, LazyBack.self)
        for _ in 0..<2 {
            let error = try #require(throws: IOCError.self) { try context.component(LazyNamed.self) }
            #expect(error.faults.map(\.code) == [.cycleForbidden])
            #expect(error.description.contains("LazyNamed.port") && error.description.contains("back.named"))
        }
        #expect(throws: IOCError.self) { try context.component(LazyBack.self).$named.get() }
    }

    @Test("A circle that an instance closes which boot makes by its constructor is a fault of the boot")
    func constructed() throws {
        let error = try #require(throws: IOCError.self) {
            try context(Target.self, ConstructedNamed.self, NamedBack.self)
        }
        #expect(error.faults.map(\.code) == [.cycleForbidden])
        #expect(error.description.contains("ConstructedNamed.port"))
    }

    // MARK: Components that need themselves

    final class Chicken: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("chicken")] }
        @Autowired var egg: Egg
        init() { _ = try? $egg.get() }
    }
    final class Egg: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("egg")] }
        let reason: IOCError?
        @Autowired var chicken: Chicken
        init() {
            let result = Result { try ApplicationContext.current.component(Chicken.self) }
            if case .failure(let error) = result { reason = error as? IOCError } else { reason = nil }
        }
    }

    @Test("A component that needs itself to be created is reported with the whole path")
    func makingCycle() throws {
        let context = try boot(Chicken.self, Egg.self)
        _ = try context.component(Chicken.self)
        let fault = try #require(context.component(Egg.self).reason?.faults.first)
        #expect(fault.code == .constructionCycle)
        #expect(fault.path == ["chicken", "egg", "chicken"])
    }
}
