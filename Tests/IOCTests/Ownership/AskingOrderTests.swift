import IOC
import IOCBase
import Testing

/// The order in which somebody asks first decides neither what is freed nor what a property answers.
@Suite("The order of lookups does not change ownership")
struct AskingOrderTests {
    // MARK: A lookup that stores its owner

    final class Owner: IOCComponent, @unchecked Sendable {
        @Autowired var worker: Worker
    }
    final class Worker: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        @Autowired var context: ApplicationContext
        private let owner = Guarded<Owner?>(nil)
        func didInject() throws {
            let found = try context.component(Owner.self)
            owner.withLock { $0 = found }
        }
    }

    @Test(
        "A component that stores its looked-up owner is freed with the context, in any order of reads", arguments: 0..<3
    )
    func storedOwner(order: Int) throws {
        weak var owner: Owner?
        weak var worker: Worker?
        do {
            let context = try boot(Owner.self, Worker.self)
            if order == 1 { _ = try context.component(Worker.self) }
            owner = try context.component(Owner.self)
            worker = owner?.worker
            if order == 2 { _ = try context.component(Worker.self) }
            #expect(owner != nil && owner?.worker === worker)
        }
        #expect(owner == nil && worker == nil)
    }

    final class ListOwner: IOCComponent, @unchecked Sendable {
        @Autowired var workers: [ListWorker]
        @Autowired var byName: [String: ListWorker]
        @Autowired var maybe: ListWorker?
    }
    final class ListWorker: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        @Autowired var context: ApplicationContext
        private let owner = Guarded<ListOwner?>(nil)
        func didInject() throws {
            let found = try context.component(ListOwner.self)
            owner.withLock { $0 = found }
        }
    }

    @Test("A list, a table and an optional of what stores its owner are freed with the context", arguments: 0..<3)
    func storedOwnerOfCollections(first: Int) throws {
        weak var owner: ListOwner?
        weak var worker: ListWorker?
        do {
            let context = try boot(ListOwner.self, ListWorker.self)
            owner = try context.component(ListOwner.self)
            for turn in 0..<3 {
                switch (first + turn) % 3 {
                case 0: worker = owner?.workers.first
                case 1: worker = owner?.byName.values.first
                default: worker = owner?.maybe
                }
                #expect(worker != nil)
            }
        }
        #expect(owner == nil && worker == nil)
    }

    // MARK: Prototypes that lead back to a singleton

    final class Pool: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        @Autowired var job: Job
        func didInject() { _ = job }
    }
    final class Job: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var pool: Pool
        func didInject() { _ = pool }
    }

    @Test(
        "A singleton's prototype lives as long as the context, in any order of lookups",
        arguments: [true, false])
    func prototypeOfSingleton(poolFirst: Bool) throws {
        weak var pool: Pool?
        weak var kept: Job?
        do {
            let context = try boot(Pool.self, Job.self)
            if poolFirst { _ = try context.component(Pool.self) }
            var job: Job? = try context.component(Job.self)
            pool = job?.pool
            job = nil
            let found = try #require(pool)
            kept = try found.$job.get()
            #expect(try found.$job.get() === kept)
            #expect(kept?.pool === found)
        }
        #expect(pool == nil && kept == nil)
    }

    final class GraphPool: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        @Autowired var job: GraphJob
        func didInject() { _ = job }
    }
    final class GraphJob: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.objectGraph)] }
        @Autowired var pool: GraphPool
        func didInject() { _ = pool }
    }

    @Test(
        "A singleton's object graph lives as long as the singleton, in any order of lookups", arguments: [true, false])
    func graphOfSingleton(poolFirst: Bool) throws {
        weak var pool: GraphPool?
        weak var kept: GraphJob?
        do {
            let context = try boot(GraphPool.self, GraphJob.self)
            if poolFirst { _ = try context.component(GraphPool.self) }
            var job: GraphJob? = try context.component(GraphJob.self)
            pool = job?.pool
            job = nil
            let found = try #require(pool)
            kept = try found.$job.get()
            #expect(try found.$job.get() === kept)
        }
        #expect(pool == nil && kept == nil)
    }

    final class RequestPool: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var job: RequestJob
        func didInject() { _ = job }
    }
    final class RequestJob: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var pool: RequestPool
        func didInject() { _ = pool }
    }

    @Test(
        "A request's prototype lives as long as the request, in any order of lookups",
        arguments: [true, false])
    func prototypeOfRequest(poolFirst: Bool) throws {
        let context = try boot(RequestPool.self, RequestJob.self)
        weak var pool: RequestPool?
        weak var kept: RequestJob?
        try withRequestScope {
            if poolFirst { _ = try context.component(RequestPool.self) }
            var job: RequestJob? = try context.component(RequestJob.self)
            pool = job?.pool
            job = nil
            kept = try pool?.$job.get()
            #expect(try pool?.$job.get() === kept && kept != nil)
        }
        #expect(pool == nil && kept == nil)
    }

    final class Bureau: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        @Autowired var clerk: Clerk
    }
    final class Clerk: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var context: ApplicationContext
        private let bureau = Guarded<Bureau?>(nil)
        func didInject() throws {
            let found = try context.component(Bureau.self)
            bureau.withLock { $0 = found }
        }
    }

    @Test("A prototype that stores the singleton it belongs to is freed with the context", arguments: 0..<3)
    func prototypeStoresOwner(order: Int) throws {
        weak var bureau: Bureau?
        weak var clerk: Clerk?
        do {
            let context = try boot(Bureau.self, Clerk.self)
            if order == 1 { _ = try context.component(Clerk.self) }
            bureau = try context.component(Bureau.self)
            clerk = bureau?.clerk
            if order == 2 { _ = try context.component(Clerk.self) }
            #expect(clerk != nil && bureau?.clerk === clerk)
        }
        #expect(bureau == nil && clerk == nil)
    }

    // MARK: Providers inside constructions

    class Wanting: @unchecked Sendable {
        fileprivate let found = Guarded<(any AnyObject & Sendable)?>(nil)
    }
    final class Caller<Kind: ScopeKind>: Wanting, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(Kind.scope)] }
        @Autowired var callee: Provider<Callee<Kind>>
        required override init() {}
        func didInject() throws {
            let callee = try callee()
            found.withLock { $0 = callee }
        }
    }
    final class Callee<Kind: ScopeKind>: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        @Autowired var caller: Caller<Kind>
    }
    protocol ScopeKind: SendableMetatype { static var scope: Scope { get } }
    enum AsSingleton: ScopeKind { static var scope: Scope { .singleton } }
    enum AsLazy: ScopeKind { static var scope: Scope { .lazySingleton } }
    enum AsWeak: ScopeKind { static var scope: Scope { .weakSingleton } }
    enum AsPrototype: ScopeKind { static var scope: Scope { .prototype } }
    enum AsGraph: ScopeKind { static var scope: Scope { .objectGraph } }

    final class ProviderWorld<Kind: ScopeKind>: Assembly, @unchecked Sendable {
        let caller = Definition<ProviderWorld, Caller<Kind>>(Kind.scope) { _ in Caller<Kind>() }
        let callee = Definition<ProviderWorld, Callee<Kind>>(.lazySingleton) { _ in Callee<Kind>() }
    }

    @Test(
        "A component that stores its provider's answer during construction is freed with the context", arguments: 0..<4)
    func providersInConstructions(order: Int) throws {
        func check<Kind: ScopeKind>(_ kind: Kind.Type) throws {
            weak var caller: Caller<Kind>?
            weak var callee: Callee<Kind>?
            do {
                let world = ProviderWorld<Kind>()
                try world.activate()
                let context = try world.context
                if order & 1 == 0 { _ = try context.component(Caller<Kind>.self) }
                callee = try context.component(Callee<Kind>.self)
                caller = callee?.caller
                if order & 2 == 0 { _ = try context.component(Caller<Kind>.self) }
                #expect(callee != nil, "\(kind)")
            }
            #expect(caller == nil && callee == nil, "\(kind), order \(order)")
        }
        try check(AsSingleton.self)
        try check(AsLazy.self)
        try check(AsPrototype.self)
        try check(AsGraph.self)
    }
}
