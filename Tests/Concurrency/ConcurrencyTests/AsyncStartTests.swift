import Dispatch
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
    @Component(.lazy) final class Page {
        @Autowired var driver: Driver
        @Autowired var routes: Routes
    }

    /// Reads until the driver and the routes are there.
    private static func read(
        _ page: Page, _ context: ApplicationContext, by number: Int
    ) throws -> (driver: Driver, routes: Routes) {
        var seen: (driver: Driver, routes: Routes)?
        try spin("the routes") {
            do {
                let driver = number.isMultiple(of: 2) ? try page.$driver.get() : try context.component(Driver.self)
                seen = (driver, try page.$routes.get())
                return true
            } catch {
                if (error as? IOCError)?.code != .notStarted { Issue.record(error) }
                return false
            }
        }
        return try #require(seen)
    }

    @Test("See nothing before it is there, and the same instance from then on", .timeLimit(.minutes(30)))
    func readers() async throws {
        for _ in 0..<30 {
            let context = try boot(Client.self, Driver.self, Library.self, Routes.self, Page.self)
            let page = try context.component(Page.self)
            let start = Task { try await context.start() }
            // Threads of their own, as the start needs those that tasks share.
            let seen = try await withCheckedThrowingContinuation { end in
                DispatchQueue(label: "readers").async {
                    end.resume(with: Result { try onThreads(6) { try Self.read(page, context, by: $0) } })
                }
            }
            try await start.value
            #expect(Set(seen.map { ObjectIdentifier($0.driver) }).count == 1)
            #expect(Set(seen.map { ObjectIdentifier($0.routes) }).count == 1)
            #expect(seen.allSatisfy { $0.routes.driver === $0.driver })
            try await context.stop()
        }
    }

    @Test("Starts that are cancelled at any moment have started, or are stopped for good", .timeLimit(.minutes(30)))
    func cancelledStarts() async throws {
        for turns in 0..<60 {
            let context = try boot(Client.self, Driver.self, Library.self, Routes.self, Page.self)
            let start = Task { try await context.start() }
            for _ in 0..<turns { await Task.yield() }
            start.cancel()
            if case .success = await start.result {
                #expect(try context.component(Routes.self).driver === context.component(Driver.self))
            } else {
                let error = await #expect(throws: IOCError.self) { try await context.start() }
                #expect(error?.code == .contextStopped)
            }
            try await context.stop()
        }
    }
}
