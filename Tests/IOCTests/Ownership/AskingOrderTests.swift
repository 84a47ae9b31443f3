import IOC
import Testing

/// The order of the first lookups decides neither what is released nor what a property returns.
@Suite("The order of lookups does not change ownership")
struct AskingOrderTests {
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
}
