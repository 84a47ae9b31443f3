import IOC
import Testing

/// The order of the first lookups decides neither what is released nor what a property returns.
@Suite("The order of lookups does not change ownership")
struct AskingOrderTests {
    /// A component that a scope keeps, and a part that leads back to it.
    final class Pool: IOCComponent, @unchecked Sendable {
        @Autowired var job: Job
        func didInject() { _ = job }
    }
    final class Job: IOCComponent, @unchecked Sendable {
        @Autowired var pool: Pool
        func didInject() { _ = pool }
    }

    @Test(
        "A part lives as long as the singleton or the request that it is for, in any order of lookups",
        arguments: [false, true], [Scope.prototype, .objectGraph])
    func order(isRequest: Bool, part: Scope) throws {
        for poolFirst in [true, false] {
            weak var pool: Pool?
            weak var kept: Job?
            var context: ApplicationContext? = try ApplicationContext(
                ContextConfiguration(isRequest ? .request : .lazySingleton, [Pool.self], and: [Job.self]).with {
                    $0.components[String(reflecting: Job.self)] = .init(scope: part)
                })
            try withRequestScope {
                if poolFirst { _ = try context?.component(Pool.self) }
                var job = try context?.component(Job.self)
                pool = job?.pool
                job = nil
                kept = try pool?.$job.get()
                #expect(try pool?.$job.get() === kept && kept?.pool === pool && kept != nil)
            }
            if !isRequest {
                #expect(pool != nil && kept != nil)
                context = nil
            }
            #expect(pool == nil && kept == nil)
        }
    }
}
