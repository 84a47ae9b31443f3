import HummingbirdTesting
import IOC
import IOCTesting
import Testing

@testable import moved

struct MemoryTodos: TodoRepository {
    func titles() async throws -> [String] { ["write tests"] }
}

@Suite(.applicationContext(contentsOf: "config/todos.json"))
struct TodoTests {
    @Autowired var web: Web

    @Test(.applicationContext { $0.replace((any TodoRepository).self) { MemoryTodos() } })
    func listsTodos() async throws {
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
        try await context.start()
        let names = try context.startOrder().map { String($0.name.split(separator: ".").last ?? "") }
        #expect(names.prefix(2) == ["Database", "Schema"] || names.prefix(3) == ["Database", "Sessions", "Schema"])
        try await context.component(Web.self).application().test(.router) { client in
            try await client.execute(uri: "/health", method: .get) { response in #expect(response.status == .ok) }
        }
        try await context.stop()
    }
}
