import FoundationEssentials
import IOC
import IOCBase
import Testing

@Suite("A server of Hummingbird with sessions, migrations and pages", .timeLimit(.minutes(30)))
struct AuthOTPTests {
    @Test("Its clients, migrations and pages are ready before it answers, and it ends gracefully")
    func serves() async throws {
        AuthOTP.journal.withLock { $0 = [] }
        let prefix = String(reflecting: AuthOTP.self) + "."
        var configuration = ContextConfiguration(
            classes: ["Migrator", "Users", "AuthController", "WebServer"].map { prefix + $0 })
        configuration.assemblies = [prefix + "Packages"]
        configuration.environment = [:]
        let report = try ApplicationContext.check(configuration)
        #expect(report.createdAtStart.count == 6, "\(report)")
        let context = try ApplicationContext(configuration)
        let run = Task { try await context.run(handlingSignals: false) }
        while !AuthOTP.journal.withLock({ $0.contains { $0.hasPrefix("answers") } }) { await Task.yield() }
        try await context.stop()
        try await run.value
        let lines = AuthOTP.journal.withLock { $0 }
        #expect(
            lines == [
                "client runs", "migrates users, _hb_psql_persist", "answers <home>result of SELECT 42", "group ends",
                "client ends",
            ])
    }

    @Test("Its wiring has at most 100 lines")
    func lines() throws {
        let file = #filePath.replacing("AuthOTPTests.swift", with: "Wiring.swift")
        let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 101)
    }
}
