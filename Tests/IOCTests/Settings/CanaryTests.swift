import Foundation
import IOC
import IOCManagement
import Testing

/// A secret is put into every position that a configuration has, by every source that there is, and looked for in everything
/// that is printed.
@Suite("A canary in every position")
struct CanaryTests {
    static let canary = "c4nary"

    /// What a component makes of settings: nothing, as no canary is a number.
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
    final class Conditional: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "db.password", equals: .string(canary))] }
    }
    final class Unmet: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "db.pwd", equals: .string(canary + "x"))] }
    }
    struct Source: SettingSource {
        let tree: SettingValue
        let name = "the vault"
        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            TreeSettingSource(tree, name: name).setting(at: key, as: kind)
        }
        func members(of key: SettingKey) -> [String] { TreeSettingSource(tree, name: name).members(of: key) }
    }

    /// The table that the tool is tried with, too; see `Tests/Canaries`.
    private static func table() throws -> [String: SettingValue] {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Support/canaries.json").path
        guard case .object(let members) = try ContextConfiguration(contentsOf: path, environment: [:]).settings else {
            return [:]
        }
        return members
    }
    enum Origin: CaseIterable {
        case json, xml, profile, imported, code, overrides, component, environment, arguments, custom
    }

    private func configuration(_ origin: Origin, _ folder: TemporaryFolder) throws -> ContextConfiguration {
        let classes = [Reader.self, Conditional.self, Unmet.self].map { String(reflecting: $0) }
        let members = try Self.table()
        let tree = SettingValue.object(members)
        var configuration = ContextConfiguration(classes: classes)
        func written(_ tree: SettingValue) throws -> Any {
            switch tree {
            case .object(let members): return try members.mapValues(written)
            case .array(let elements): return try elements.map(written)
            case .string(let text): return text
            default: return 1
            }
        }
        func file(_ name: String, _ more: [String: Any] = [:]) throws -> String {
            let all: [String: Any] = try ["settings": written(tree)].merging(more) { $1 }
            let data =
                name.hasSuffix("plist")
                ? try PropertyListSerialization.data(fromPropertyList: all, format: .xml, options: 0)
                : try JSONSerialization.data(withJSONObject: all)
            return try folder.write(name, data)
        }
        switch origin {
        case .json:
            configuration = try ContextConfiguration(contentsOf: file("a.json", ["classes": classes]), environment: [:])
        case .xml:
            configuration = try ContextConfiguration(
                contentsOf: file("a.plist", ["classes": classes]), environment: [:])
        case .profile:
            let path = try folder.write(
                "a.json", "{\"classes\": [\(classes.map { "\"\($0)\"" }.joined(separator: ","))]}")
            _ = try file("a-test.json")
            configuration = try ContextConfiguration(contentsOf: path, profiles: ["test"], environment: [:])
        case .imported:
            _ = try file("b.json")
            let list = classes.map { "\"\($0)\"" }.joined(separator: ",")
            let path = try folder.write("a.json", "{\"imports\": [\"b.json\"], \"classes\": [\(list)]}")
            configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        case .code: configuration.settings = tree
        case .overrides: configuration.overrides = members
        case .component: configuration.components["Reader"] = .init(settings: tree)
        case .environment, .arguments: break
        case .custom: configuration.settingSources = [Source(tree: tree)]
        }
        let texts = Self.leaves(tree)
        configuration.environment = [:]
        if origin == .environment {
            let pairs = texts.map { (EnvironmentSettingSource.variable(for: SettingKey($0.key)), $0.text) }
            configuration.environment = Dictionary(pairs) { $1 }
        }
        if origin == .arguments { configuration.arguments = texts.map { "--\($0.key)=\($0.text)" } }
        return configuration
    }

    private static func leaves(_ tree: SettingValue, _ path: String = "") -> [(key: String, text: String)] {
        guard case .object(let members) = tree else {
            if case .string(let text) = tree { return [(path, text)] }
            if case .array(let elements) = tree {
                return [
                    (path, elements.map { if case .string(let text) = $0 { text } else { "" } }.joined(separator: ","))
                ]
            }
            return []
        }
        return members.flatMap { leaves($1, path.isEmpty ? $0 : "\(path).\($0)") }
    }

    @Test("Nothing that is printed shows it", arguments: Origin.allCases)
    func everywhere(origin: Origin) throws {
        let configuration = try configuration(origin, TemporaryFolder())
        var printed = ["configuration": "\(configuration)"]
        dump(configuration, to: &printed["dump", default: ""])
        let context = try ApplicationContext(configuration)
        func fill(_ when: String) {
            let report = context.report
            printed["report \(when)"] = report.description
            printed["json \(when)"] = report.json
            printed["settings \(when)"] = report.settings.map(\.description).joined(separator: "\n")
            printed["notices \(when)"] = report.notices.map(\.description).joined(separator: "\n")
            printed["graph \(when)"] = context.graph.html + context.graph.json + context.graph.dot + context.graph.tree
        }
        func fail(_ name: String, _ body: () throws -> Void) {
            let error = #expect(throws: IOCError.self, "\(name)") { try body() }
            printed[name] = "\(error as Any) \(error?.faults.map { "\($0) \($0.suggestion ?? "")" } ?? [])"
        }
        func failed(_ name: String, _ body: () throws -> Void) {
            do { try body() } catch { printed[name] = "\(error)" }
        }
        failed("component") { _ = try context.component(Reader.self) }
        fill("after")
        // No other component has the settings of an entry.
        if origin != .component {
            for key in ["db.password", "db.pwd", "dsn", "derived", "named", "url", "connectionString", "my.pass"] {
                fail(key) { _ = try context.setting(key, as: Int.self) }
                if key != "named" { fail("\(key) as object") { _ = try context.setting(key, as: [String: Int].self) } }
            }
            failed("list") { _ = try context.setting("service.basicAuth", as: [Int].self) }
            failed("urls") { _ = try context.setting("urls", as: [Int].self) }
            failed("servers") { _ = try context.setting("servers", as: [Whole].self) }
            failed("db") { _ = try context.setting("db", as: Whole.self) }
            failed("byType") { _ = try context.setting("byType", as: Secret<Int>.self) }
        }
        // A setting that was read as a secret is one from then on; before, that is unknown.
        printed["json after"] = context.report.json
        printed["settings after"] = context.report.settings.map(\.description).joined(separator: "\n")
        for (name, text) in printed where name != "dump" && name != "configuration" || origin == .arguments {
            let shown = text.replacing("\"byType\": \"\(Self.canary)\"", with: "").replacing(
                "--byType=\(Self.canary)", with: "")
            #expect(!shown.contains(Self.canary), "\(name): \(text)")
        }
    }

    @Test("A number out of range is not shown", arguments: ["json", "plist"])
    func numbers(ending: String) throws {
        let folder = try TemporaryFolder()
        let digits = String(repeating: "73", count: 30)
        func document(_ key: String, _ kind: String = "integer") -> String {
            ending == "json"
                ? "{\"secretKeys\": [\"pin\"], \"settings\": {\"db\": {\"\(key)\": \(digits)}}}"
                : propertyList(
                    "<dict><key>secretKeys</key><array><string>pin</string></array><key>settings</key><dict>"
                        + "<key>db</key><dict><key>\(key)</key><\(kind)>\(digits)</\(kind)></dict></dict></dict>")
        }
        for key in ["password", "pin", "port"] {
            try folder.write("a.\(ending)", document(key))
            let reported = try folder.faults(of: "a.\(ending)")
            if ending == "json" {
                #expect(reported.hasPrefix("number-out-of-range: no setting can hold the number"))
            }
            #expect(reported.contains("settings.db.\(key)"))
            #expect(!reported.contains(digits))
        }
        guard ending == "plist" else { return }
        for kind in ["date", "integer", "real"] {
            try folder.write("a.plist", document("password", kind).replacing(digits, with: "x\(digits)"))
            #expect(try !folder.faults(of: "a.plist").contains(digits))
        }
    }

    @Test("Words of a file's own mask members of objects in lists, too")
    func ownWords() throws {
        let context = try ApplicationContext(
            .reading(settings: ["l": [["pinCode": .string(Self.canary)], ["x": 1]]]).with { $0.secretKeys = ["pin"] })
        #expect(!context.report.json.contains(Self.canary))
    }

    @Test("A placeholder whose name would contain a secret is a fault that doesn't show it")
    func nameOfSecret() throws {
        let context = try ApplicationContext(
            .reading(settings: ["db": ["password": .string(Self.canary)], "a": "${x.${db.password}:none}"]))
        let error = try #require(throws: IOCError.self) { try context.setting("a", as: String.self) }
        #expect("\(error)".contains("the name of a placeholder can't contain a secret"))
        #expect(!"\(error)\(context.report.json)".contains(Self.canary))
    }

    @Test(
        "A key is secret by the words in it, short ones as words of their own",
        arguments: [
            ("auth", true), ("basicAuth", true), ("oauth", true), ("auth-header", true), ("AUTH_URL", true),
            ("author", false),
            ("authority", false), ("pwd", true), ("dbPwd", true), ("dbpwd", true), ("pass", true), ("DB_PASS", true),
            ("passenger", false), ("dsn", true), ("primaryDSN", true), ("DSNOfStage", true), ("signingKey", true),
            ("signing-key", true), ("connectionString", true), ("connection_string", true), ("passwordFile", true),
            ("keyboard", false), ("port", false), ("api.key", true), ("aws.access.key", true), ("private.key", true),
            ("signing.key", true), ("connection.string", true), ("key.board", false), ("authorization", true),
            ("userAuthToken2", true),
        ])
    func words(key: String, isSecret: Bool) throws {
        let context = try ApplicationContext(.reading(settings: ["a": [key: .string(Self.canary)]]))
        #expect(context.report.json.contains(Self.canary) == !isSecret)
    }
}
