import IOC
import IOCManagement
import Testing

@Suite("Live values in reports")
struct LiveReportTests {
    @Component final class Shop {
        @Value("level", live: true) var level: String
        @Value("api.password", live: true) var password: Secret<String>
        @Value("server.port") var port: Int
        @Value("server.token") var token: Secret<String>
        @Value("motd") var motd: String?
    }
    @Component final class Follower { @Value("route", live: true) var route: String }
    @Component final class Keeper { @Value("route") var route: String }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func context() throws -> ApplicationContext {
        try ApplicationContext(contentsOf: folder.path + "/a.json", environment: [:])
    }

    /// Writes the shop's file, with one word as its level and as its password.
    private func write(
        _ word: String, port: Int = 80, token: String = "first", motd: String = #", "motd": "hello""#,
        _ others: String = ""
    ) throws {
        try folder.writeSettings(
            """
            { "level": "\(word)", "api": { "password": "\(word)" },
              "server": { "port": \(port), "token": "\(token)" }\(motd) }
            """, of: [Shop.self], others)
    }

    private func lines(_ context: ApplicationContext) -> [String: String] {
        Dictionary(uniqueKeysWithValues: context.report.settings.map { ($0.key, "\($0)") })
    }

    @Test("A report and an explanation show the newest of a live value, and what comes at the next start of any other")
    func newest() async throws {
        try write("info")
        let context = try context()
        #expect(lines(context)["level"]?.hasPrefix(#"level = "info" ("#) == true)
        try write("debug", port: 81, motd: "")
        _ = try await context.refreshing()
        let report = lines(context)
        #expect(report["level"]?.hasPrefix(#"level = "debug" ("#) == true && report["level"]?.hasSuffix(")") == true)
        #expect(report["server.port"]?.hasPrefix("server.port = 80 (") == true)
        #expect(report["server.port"]?.hasSuffix("; at the next start 81") == true)
        #expect(report["motd"]?.hasSuffix("; at the next start null") == true)
        #expect(context.report.json.replacing(" ", with: "").contains(#""pending":"81""#))
        let level = try context.explainer.explanation(of: "level").text
        #expect(level.contains("debug") && !level.contains("info"))
        let port = try context.explainer.explanation(of: "server.port").text
        #expect(port.split(separator: "\n").contains { $0.contains("is ") && $0.hasSuffix(" 80") })
        #expect(port.contains("81, from the next start on"))
        #expect(try context.settingOrigin("level").map { report["level"]?.hasSuffix("(\($0))") } == true)
        try write("debug")
        _ = try await context.refreshing()
        #expect(lines(context).values.allSatisfy { !$0.contains("next start") })
    }

    @Test("A changed secret is reported by its key, and neither value is shown")
    func secrets() async throws {
        let words = #""secretKeys": ["level"],"#
        try write("one", words)
        let context = try context()
        let shop = try context.component(Shop.self)
        // A word that the file no longer has is secret until the next start.
        try write("two", token: "second")
        let changes = try await context.refreshing()
        #expect(changes.changed == ["api.password", "level"] && changes.pending == ["secretKeys", "server.token"])
        #expect(shop.password.revealed == "two" && shop.level == "two" && shop.token.revealed == "first")
        let report = lines(context)
        #expect(["api.password", "level"].allSatisfy { report[$0]?.contains("= <secret> (") == true })
        #expect(report["server.token"]?.hasSuffix("; at the next start <secret>") == true)
        let all = "\(changes)\(context.report.json)" + (try context.explainer.explanation(of: "server.token").text)
        for word in ["one", "two", "first", "second"] { #expect(!all.contains("\"\(word)\"")) }
        try write("two", words)
        #expect(try await context.refreshing().description == "nothing changed")
    }

    @Test("The parts of a live value are live, unless another setting reads them", arguments: [false, true])
    func parts(isKept: Bool) async throws {
        func route(_ host: String) throws {
            try folder.writeSettings(
                """
                { "stage": { "name": "blue" }, "hosts": { "blue": "\(host)" }, "route": "${hosts.${stage.name}}" }
                """, of: isKept ? [Follower.self, Keeper.self] : [Follower.self])
        }
        try route("one")
        let context = try context()
        let follower = try context.component(Follower.self)
        #expect(follower.route == "one")
        try route("two")
        #expect(try await (context.reloading() === context) == !isKept)
        #expect(follower.route == (isKept ? "one" : "two"))
    }
}
