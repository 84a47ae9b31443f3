import FoundationEssentials
import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("A server of Hummingbird with sessions, migrations and pages", .serialized, .timeLimit(.minutes(30)))
struct AuthOTPTests {
    private static let prefix = String(reflecting: AuthOTP.self) + "."
    private static var configuration: ContextConfiguration {
        var configuration = ContextConfiguration(prefixes: [prefix])
        configuration.exclude = ["Logger", "Router", "ServiceGroup"].map { prefix + $0 }
        configuration.environment = [:]
        return configuration
    }

    @Test("Its clients, migrations and pages are ready before it answers, and it ends gracefully")
    func serves() async throws {
        AuthOTP.journal.withLock { $0 = [] }
        let report = try ApplicationContext.check(Self.configuration)
        #expect(report.createdAtStart.count == 4, "\(report)")
        let context = try ApplicationContext(Self.configuration)
        let run = Task { try await context.run(handlingSignals: false) }
        while !AuthOTP.journal.withLock({ $0.contains { $0.hasPrefix("answers") } }) { await Task.yield() }
        try await context.stop()
        try await run.value
        let lines = AuthOTP.journal.withLock { $0 }
        #expect(
            lines == [
                "client runs", "migrates users, _hb_psql_persist", "sessions are tidied",
                "answers <home>result of SELECT 42", "group ends", "client ends",
            ])
    }

    private struct Server: ContainerProgram {}

    @Test("The arguments of production pass a check, the help lists every setting, and the graph is complete")
    func checked() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("server.json", "{ \"prefixes\": [\"\(Self.prefix)\"] }")
        let settings = [
            "database.host", "database.password", "database.user", "log.level", "pages", "server.host",
        ]
        let arguments = settings.map { "--\($0)=x" } + ["--server.port=80"]
        let check = await programOutcome(Server(), ["--config", file, "--check"] + arguments)
        #expect(check.code == 0, "\(check)")
        let help = await programOutcome(Server(), ["--config", file, "--help"]).text
        for setting in settings { #expect(help.contains("--\(setting) "), "\(help)") }
        let graph = await programOutcome(Server(), ["--config", file, "--graph", "tree"]).text
        for edge in ["controller: ", "driver: ", "client: ", "logger: ", "pages: ", "users: "] {
            #expect(graph.contains(edge), "\(graph)")
        }
    }

    @Test("Its sessions are in memory in a test")
    func inMemory() throws {
        var patch = ContextPatch()
        patch.replace((any AuthOTP.PersistDriver).self) { AuthOTP.MemoryPersistDriver() }
        let context = try ApplicationContext(Self.configuration, patch: patch)
        let driver = try context.component((any AuthOTP.PersistDriver).self)
        #expect(driver is AuthOTP.MemoryPersistDriver)
    }

    @Test(
        "Its controller is tested with sessions in memory, and the server stays where it is",
        .applicationContext(configuration, starting: true) {
            $0.replace((any AuthOTP.PersistDriver).self) { AuthOTP.MemoryPersistDriver() }
        })
    func controller() async throws {
        let router = AuthOTP.Router()
        try ApplicationContext.current.component(AuthOTP.AuthController.self).add(to: router)
        let home = try await router.routes["/"]?(AuthOTP.Request(path: "/", session: "7"))
        #expect(home == "<home>remembered 7")
        let users = try await router.routes["/users"]?(AuthOTP.Request(path: "/users", session: "7"))
        #expect(users == "result of SELECT 7")
    }

    @Test("Its wiring has at most 75 lines")
    func lines() throws {
        let file = #filePath.replacing("AuthOTPTests.swift", with: "Wiring.swift")
        let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 76)
        #expect(!text.contains("dependsOn"))
    }
}
