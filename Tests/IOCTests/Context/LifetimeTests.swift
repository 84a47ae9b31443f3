import IOC
import Testing

@Suite("How long things live")
struct LifetimeTests {
    final class Owner: IOCComponent, @unchecked Sendable {
        @Autowired var owned: Owned
        @Autowired var job: Provider<Ticket>
        @Autowired var leaf: Leaf
    }
    final class Owned: IOCComponent, @unchecked Sendable { @Autowired var owner: Owner }

    private func booted() throws -> ApplicationContext { try boot(Owner.self, Owned.self, Leaf.self, Ticket.self) }

    @Test("A context frees its singletons when it is dropped, and a member that is held when that is released")
    func cycle() throws {
        for holds in ["nothing", "owner", "owned"] {
            weak var owner: Owner?
            weak var owned: Owned?
            var context: ApplicationContext? = try booted()
            weak let ending = context
            owner = try context?.component(Owner.self)
            owned = owner?.owned
            #expect(owned?.owner === owner)
            var held: AnyObject?
            if holds == "owner" { held = owner }
            if holds == "owned" { held = owned }
            context = nil
            #expect(ending == nil)
            #expect((owner != nil) == (holds == "owner") && (owned != nil) == (holds == "owned"))
            if held != nil {
                let error = code {
                    _ = try owner?.$owned.get()
                    _ = try owned?.$owner.get()
                }
                #expect(error == .contextEnded)
            }
            withExtendedLifetime(held) {}
            held = nil
            #expect(owner == nil && owned == nil)
        }
    }

    @Test("A prototype is not retained")
    func prototype() throws {
        let context = try boot(Ticket.self)
        weak let ticket = try context.component(Ticket.self)
        #expect(ticket == nil)
    }

    @Test(
        "After its context, a property that was read and closes no cycle stays usable, and others and providers throw")
    func afterTheEnd() throws {
        let (owner, job) = try {
            let owner = try booted().component(Owner.self)
            return (owner, code { _ = try owner.job() })
        }()
        let error = try #require(throws: IOCError.self) { try owner.$owned.get() }
        #expect(error.code == .contextEnded && error.faults[0].injectionPoint == "Owner.owned")
        // A provider that is read after the end throws when it is called.
        #expect(job == .contextEnded)
        let (reader, kept) = try {
            let context = try booted()
            let owner = try context.component(Owner.self)
            _ = owner.leaf
            return (owner, owner.job)
        }()
        #expect(type(of: reader.leaf) == Leaf.self)
        #expect(code { _ = try kept() } == .contextEnded && code { _ = try reader.job() } == .contextEnded)
    }

    // MARK: What outlives a context

    final class Parts: Assembly {
        final class Part: Sendable { let mark = AliveMark() }
        let mark = AliveMark()
        let part = Define(.singleton) { _ in Part() }
    }
    final class Server: IOCComponent, IOCService {
        let mark = AliveMark()
        func run() async throws { try await untilCancelled() }
    }
    final class Watcher: IOCComponent, ContextObserver, @unchecked Sendable {
        let mark = AliveMark()
        @Autowired var leaf: Leaf
        func handle(_ event: ContextEvent) {}
    }
    final class Polisher: IOCComponent, InstancePostProcessor, @unchecked Sendable {
        let mark = AliveMark()
        @Autowired var leaf: Leaf
        func process(_ instance: Any, named name: String) throws -> Any { instance }
    }
    final class Converter: IOCComponent, SettingConverter, @unchecked Sendable {
        let mark = AliveMark()
        @Autowired var leaf: Leaf
        func converts(to type: Any.Type) -> Bool { false }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { value }
    }
    @Component(.scope(.prototype)) final class Survivor {
        @Autowired var ticket: Ticket
        @Autowired var server: Server
    }

    @Test("An instance that outlives its stopped context retains nothing of it")
    func outliving() async throws {
        let count = AliveCount()
        weak var leaf: Leaf?
        var context: ApplicationContext? = try AliveCount.$current.withValue(count) {
            let types: [any ManagedComponent.Type] = [
                Server.self, Watcher.self, Polisher.self, Converter.self, Survivor.self, Ticket.self, Leaf.self,
            ]
            return try ApplicationContext(
                ContextConfiguration(components: types).with { $0.assemblies = [String(reflecting: Parts.self)] })
        }
        let survivor = try #require(try context?.component(Survivor.self))
        leaf = try context?.component(Watcher.self).leaf
        #expect(try context?.component(Polisher.self).leaf === leaf)
        #expect(try context?.component(Converter.self).leaf === leaf)
        try await context?.start()
        #expect(count.alive == 6 && leaf != nil)
        try await context?.stop()
        context = nil
        #expect(count.alive == 0 && leaf == nil)
        #expect(code { _ = try survivor.$ticket.get() } == .contextEnded)
    }

    // MARK: Handles of a construction

    final class Keeping: IOCComponent { let context = try? ApplicationContext.current }
    @Component final class Asking {
        @TaskLocal static var ended: ApplicationContext?
        let answer = code { _ = try Asking.ended?.component(Leaf.self) }
    }

    @Test("A handle from a construction serves as a parent while its context is open, and no longer")
    func handles() throws {
        var context: ApplicationContext? = try boot(Keeping.self, Leaf.self)
        let handle = try #require(try context?.component(Keeping.self).context)
        let configuration = ContextConfiguration(Ticket.self)
        var child: ApplicationContext? = try ApplicationContext(configuration, parent: handle)
        let leaf = try handle.component(Leaf.self)
        context = nil
        // The child keeps it open.
        #expect(try child?.component(Leaf.self) === leaf)
        child = nil
        #expect(code { _ = try ApplicationContext(configuration, parent: handle) } == .contextEnded)
        // Nor does it answer inside another context's construction.
        let asking = try Asking.$ended.withValue(handle) { try boot(Asking.self).component(Asking.self) }
        #expect(asking.answer == .contextEnded)
    }
}
