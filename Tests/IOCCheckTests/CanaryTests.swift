import Foundation
import IOCCommand
import TestSupport
import Testing

/// A secret stands in every position of a configuration that `ioc` reads; nothing it prints shows it.
@Suite("A canary in the output of the tool")
struct CanaryTests {
    static let canary = "c4nary"

    static let source = """
        import IOC
        enum Level: String, Decodable, Sendable, CaseIterable { case high, low }
        struct Whole: Decodable, Sendable { var password: Int; var pwd: Bool }
        final class Main: IOCComponent, @unchecked Sendable {
            @Value("db.password") var password: Int
            @Value("db.pwd") var pwd: Bool?
            @Value("db.signingKey") var level: Level
            @Value("db.own") var own: Int
            @Value("service.basicAuth") var auth: [Int]
            @Value("dsn") var dsn: UUID
            @Value("db") var db: Whole
            @Value("servers") var servers: [Whole]
            @Value("byType") var byType: Secret<Int>
            @Value("derived") var derived: Double
            @Value("named") var named: Int
            @Value("url") var url: Int
            @Value("urls") var urls: [Int]
            @Value("circle.token") var circle: Int
            @Value("broken.token") var broken: Int
            @Value("apiKey") var apiKey: Int
        }
        final class MainConditional: IOCComponent {
            static var traits: [ComponentTrait] { [.when(property: "db.password", equals: "else")] }
        }
        final class MainOther: IOCComponent, @unchecked Sendable { @Autowired var conditional: MainConditional }
        """

    /// The table that the container is tried with, too; see `Tests/Canaries`.
    private static func table() throws -> [String: Any] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Canaries/properties.json")
        let read = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require(read as? [String: Any])
    }

    private func printed(_ run: ToolRun) -> String { run.out + run.error }

    private func write(_ scratch: borrowing Scratch, _ ending: String) throws -> String {
        let all = try Self.table().merging(
            ["prefixes": ["Main"], "components": ["Main": ["properties": ["apiKey": Self.canary]]]]) { $1 }
        let data =
            ending == "plist"
            ? try PropertyListSerialization.data(fromPropertyList: all, format: .xml, options: 0)
            : try JSONSerialization.data(withJSONObject: all)
        return try scratch.write("c.\(ending)", Array(data))
    }

    @Test("Neither a check nor a graph shows it", arguments: ["json", "plist"], [false, true])
    func everywhere(ending: String, isStrict: Bool) throws {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", Self.source)
        let file = try write(scratch, ending)
        let common = ["--sources", scratch.path + "/Sources", "--config", file, "--no-cache"]
        let check = ioc(["check"] + common + (isStrict ? ["--strict"] : []))
        #expect(check.code == .faults)
        for code in ["property-conversion", "placeholder-cycle", "placeholder-malformed"] {
            #expect(printed(check).contains("error: \(code)"), "\(printed(check))")
        }
        #expect(printed(check).contains("'db.password' is <secret>"))
        #expect(printed(check).contains("'apiKey' is <secret>"))
        #expect(!printed(check).contains(Self.canary), "\(printed(check))")
        for format in ["dot", "mermaid", "json", "html"] {
            let graph = ioc(["graph"] + common + ["--format", format])
            #expect(!printed(graph).contains(Self.canary), "\(printed(graph))")
        }
    }

    @Test("A check with variables does not show theirs")
    func variables() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", Self.source)
        let file = try scratch.write("c.json", #"{"prefixes": ["Main"], "properties": {"db": {"passwrd": 1}}}"#)
        let names = [
            "DB_PASSWORD", "DB_PWD", "DSN", "SERVICE_BASIC_AUTH", "BY_TYPE", "URL", "API_KEY", "DB_SIGNING_KEI",
        ]
        let check = ioc(
            ["check", "--sources", scratch.path + "/Sources", "--config", file, "--no-cache"]
                + names.flatMap { ["--environment", "\($0)=postgres://\(Self.canary):\(Self.canary)@h"] })
        #expect(printed(check).contains("warning: variable-unread: the environment variable DB_SIGNING_KEI is set"))
        #expect(!printed(check).contains(Self.canary), "\(printed(check))")
    }

    @Test("A number out of range and a key that is no text are told without their value", arguments: ["json", "plist"])
    func numbers(ending: String) throws {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", Self.source)
        let digits = String(repeating: "73", count: 30)
        let file = try scratch.write(
            "c.\(ending)",
            ending == "json"
                ? #"{"prefixes": ["Main"], "properties": {"db": {"password": \#(digits)}}}"#
                : """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict><key>properties</key><dict><key>db</key><dict>
                <key>password</key><integer>\(digits)</integer></dict></dict></dict></plist>
                """)
        let check = ioc("check", "--sources", scratch.path + "/Sources", "--config", file, "--no-cache")
        #expect(printed(check).contains("number-out-of-range"))
        #expect(!printed(check).contains(digits))
    }
}
