import IOC
import IOCBase
import Synchronization
import Testing

@Suite("How long things live")
struct LifetimeTests {
    final class Owner: IOCComponent, @unchecked Sendable {
        @Autowired var owned: Owned
        @Autowired var job: Provider<Job>
    }
    final class Owned: IOCComponent, @unchecked Sendable {
        @Autowired var owner: Owner
    }
    final class Job: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("A context that is dropped frees its singletons, cycles through wrappers included")
    func dropped() throws {
        weak var context: ApplicationContext?
        weak var owner: Owner?
        weak var owned: Owned?
        do {
            let made = try boot(Owner.self, Owned.self, Job.self)
            context = made
            owner = try made.component(Owner.self)
            owned = owner?.owned
            _ = owned?.owner
            #expect(owner != nil && owned != nil)
        }
        #expect(context == nil)
        #expect(owner == nil)
        #expect(owned == nil)
    }

    @Test("A member of a cycle that outlives its context is freed at once when it is released, whichever is held")
    func heldCycle() throws {
        weak var owner: Owner?
        weak var owned: Owned?
        for holdsOwner in [true, false] {
            var context: ApplicationContext? = try boot(Owner.self, Owned.self, Job.self)
            owner = try context?.component(Owner.self)
            owned = owner?.owned
            #expect(owned?.owner === owner)
            var held: AnyObject? = holdsOwner ? owner : owned
            context = nil
            #expect((owner != nil) == holdsOwner)
            #expect((owned != nil) == !holdsOwner)
            let error = #expect(throws: IOCError.self) {
                _ = try owner?.$owned.get()
                _ = try owned?.$owner.get()
            }
            #expect(error?.code == .contextEnded)
            withExtendedLifetime(held) {}
            held = nil
            #expect(owner == nil && owned == nil)
        }
    }

    @Test("A prototype is not retained")
    func prototype() throws {
        let context = try boot(Job.self)
        weak let job = try context.component(Job.self)
        #expect(job == nil)
    }

    @Test("A wrapper that is read after its context is gone says so")
    func afterTheEnd() throws {
        let owner = try boot(Owner.self, Owned.self, Job.self).component(Owner.self)
        let error = try #require(throws: IOCError.self) { try owner.$owned.get() }
        #expect(error.code == .contextEnded)
        #expect(error.faults[0].injectionPoint == "Owner.owned")
    }

    @Test("A provider that is called after its context is gone throws")
    func providerAfterTheEnd() throws {
        let provider: Provider<Job> = try {
            let context = try boot(Owner.self, Owned.self, Job.self)
            return try context.component(Owner.self).job
        }()
        let error = try #require(throws: IOCError.self) { try provider() }
        #expect(error.code == .contextEnded)
    }

    final class Reader: IOCComponent, @unchecked Sendable {
        @Autowired var paper: Paper
        @Autowired var job: Provider<Job>
    }
    final class Paper: IOCComponent {}

    @Test("A value that was read and closes no cycle stays usable after its context is gone")
    func filledAfterTheEnd() throws {
        let reader: Reader = try {
            let context = try boot(Reader.self, Paper.self, Job.self)
            let reader = try context.component(Reader.self)
            _ = reader.paper
            return reader
        }()
        #expect(type(of: reader.paper) == Paper.self)
    }

    @Test("A provider that is first read after its context is gone is one that throws")
    func providerReadAfterTheEnd() throws {
        let reader = try boot(Reader.self, Paper.self, Job.self).component(Reader.self)
        let job = reader.job
        let error = #expect(throws: IOCError.self) { try job() }
        #expect(error?.code == .contextEnded)
    }

    // MARK: What outlives a context

    private static let gone = Guarded<Set<String>>([])
    final class Part: Sendable {}
    final class Parts: Assembly {
        let part = Define(.singleton) { _ in Part() }
        deinit { gone.withLock { _ = $0.insert("assembly") } }
    }
    final class Server: IOCComponent, IOCService {
        func run() async throws { try await Task.sleep(for: .seconds(3600)) }
        deinit { gone.withLock { _ = $0.insert("service") } }
    }
    final class Watcher: IOCComponent, ContextObserver {
        func handle(_ event: ContextEvent) {}
        deinit { gone.withLock { _ = $0.insert("observer") } }
    }
    final class Polisher: IOCComponent, InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any { instance }
        deinit { gone.withLock { _ = $0.insert("processor") } }
    }
    final class Survivor: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var job: Job
        @Autowired var server: Server
    }

    @Test("An instance that outlives its stopped context retains nothing of it")
    func outliving() async throws {
        var context: ApplicationContext? = try ApplicationContext(
            ContextConfiguration(Server.self, Watcher.self, Polisher.self, Survivor.self, Job.self).with {
                $0.assemblies = [String(reflecting: Parts.self)]
            })
        let survivor = try context?.component(Survivor.self)
        try await context?.start()
        try await context?.stop()
        context = nil
        #expect(Self.gone.withLock { $0 } == ["assembly", "service", "observer", "processor"])
        #expect(throws: IOCError.self) { _ = try survivor?.$job.get() }
    }
}
