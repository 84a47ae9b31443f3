import Foundation
import IOC
import TestSupport
import Testing

@Suite("Threads that read what a start creates")
struct AsyncStartTests {
    @Component final class Client {}
    @Component final class Driver {
        let client: Client
        init(client: Client) async {
            await Task.yield()
            self.client = client
        }
    }
    @Component final class Library {
        init(driver: Driver) async { await Task.yield() }
    }
    /// Is passed what two initializers create that are awaited.
    @Component final class Routes {
        let driver: Driver
        let library: Library
    }
    @Component final class Page {
        @Autowired var driver: Driver
        @Autowired var routes: Routes
    }

    @Test("See nothing before it is there, and the same instance from then on", .timeLimit(.minutes(30)))
    func readers() async throws {
        for _ in 0..<50 {
            let context = try boot(Client.self, Driver.self, Library.self, Routes.self, Page.self)
            let page = try context.component(Page.self)
            let start = Task { try await context.start() }
            let seen = try onThreads(6) { number in
                for _ in 0..<Patience.turns {
                    do {
                        let driver = number.isMultiple(of: 2) ? try page.$driver.get() : try context.component(Driver.self)
                        let routes = try page.$routes.get()
                        return (driver, routes)
                    } catch let error as IOCError where error.code == .notStarted {
                        Thread.sleep(forTimeInterval: 0)
                    }
                }
                throw NeverCame(what: "the driver")
            }
            try await start.value
            #expect(Set(seen.map { ObjectIdentifier($0.0) }).count == 1)
            #expect(Set(seen.map { ObjectIdentifier($0.1) }).count == 1)
            #expect(seen.allSatisfy { $0.1.driver === $0.0 })
            try await context.stop()
        }
    }

    @Test("Starts that are cancelled at any moment can be begun again", .timeLimit(.minutes(30)))
    func cancelledStarts() async throws {
        for turns in 0..<60 {
            let context = try boot(Client.self, Driver.self, Library.self, Routes.self, Page.self)
            let start = Task { try await context.start() }
            for _ in 0..<turns { await Task.yield() }
            start.cancel()
            _ = await start.result
            try await context.start()
            #expect(try context.component(Routes.self).driver === context.component(Driver.self))
            try await context.stop()
        }
    }
}
