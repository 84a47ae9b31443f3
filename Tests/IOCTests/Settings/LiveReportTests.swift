import FoundationEssentials
import IOC
import IOCBase
import IOCManagement
import Testing

@Suite("Live values in reports")
struct LiveReportTests {
    final class Shop: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("level", live: true) var level: String
        @Value("api.password", live: true) var password: Secret<String>
        @Value("server.port") var port: Int
        @Value("server.token") var token: Secret<String>
        @Value("motd") var motd: String?
    }
    /// Reads what is put together from a secret.
    final class Follower: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("route", live: true) var route: String
    }
    final class Keeper: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("route") var route: String
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ settings: String, _ types: [Any.Type], _ others: String = "") throws {
        let classes = types.map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        try folder.write("a.json", "{ \"classes\": [\(classes)], \(others)\n\"settings\": {\n\(settings) } }")
    }

    private func context() throws -> ApplicationContext {
        try ApplicationContext(contentsOf: folder.path + "/a.json", environment: [:])
    }

    private func shop(
        _ level: String, _ password: String = "one", _ others: String = "", port: Int = 80, token: String = "first",
        motd: String? = "hello"
    ) throws {
        let motd = motd.map { ", \"motd\": \"\($0)\"" } ?? ""
        try write(
            """
            "level": "\(level)", "api": { "password": "\(password)" }\(motd),
            "server": { "port": \(port), "token": "\(token)" }
            """, [Shop.self], others)
    }

    private func lines(_ context: ApplicationContext) -> [String: String] {
        Dictionary(uniqueKeysWithValues: context.report.settings.map { ($0.key, "\($0)") })
    }

    @Test("A report and an explanation show the newest of a live value, and what comes at the next start of any other")
    func newest() async throws {
        try shop("info")
        let context = try context()
        #expect(try context.component(Shop.self).level == "info")
        #expect(lines(context)["level"]?.hasPrefix(#"level = "info" ("#) == true)
        try shop("debug", port: 81, motd: nil)
        _ = try await context.refreshing()
        let report = lines(context)
        #expect(report["level"]?.hasPrefix(#"level = "debug" ("#) == true && report["level"]?.hasSuffix(")") == true)
        #expect(report["server.port"]?.hasPrefix("server.port = 80 (") == true)
        #expect(report["server.port"]?.hasSuffix("; at the next start 81") == true)
        #expect(report["motd"]?.hasSuffix("; at the next start null") == true)
        #expect(context.report.json.contains(#""pending":"81""#) || context.report.json.contains(#""pending" : "81""#))
        let level = try context.explainer.explanation(of: "level").text
        #expect(level.contains("debug") && !level.contains("info"))
        let port = try context.explainer.explanation(of: "server.port").text
        #expect(port.contains("is    80") && port.contains("then  81, from the next start on"), "\(port)")
        #expect(try context.settingOrigin("level").map { report["level"]?.hasSuffix("(\($0))") } == true)
        try shop("debug")
        _ = try await context.refreshing()
        #expect(lines(context).values.allSatisfy { !$0.contains("next start") })
    }

    @Test("A changed secret is reported by its key, and neither value is shown")
    func secrets() async throws {
        try shop("one", "one", #""secretKeys": ["level"],"#)
        let context = try context()
        let shop = try context.component(Shop.self)
        // A word that the file takes away is for the next start, too.
        try self.shop("two", "two", token: "second")
        let changes = try await context.refreshing()
        #expect(changes.changed == ["api.password", "level"])
        #expect(shop.password.revealed == "two" && shop.level == "two")
        #expect(changes.pending == ["secretKeys", "server.token"])
        let report = lines(context)
        #expect(report["api.password"]?.contains("= <secret> (") == true)
        #expect(report["level"]?.contains("= <secret> (") == true)
        #expect(report["server.token"]?.hasSuffix("; at the next start <secret>") == true)
        #expect(shop.token.revealed == "first")
        let all = "\(changes)\(context.report.json)" + (try context.explainer.explanation(of: "server.token").text)
        for word in ["one", "two", "first", "second"] { #expect(!all.contains("\"\(word)\"")) }
        try self.shop("two", "two", #""secretKeys": ["level"],"#)
        #expect(try await context.refreshing().description == "nothing changed")
    }

    @Test("The parts of a live value are live, unless another setting reads them")
    func hidden() async throws {
        func route(_ host: String, _ types: [Any.Type]) throws {
            try write(
                """
                "stage": { "name": "blue" }, "hosts": { "blue": "\(host)" }, "route": "${hosts.${stage.name}}"
                """, types)
        }
        try route("one", [Follower.self])
        let context = try context()
        let follower = try context.component(Follower.self)
        #expect(follower.route == "one")
        try route("two", [Follower.self])
        #expect(try await context.reloading() === context)
        #expect(follower.route == "two")
        try route("one", [Follower.self, Keeper.self])
        let both = try self.context()
        #expect(try both.component(Follower.self).route == "one" && both.component(Keeper.self).route == "one")
        try route("two", [Follower.self, Keeper.self])
        #expect(try await both.reloading() !== both)
    }
}
