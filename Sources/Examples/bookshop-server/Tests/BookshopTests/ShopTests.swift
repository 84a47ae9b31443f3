import IOC
import Storage
import Testing
import Web

@testable import Bookshop

@Suite("The shop", .timeLimit(.minutes(10)))
struct ShopTests {
    @Test("In the test profile the database is in memory")
    func testProfile() async throws {
        try await TestShop.open { shop in
            let location: any DatabaseLocation = try shop.context.component()
            #expect(location is MemoryDatabase)
        }
    }

    @Test("An order takes its copies from the shelf and remembers its request")
    func order() async throws {
        try await TestShop.open { shop in
            let book = try await shop.addBook(stock: 5)
            let response = await shop.order("a", of: book.id, 2)
            let order: Order = try response.decoded()
            #expect(response.status == .created)
            #expect(order.total == 1800)
            #expect(order.request == response.headers["X-Request-ID"])
            #expect(try await shop.ask("GET", "/books/\(book.id)").decoded(Book.self).stock == 3)
        }
    }

    @Test("An order that fails half-way leaves nothing behind")
    func rollBack() async throws {
        try await TestShop.open { shop in
            let book = try await shop.addBook(stock: 5)
            _ = await shop.order("a", of: book.id, 2)
            // The shop takes the copies before it finds out that another order already has this reference.
            let response = await shop.order("a", of: book.id, 1)
            #expect(response.status == .conflict)
            #expect(try await shop.ask("GET", "/books/\(book.id)").decoded(Book.self).stock == 3)
        }
    }

