import Foundation
import IOC
import IOCManagement
import Testing

/// A secret is put into every position that a configuration has, by every source that there is, and looked for in everything
/// that is printed.
@Suite("A canary in every position")
struct CanaryTests {
    static let canary = "c4nary"

    /// Components that read the settings. No canary converts to what they want.
    final class Reader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Value("db.password") var password: Int
        @Value("db.pwd") var pwd: Bool?
        @Value("service.basicAuth") var auth: [Int]
        @Value("dsn") var dsn: URL
        @Value("db") var db: Whole
        @Value("servers") var servers: [Whole]
        @Value("byType") var byType: Secret<Int>
        @Value("derived") var derived: Double
        @Value("named") var named: Int
        @Value("url") var url: Int
        @Value("urls") var urls: [Int]
    }
    struct Whole: Decodable, Sendable {
        enum Key: CodingKey { case password, pwd, signingKey }
        struct Refused: Error { let text: String }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in [Key.password, .pwd, .signingKey] {
                if let text = try container.decodeIfPresent(String.self, forKey: key) { throw Refused(text: text) }
            }
        }
    }
    @Component(.when(setting: "db.password", equals: .string(CanaryTests.canary))) final class Conditional {}
    @Component(.when(setting: "db.pwd", equals: .string(CanaryTests.canary + "x"))) final class Unmet {}

    enum Origin: CaseIterable {
        case json, xml, profile, imported, code, overrides, component, environment, arguments, custom
    }

    private static let classes = [Reader.self, Conditional.self, Unmet.self].map { String(reflecting: $0) }

    /// A configuration that has the table of secrets at one origin.
    private func configuration(_ origin: Origin, _ folder: TemporaryFolder) throws -> ContextConfiguration {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Support/canaries.json")
        let members = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: table)) as? [String: Any])
        func file(_ name: String, _ members: [String: Any]) throws -> String {
            let data =
                name.hasSuffix("plist")
                ? try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
                : try JSONSerialization.data(withJSONObject: members)
            return try folder.write(name, data)
        }
        let withClasses = members.merging(["classes": Self.classes]) { $1 }
        let tree = try ContextConfiguration(contentsOf: file("tree.json", members), environment: [:]).settings
        guard case .object(let settings) = tree else { return ContextConfiguration() }
        let texts = Self.leaves(tree)
        var configuration = ContextConfiguration(classes: Self.classes)
        configuration.environment = [:]
        switch origin {
        case .json: return try ContextConfiguration(contentsOf: file("a.json", withClasses), environment: [:])
        case .xml: return try ContextConfiguration(contentsOf: file("a.plist", withClasses), environment: [:])
        case .profile:
            _ = try file("a-test.json", members)
            let path = try file("a.json", ["classes": Self.classes])
            return try ContextConfiguration(contentsOf: path, profiles: ["test"], environment: [:])
        case .imported:
            let path = try file("a.json", ["classes": Self.classes, "imports": ["tree.json"]])
            return try ContextConfiguration(contentsOf: path, environment: [:])
        case .code: configuration.settings = tree
        case .overrides: configuration.overrides = settings
        case .component: configuration.components["Reader"] = .init(settings: tree)
        case .environment:
            let pairs = texts.map { (EnvironmentSettingSource.variable(for: SettingKey($0.key)), $0.text) }
            configuration.environment = Dictionary(pairs) { $1 }
        case .arguments: configuration.arguments = texts.map { "--\($0.key)=\($0.text)" }
        case .custom: configuration.settingSources = [TreeSettingSource(tree, name: "the vault")]
        }
        return configuration
    }

    /// The texts of a tree, as variables and arguments give them.
    private static func leaves(_ tree: SettingValue, _ path: String = "") -> [(key: String, text: String)] {
        switch tree {
        case .object(let members): members.flatMap { leaves($1, path.isEmpty ? $0 : "\(path).\($0)") }
        case .array(let elements):
            [(path, elements.map { if case .string(let text) = $0 { text } else { "" } }.joined(separator: ","))]
        case .string(let text): [(path, text)]
        default: []
        }
    }

    @Test("A canary is in nothing that is printed", arguments: Origin.allCases)
    func everywhere(origin: Origin) throws {
        let configuration = try configuration(origin, TemporaryFolder())
        var printed: [String: String] = [:]
        // Settings in code are printed as they are, except for the usual secret keys. Arguments are masked.
        if origin == .arguments {
            printed["configuration"] = "\(configuration)"
            dump(configuration, to: &printed["dump", default: ""])
        }
        let context = try ApplicationContext(configuration)
        let component = #expect(throws: IOCError.self) { try context.component(Reader.self) }
        printed["component"] = "\(component as Any)"
        let report = context.report
        printed["report"] = "\(report) \(report.notices)"
        printed["graph"] = context.graph.html + context.graph.json + context.graph.dot + context.graph.tree
        // No other component has the settings of an entry.
        if origin != .component {
            for key in ["db.password", "db.pwd", "dsn", "derived", "named", "url", "connectionString", "my.pass"] {
                let error = try context.error(key, as: Int.self)
                printed[key] = "\(error) \(error.faults.map { "\($0) \($0.suggestion ?? "")" })"
                if key != "named" { printed["\(key) as object"] = "\(try context.error(key, as: [String: Int].self))" }
            }
            for (key, type) in [
                ("service.basicAuth", [Int].self), ("urls", [Int].self), ("servers", [Whole].self), ("db", Whole.self),
                ("byType", Secret<Int>.self),
            ] as [(String, any (Decodable & Sendable).Type)] {
                printed["\(key) as \(type)"] = context.failure(key, as: type)?.description
            }
        }
        // A setting that was read as a secret is one from then on; before, that is unknown.
        printed["json"] = context.report.json
        printed["settings"] = context.report.settings.map(\.description).joined(separator: "\n")
        for (name, text) in printed {
            let shown = text.replacing("--byType=\(Self.canary)", with: "")
            #expect(!shown.contains(Self.canary), "\(name): \(text)")
        }
    }

    @Test("A number out of range is not shown", arguments: ["json", "plist"])
    func numbers(ending: String) throws {
        let folder = try TemporaryFolder()
        let digits = String(repeating: "73", count: 30)
        func text(_ key: String, _ kind: String) -> String {
            ending == "json"
                ? "{\"secretKeys\": [\"pin\"], \"settings\": {\"db\": {\"\(key)\": \(digits)}}}"
                : propertyList(
                    "<dict><key>secretKeys</key><array><string>pin</string></array><key>settings</key><dict>"
                        + "<key>db</key><dict><key>\(key)</key><\(kind)>\(digits)</\(kind)></dict></dict></dict>")
        }
        let rows = [("password", "integer", ""), ("pin", "integer", ""), ("port", "integer", "")]
        // A text that is no number or date.
        let wrong = [("password", "date", "x"), ("password", "integer", "x"), ("password", "real", "x")]
        for (key, kind, start) in ending == "json" ? rows : rows + wrong {
            try folder.write("a.\(ending)", text(key, kind).replacing(digits, with: start + digits))
            let reported = try folder.error(of: "a.\(ending)").description
            #expect(reported.contains("settings.db.\(key)") && !reported.contains(digits))
        }
    }
}
