import IOC
import IOCManagement
import Testing

@Suite("A secret is masked wherever it is")
struct SecretPlaceTests {
    struct Login: Decodable, Sendable, Hashable {
        var user: String?
        var pin: Secret<String>
    }
    struct Account: Decodable, Sendable {
        var logins: [Login]?
        var main: Login?
    }

    /// A type as which a setting is read, its value, and that as a variable or an argument gives it; nil if neither can.
    struct Reading: Sendable, CustomTestStringConvertible {
        let type: any (Decodable & Sendable).Type
        let value: SettingValue
        let text: String?
        var testDescription: String { "\(type)" }

        init(_ type: any (Decodable & Sendable).Type, _ value: SettingValue, _ text: String? = nil) {
            self.type = type
            self.value = value
            self.text = text
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

    /// What may be given in the place of it.
    static let wrong: [SettingValue] = [
        "hunter2", ["hunter2"], [["hunter2"]], ["x": "hunter2"], ["pin": ["hunter2"]], ["logins": "hunter2"],
        ["logins": ["hunter2"], "main": "hunter2"], "a,,hunter2", "[hunter2]",
    ]

    enum Place: CaseIterable {
        case file, code, override, argument, environment, source, parent
    }

    /// A context that has a value in one place; nil if the place can't have it.
    private func context(_ place: Place, _ value: SettingValue, _ text: String?) throws -> ApplicationContext? {
        switch place {
        case .file: return try ApplicationContext(TemporaryFolder().configuration("{ \"key\": \(value) }"))
        case .code: return try ApplicationContext(.reading(settings: ["key": value]))
        case .override: return try ApplicationContext(.reading(overrides: ["key": value]))
        case .argument: return try text.map { try ApplicationContext(.reading(arguments: ["--key=\($0)"])) }
        case .environment: return try text.map { try ApplicationContext(.reading(environment: ["KEY": $0])) }
        case .source:
            let source = TreeSettingSource(["key": value], name: "vault")
            return try ApplicationContext(.reading().with { $0.settingSources = [source] })
        case .parent:
            return try ApplicationContext(.reading(), parent: ApplicationContext(.reading(settings: ["key": value])))
        }
    }

    @Test(
        "A secret is shown nowhere, whatever type has read it, nor is what was given in its place", arguments: readings)
    func everywhere(reading: Reading) throws {
        for place in Place.allCases {
            guard let context = try context(place, reading.value, reading.text) else { continue }
            #expect(context.failure("key", as: reading.type) == nil)
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
            #expect(!shown.contains("hunter2"), "\(place): \(shown)")
            for value in [.code, .argument, .environment].contains(place) ? Self.wrong : [] {
                let text: String? = if case .string(let text) = value { text } else { nil }
                guard let context = try self.context(place, value, text) else { continue }
                #expect(
                    context.failure("key", as: reading.type)?.description.contains("hunter2") != true,
                    "\(place): \(value)")
            }
        }
    }

    @Component final class Placeholder {
        @Value("dsn") var dsn: Int
        @Value("pins") var pins: [Secret<String>]
    }

    @Test("A text made of a setting that another property reads as a secret is masked in a fault")
    func placeholders() throws {
        let error = try bootError(.reading(Placeholder.self, settings: ["dsn": "u:${pins[0]}", "pins": ["hunter2"]]))
        #expect(error.code == .settingConversion && !error.description.contains("hunter2"))
    }
}
