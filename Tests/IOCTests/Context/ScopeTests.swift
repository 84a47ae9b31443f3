import FoundationEssentials
import IOC
import Testing

@Suite("Scopes of classes")
struct ScopeTests {
    @Component(.lazy) final class Lazy {}
    @Component(.scope(.lazySingleton)) final class LazyByScope {}
    final class Eager: IOCComponent {}
    final class Holder: IOCComponent, @unchecked Sendable {
        @Autowired var first: Ticket
        @Autowired var second: Ticket
    }

    @Test("A singleton is created at boot and a lazy one on first use, both once; a file's scope wins")
    func singletons() throws {
        let recorder = MakingRecorder()
        let context = try ApplicationContext(
            ContextConfiguration(Lazy.self, LazyByScope.self, Eager.self, Ticket.self).with {
                $0.observers = [recorder]
                $0.components["Ticket"] = .init(scope: .lazySingleton)
            })
        #expect(recorder.made == ["Eager"])
        for _ in 0..<2 {
            _ = try context.component(Lazy.self)
            _ = try context.component(Eager.self)
            #expect(try context.component(LazyByScope.self) === context.component(LazyByScope.self))
            #expect(try context.component(Ticket.self) === context.component(Ticket.self))
        }
        #expect(recorder.made == ["Eager", "Lazy", "LazyByScope", "Ticket"])
    }

    @Test("A prototype is created for each owner, and each property reads its own one again")
    func prototype() throws {
        let context = try boot(Holder.self, Ticket.self)
        let holder = try context.component(Holder.self)
        #expect(holder.first !== holder.second && holder.first === holder.first)
        #expect(try context.component(Ticket.self) !== context.component(Ticket.self))
    }

    @Component(.scope(.prototype)) final class Owner {
        @Autowired var part: Part
        func didInject() { _ = part }
    }
    @Component(.scope(.prototype)) final class Part {
        @Autowired var owner: Owner
        func didInject() { _ = owner }
    }

    @Test("A component under a prototype's construction gets that prototype")
    func backReference() throws {
        let context = try boot(Owner.self, Part.self)
        let owner = try context.component(Owner.self)
        #expect(owner.part.owner === owner && owner.part === owner.part)
    }

    // MARK: Hooks

    class Counted: @unchecked Sendable {
        // Sound: each instance stays with the test that asked for it.
        fileprivate(set) var calls: [String] = []
        required init() {}
    }
    final class Unhooked: Counted, IOCComponent, @unchecked Sendable {}
    final class WillInject: Counted, IOCComponent, @unchecked Sendable {
        func willInject() { calls.append("will") }
    }
    final class DidInject: Counted, IOCComponent, @unchecked Sendable {
        func didInject() { calls.append("did") }
    }
    final class BothHooks: Counted, IOCComponent, @unchecked Sendable {
        @Autowired var leaf: Leaf
        required init() {
            super.init()
            calls.append("init")
        }
        func willInject() { calls.append("will") }
        func didInject() throws { calls.append(try $leaf.isFilled || $leaf.get() === leaf ? "did" : "no leaf") }
    }

    @Test(
        "Each instance of a singleton or prototype gets willInject, is injected and gets didInject",
        arguments: [
            Scope.singleton, .prototype,
        ])
    func hooks(scope: Scope) throws {
        let types: [any ManagedComponent.Type] = [Unhooked.self, WillInject.self, DidInject.self, BothHooks.self]
        let context = try ApplicationContext(ContextConfiguration(scope, types, and: [Leaf.self]))
        for _ in 0..<3 {
            #expect(try context.component(Unhooked.self).calls == [])
            #expect(try context.component(WillInject.self).calls == ["will"])
            #expect(try context.component(DidInject.self).calls == ["did"])
            #expect(try context.component(BothHooks.self).calls == ["init", "will", "did"])
        }
    }

    // MARK: Repeated lookups

    @Test("Lists, optionals and providers that are looked up again and again take no more memory")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let context = try boot(PlainMeter.self, Leaf.self)
            func look() throws {
                for _ in 0..<10_000 {
                    _ = try context.component([any Meter].self)
                    _ = try context.component(Leaf?.self)
                    _ = try context.component(Provider<Leaf>.self)
                    _ = try context.component(Leaf.self)
                }
            }
            func residentKilobytes() throws -> Int {
                let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
                return try #require(Int(fields[1])) * 4
            }
            try look()
            let before = try residentKilobytes()
            try look()
            // Even 16 bytes for each lookup would be more.
            #expect(try residentKilobytes() - before < 500)
        }
    }
}