    @Test("Orders placed by many tasks at once agree with the shelf")
    func manyAtOnce() async throws {
        try await TestShop.open { shop in
            let book = try await shop.addBook(stock: 30)
            let statuses = await withTaskGroup(of: Status.self) { group in
                for number in 0..<50 { group.addTask { await shop.order("\(number)", of: book.id, 1).status } }
                return await group.reduce(into: [Status: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [.created: 30, .conflict: 20])
            #expect(try await shop.ask("GET", "/books/\(book.id)").decoded(Book.self).stock == 0)
        }
    }

    @Test("A setting decides which discount there is", arguments: [nil, 10] as [Int?])
    func discount(percent: Int?) async throws {
        let settings: [String: SettingValue] = percent.map { ["discount.percent": .int($0)] } ?? [:]
        try await TestShop.open(settings: settings) { shop in
            let book = try await shop.addBook(stock: 20)
            let order: Order = try await shop.order("a", of: book.id, 10).decoded()
            #expect(order.total == (percent == nil ? 9000 : 8100))
        }
    }

    @Test("A discount that is no percentage fails the boot with its key")
    func noPercentage() throws {
        let configuration = try TestShop.configuration(settings: ["discount.percent": 110])
        let error = #expect(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error?.faults.map(\.code) == [.settingConversion])
        #expect("\(error as Any)".contains("discount.percent"))
        #expect("\(error as Any)".contains("a percentage goes from 0 to 100"))
    }

    @Test("The summary contains the sales at the time when the service last wrote it")
    func summary() async throws {
        try await TestShop.open { shop in
            #expect(await shop.ask("GET", "/summary").status == .notFound)
            let book = try await shop.addBook(stock: 5)
            _ = await shop.order("a", of: book.id, 2)
            let service: SummaryService = try shop.context.component()
            try await service.refresh()
            let summary: Summary = try await shop.ask("GET", "/summary").decoded()
            #expect(summary.books == 1 && summary.stock == 3 && summary.copies == 2 && summary.revenue == 1800)
        }
    }

    @Test("A failure is logged with its cause, and its client gets no more than the id")
    func failure() async throws {
        try await TestShop.open(adding: [String(reflecting: BrokenController.self)]) { shop in
            let response = await shop.ask("GET", "/broken")
            let id = try #require(response.headers["X-Request-ID"])
            #expect(response.status == .internalServerError)
            #expect(!response.text.contains("details"))
            #expect(response.text.contains(id))
            #expect(shop.log.lines.contains("error GET /broken failed: the details request=\(id)"))
        }
    }

    @Test("Two controllers that claim one path fail the boot")
    func routeConflict() throws {
        let configuration = try TestShop.configuration(adding: [String(reflecting: GreedyController.self)])
        let error = #expect(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error?.cause is RouteConflict)
    }

    @Test("A transaction outside of a unit of work is refused")
    func noUnitOfWork() async throws {
        try await TestShop.open { shop in
            let books: BookRepository = try shop.context.component()
            await #expect(throws: TransactionMisuse.self) {
                try await withRequestScope { try await books.find(1) }
            }
        }
    }

    @Test("Outside of a request there is no transaction")
    func noScope() async throws {
        try await TestShop.open { shop in
            let books: BookRepository = try shop.context.component()
            let error = await #expect(throws: IOCError.self) { try await books.find(1) }
            #expect(error?.code == .scopeInactive)
        }
    }

    @Test("Health reports a database that rejects writes, and only while it rejects them")
    func noWrites() async throws {
        try await TestShop.open { shop in
            let writers = try shop.context.component(SQLiteDatabase.self).connections(for: .write)
            let writer = try await writers.borrow()
            try await writer.script("PRAGMA query_only = ON")
            await writers.giveBack(writer)
            let health = await shop.ask("GET", "/health")
            #expect(health.status == .unavailable)
            #expect(health.text.contains("reads, but takes no writes"))
            #expect(await shop.ask("GET", "/books").status == .ok)
            let again = try await writers.borrow()
            try await again.script("PRAGMA query_only = OFF")
            await writers.giveBack(again)
            // A health answer is cached for a second.
            for _ in 0..<600 where await shop.ask("GET", "/health").status != .ok {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(await shop.ask("GET", "/health").status == .ok)
        }
    }

    @Test("The shop is ready from the end of its start on, on either port, and a stopped one is not")
    func probes() async throws {
        let context = try ApplicationContext(TestShop.configuration())
        let (server, management) = (
            try context.component(ShopServer.self), try context.component(ManagementServer.self)
        )
        func statuses(_ path: String) async -> [Status] {
            [
                await server.respond(to: Request("GET", path)).status,
                await management.respond(to: Request("GET", path)).status,
            ]
        }
        #expect(await statuses("/health/ready") == [.unavailable, .unavailable])
        #expect(await statuses("/health/started") == [.unavailable, .unavailable])
        try await context.start()
        for path in ["/health/ready", "/health/started", "/health/live"] {
            #expect(await statuses(path) == [.ok, .ok])
        }
        try await context.stop()
        #expect(await statuses("/health/ready") == [.unavailable, .unavailable])
        #expect(await statuses("/health/live") == [.ok, .ok])
    }

    @Test(
        "A NUL in a text of the body is a bad request, and what only looks like one is not",
        arguments: [(#"a\u0000b"#, 400), (#"\\\u0000"#, 400), (#"a\\u0000b"#, 201), (#"a\u00e4b"#, 201)])
    func nul(title: String, status: Int) async throws {
        try await TestShop.open { shop in
            let response = await shop.ask(
                "POST", "/books", #"{"isbn":"1","title":"\#(title)","author":"A","price":1}"#)
            #expect(response.status.rawValue == status)
        }
    }

    @Test("A stopped shop is unhealthy, and sells nothing")
    func stopped() async throws {
        let context = try ApplicationContext(TestShop.configuration())
        let server: ShopServer = try context.component()
        try await context.start()
        #expect(await server.respond(to: Request("GET", "/health")).status == .ok)
        try await context.stop()
        #expect(await server.respond(to: Request("GET", "/health")).status == .unavailable)
        #expect(await server.respond(to: Request("GET", "/books")).status == .unavailable)
    }
}

/// A controller whose route throws an error.
@Component
final class BrokenController: Controller {
    struct Details: Error, CustomStringConvertible {
        let description = "the details"
    }

    var routes: [Route] { [.get("/broken") { _ in throw Details() }] }
}

/// A controller with a path that another controller already has.
@Component
final class GreedyController: Controller {
    var routes: [Route] { [.get("/books/:anything") { _ in .text("mine") }] }
}
