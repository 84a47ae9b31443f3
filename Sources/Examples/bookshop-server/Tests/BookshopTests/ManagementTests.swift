import IOC
import Testing
import Web

@testable import Bookshop

@Suite("The management port", .timeLimit(.minutes(10)))
struct ManagementTests {
    private func ask(_ path: String, accept: String? = nil, _ check: (Response) throws -> Void) async throws {
        try await TestShop.open { shop in
            let headers = accept.map { ["accept": $0] } ?? [:]
            let response = await ApplicationContext.withCurrent(shop.context) {
                await shop.management.respond(to: Request("GET", path, headers: headers))
            }
            #expect(response.status == .ok)
            try check(response)
        }
    }

    private struct Report: Decodable {
        struct Condition: Decodable {
            let component: String
            let `in`: Bool
        }
        let profiles: [String]
        let conditions: [Condition]
    }

    @Test("The context is shown as text")
    func text() async throws {
        try await ask("/context.txt") { response in
            #expect(response.headers["Content-Type"]?.hasPrefix("text/plain") == true)
            #expect(response.text.contains("Bookshop.MemoryDatabase is in"))
        }
    }

    @Test(
        "The context is shown as JSON by its path and by the Accept header", arguments: ["/context.json", "/context"])
    func json(path: String) async throws {
        try await ask(path, accept: path == "/context" ? "text/html, Application/JSON" : nil) { response in
            let report: Report = try response.decoded()
            #expect(report.profiles == ["test"])
            #expect(report.conditions.contains { $0.component == "Bookshop.FileDatabase" && !$0.in })
        }
    }

    @Test("The timings list how long each component took to be created and to start")
    func timings() async throws {
        try await ask("/context/timings") { response in
            let rows = response.text.split(separator: "\n").map { $0.split(separator: " ") }
            let migration = try #require(rows.first { $0.first == "migration" })
            // The name, and the times for creating, injecting, starting, and in total.
            #expect(migration.count == 5)
        }
    }

    @Test("The graph leads from the server to the database", arguments: ["", ".dot", ".mermaid", ".json", ".txt"])
    func graph(ending: String) async throws {
        try await ask("/graph\(ending)") { response in
            #expect(response.text.contains("shop-server"))
            #expect(response.text.contains("Bookshop.SQLiteDatabase"))
        }
    }

    @Test(
        "A request that names this machine is answered, whatever its port",
        arguments: [nil, "localhost", "127.0.0.1", "LOCALHOST:8081", "127.0.0.1:65535"])
    func ownHost(host: String?) async throws {
        #expect(try await status(host: host) == .ok)
    }

    @Test(
        "A request that names another host is refused, as a page may have led a browser here",
        arguments: [
            "evil.example", "evil.example:8081", "127.0.0.1.evil.example", "localhost.evil.example:80", "127.0.0.2", "",
            "localhost:evil", "localhost:", "localhost:1:2", "127.0.0.1@evil.example",
        ])
    func foreignHost(host: String) async throws {
        #expect(try await status(host: host) == .misdirected)
    }

    private func status(host: String?) async throws -> Status {
        var status = Status.ok
        try await TestShop.open { shop in
            let headers = host.map { ["host": $0] } ?? [:]
            status = await ApplicationContext.withCurrent(shop.context) {
                await shop.management.respond(to: Request("GET", "/context", headers: headers)).status
            }
        }
        return status
    }
}
