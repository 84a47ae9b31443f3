import Hummingbird
import HummingbirdTesting
import IOC
import IOCTesting
import PostgresNIO
import Testing

@testable import moved

struct MemoryTodos: TodoRepository {
    func titles() async throws -> [String] { ["write tests"] }
}

@Suite(
    .applicationContext(contentsOf: "config/todos.json", starting: true) {
        $0.replace((any TodoRepository).self) { MemoryTodos() }
        $0.replace((any PersistDriver).self) { MemoryPersistDriver() }
        $0.remove(Schema.self)
        $0.remove(PostgresClient.self)
    })
struct TodoTests {
    @Autowired var web: Web

    @Test func listsTodos() async throws {
        try await web.application().test(.router) { client in
            try await client.execute(uri: "/todos", method: .get) { response in
                #expect(response.status == .ok)
            }
        }
    }
}

@Suite("The server of the page about hand-made wiring")
struct ServerTests {
    @Test("It starts its client, its sessions and its migrations in order, and answers", .timeLimit(.minutes(5)))
    func starts() async throws {
        let context = try ApplicationContext(contentsOf: "config/todos.json")
        #expect(try ApplicationContext.check(contentsOf: "config/todos.json").notices.map(\.description) == [])
        try await context.start()
        let names = try context.startOrder().map { String($0.name.split(separator: ".").last ?? "") }
        #expect(names.contains("client") && names.contains("sessions") && names.contains("Schema"), "\(names)")
        let client = try context.component(PostgresClient.self)
        #expect(client.answered >= 3)
        try await context.component(Web.self).application().test(.router) { client in
            try await client.execute(uri: "/health/ready", method: .get) { response in #expect(response.status == .ok) }
            try await client.execute(uri: "/account/1", method: .get) { response in
                #expect(response.body.text == "<account>nobody")
            }
        }
        try await context.stop()
        #expect(client.isOver)
    }
}
