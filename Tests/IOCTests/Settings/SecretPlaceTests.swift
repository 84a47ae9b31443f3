import IOC
import IOCManagement
import TestSupport
import Testing

@Suite("A secret is masked wherever it is")
struct SecretPlaceTests {
    private static let secret = "hunter2"

    struct Login: Decodable, Sendable, Hashable {
        var user: String?
        var pin: Secret<String>
    }
    struct Account: Decodable, Sendable {
        var logins: [Login]?
        var main: Login?
    }

    /// Reads a setting as one type.
    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let value: SettingValue
        /// The value as an argument or a variable gives it; nil if neither can.
        let text: String?
        let read: @Sendable (ApplicationContext) throws -> Void

        init<Wanted: Decodable & Sendable>(_ type: Wanted.Type, _ value: SettingValue, _ text: String? = nil) {
            testDescription = "\(type)"
            self.value = value
            self.text = text
            read = { _ = try $0.setting("key", as: type) }
        }
    }

    static let readings: [Reading] = [
        Reading(Secret<String>.self, "hunter2", "hunter2"), Reading(Secret<String>?.self, "hunter2", "hunter2"),
        Reading([Secret<String>].self, ["a", "hunter2"], "a,hunter2"),
        Reading([Secret<String>]?.self, ["a", "hunter2"], "a,hunter2"),
        Reading([Secret<String>?].self, ["a", "hunter2"], "a,hunter2"),
        Reading(Set<Secret<String>>.self, ["a", "hunter2"], "hunter2"),
        Reading([[Secret<String>]].self, [["a"], ["hunter2"]]),
        Reading(Secret<[String]>.self, ["a", "hunter2"], "a,hunter2"),
        Reading(Secret<[String: String]>.self, ["x": "hunter2"]),
        Reading([String: Secret<String>].self, ["x": "hunter2", "y.z": "hunter2"]),
        Reading([String: [Secret<String>]].self, ["x": ["a", "hunter2"]]),
        Reading([String: [String: Secret<String>]].self, ["x": ["y": "hunter2"]]),
        Reading(Login.self, ["user": "a", "pin": "hunter2"]), Reading(Login?.self, ["user": "a", "pin": "hunter2"]),
        Reading([Login].self, [["user": "a", "pin": "hunter2"]]), Reading(Set<Login>.self, [["pin": "hunter2"]]),
        Reading([String: Login].self, ["x": ["pin": "hunter2"]]),
        Reading([String: [Login]].self, ["x": [["pin": "hunter2"]]]),
        Reading(Account.self, ["logins": [["pin": "hunter2"]], "main": ["pin": "hunter2"]]),
    ]

    enum Place: CaseIterable {
        case file, code, override, argument, environment, source, parent
    }

    /// A context that has a value in one place; nil if the place can't have it.
    private func context(_ place: Place, _ value: SettingValue, _ text: String?) throws -> ApplicationContext? {
        var configuration = ContextConfiguration.reading()
        switch place {
        case .file:
            let folder = try TemporaryFolder()
            var json = "{ \"settings\": { \"key\": "
            json += Self.json(value)
            let path = try folder.write("a.json", json + " } }")
            configuration.settings = try ContextConfiguration(contentsOf: path, environment: [:]).settings
        case .code: configuration.settings = ["key": value]
        case .override: configuration.overrides = ["key": value]
        case .argument: configuration.arguments = ["--key=\(text ?? "")"]
        case .environment: configuration.environment = ["KEY": text ?? ""]
        case .source: configuration.settingSources = [TreeSettingSource(["key": value], name: "vault")]
        case .parent:
            configuration.settings = ["key": value]
            return try ApplicationContext(.reading(), parent: ApplicationContext(configuration))
        }
        if text == nil, place == .argument || place == .environment { return nil }
        return try ApplicationContext(configuration)
    }

    private static func json(_ value: SettingValue) -> String {
        switch value {
        case .object(let members): "{" + members.map { "\"\($0)\": \(json($1))" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(json).joined(separator: ",") + "]"
        default: "\(value)"
        }
    }

    @Test("No report, graph or explanation shows it, whatever type has read it", arguments: readings, Place.allCases)
    func outputs(reading: Reading, place: Place) throws {
        guard let context = try context(place, reading.value, reading.text) else { return }
        try reading.read(context)
        var shown = "\(context.report) \(context.report.json) \(context.graph.json) \(context.graph.tree)"
        for key in ["key", "key[0]", "key[1]", "key.x", "key.x[1]", "key.pin", "key.main", "key.logins"] {
            shown += (try? context.explainer.explanation(of: key).text) ?? ""
            for read in [
                { _ = try context.setting(key, as: Int.self) }, { _ = try context.setting(key, as: [Int].self) },
                { _ = try context.setting(key, as: [String: Int].self) },
            ] {
                do { try read() } catch { shown += "\(error)" }
            }
        }
        #expect(!shown.contains(Self.secret), "\(shown)")
    }

    @Test("No error shows what was given in the place of it", arguments: readings, Place.allCases)
    func errors(reading: Reading, place: Place) throws {
        let wrong: [SettingValue] = [
            "hunter2", ["hunter2"], [["hunter2"]], ["x": "hunter2"], ["pin": ["hunter2"]], ["logins": "hunter2"],
            ["logins": ["hunter2"], "main": "hunter2"], "a,,hunter2", "[hunter2]",
        ]
        for value in wrong {
            let text: String? = if case .string(let text) = value { text } else { nil }
            guard let context = try context(place, value, text) else { continue }
            do { try reading.read(context) } catch {
                #expect(!"\(error)".contains(Self.secret), "\(error)")
            }
        }
    }

    final class Placeholder: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("dsn") var dsn: Int
        @Value("pins") var pins: [Secret<String>]
    }

    @Test("A text made of a setting that another component reads as a secret is masked in a fault, in either order")
    func placeholders() throws {
        let error = try bootError(.reading(Placeholder.self, settings: ["dsn": "u:${pins[0]}", "pins": ["hunter2"]]))
        #expect(!"\(error)".contains(Self.secret), "\(error)")
    }
}
