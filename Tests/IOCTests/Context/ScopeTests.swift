import IOC
import IOCBase
import Testing

@Suite("Scopes of classes")
struct ScopeTests {
    static let made = Guarded<[String: Int]>([:])

    final class Eager: IOCComponent {
        init() { ScopeTests.made.withLock { $0["eager", default: 0] += 1 } }
    }
    final class Lazy: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
        init() { ScopeTests.made.withLock { $0["lazy", default: 0] += 1 } }
    }
    final class LazyByScope: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        init() { ScopeTests.made.withLock { $0["lazyByScope", default: 0] += 1 } }
    }
    final class Prototype: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var part: Part
        private(set) var partSeen: Part?
        func didInject() throws { partSeen = try $part.get() }
    }
    final class Part: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var owner: Prototype
        private(set) var ownerSeen: Prototype?
        func didInject() throws { ownerSeen = try $owner.get() }
    }
    final class Holder: IOCComponent, @unchecked Sendable {
        @Autowired var first: Simple
        @Autowired var second: Simple
    }
    final class Simple: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("A singleton is created at boot, once")
    func eager() throws {
        let context = try boot(Eager.self)
        #expect(Self.made.withLock { $0["eager"] } == 1)
        #expect(try context.component(Eager.self) === context.component(Eager.self))
        #expect(Self.made.withLock { $0["eager"] } == 1)
    }

    @Test("A lazy singleton is created on first use, once")
    func lazy() throws {
        let context = try boot(Lazy.self, LazyByScope.self)
        #expect(Self.made.withLock { $0["lazy"] } == nil)
        #expect(try context.component(Lazy.self) === context.component(Lazy.self))
        #expect(try context.component(LazyByScope.self) === context.component(LazyByScope.self))
        #expect(Self.made.withLock { $0["lazy"] } == 1)
    }

    @Test("A prototype is created for each owner, and each property reads its own one again")
    func prototype() throws {
        let context = try boot(Holder.self, Simple.self)
        let holder = try context.component(Holder.self)
        #expect(holder.first !== holder.second)
        #expect(holder.first === holder.first)
        #expect(try context.component(Simple.self) !== context.component(Simple.self))
    }

    @Test("A component under a prototype's construction gets that prototype")
    func backReference() throws {
        let context = try boot(Prototype.self, Part.self)
        let prototype = try context.component(Prototype.self)
        #expect(prototype.partSeen?.ownerSeen === prototype)
        #expect(prototype.part === prototype.partSeen)
    }

    @Test("The file says a scope, and wins")
    func fileWins() throws {
        let context = try ApplicationContext(
            ContextConfiguration(components: ["it": .init(className: "IOCTests.ScopeTests.Simple", scope: .singleton)]))
        #expect(try context.component(Simple.self) === context.component(named: "it"))
    }
}
