import IOC
import Testing

@Suite("Precedence of settings")
struct PrecedenceTests {
    @Component final class Stripe { @Value("apiUrl") var url = "default" }
    @Component final class Paypal { @Value("apiUrl") var url = "default" }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A configuration of all sources. Each has one key less than the one below it.
    private func layered() throws -> ContextConfiguration {
        func tree(_ name: String, from first: Character) -> SettingValue {
            [
                "p": .object(
                    Dictionary(
                        uniqueKeysWithValues: "abcdefgh".filter { $0 >= first }.map {
                            ("\($0)", SettingValue.string(name))
                        }))
            ]
        }
        try folder.write("base.json", "{\"settings\": \(tree("import", from: "a"))}")
        var configuration = try folder.configuration(
            "\(tree("file", from: "b"))", #""imports": ["base.json"],"#, profile: "\(tree("profile", from: "c"))",
            environment: Dictionary(uniqueKeysWithValues: "EFGH".map { ("P_\($0)", "environment") }),
            arguments: ["program", "--p.f=arguments", "--p.g=arguments", "--p.h=arguments"])
        configuration.settingSources = [
            TreeSettingSource(["p": ["d": "first", "e": "first"]], name: "first"),
            TreeSettingSource(["p": ["d": "second"]], name: "second"),
        ]
        configuration.settings["p.g"] = "code"
        configuration.settings["p.h"] = "code"
        configuration.overrides = ["p.h": "overrides"]
        return configuration
    }

    @Test(
        "Each source wins over the ones below it, and is the origin",
        arguments: [
            ("a", "import", "~/base.json:1:21 (settings.p.a)"), ("b", "file", "~/a.json:2:20 (settings.p.b)"),
            ("c", "profile", "~/a-test.json:2:20 (settings.p.c)"), ("d", "second", "second"),
            ("e", "environment", "the environment variable P_E"), ("f", "arguments", "the argument --p.f"),
            ("g", "code", "ContextConfiguration.settings.p.g in code"),
            ("h", "overrides", "ContextConfiguration.overrides[\"p.h\"] in code"), ("i", "default", nil),
        ])
    func order(key: String, value: String, origin: String?) throws {
        let context = try ApplicationContext(layered())
        #expect(try context.setting("p.\(key)", default: "default") == value)
        #expect(try context.settingOrigin("p.\(key)")?.replacing(folder.path, with: "~") == origin)
        #expect(try context.setting("p", as: [String: String].self)[key] == (value == "default" ? nil : value))
    }

    @Test("A list replaces a whole list, a single value an object, and null says nothing is there")
    func shapes() throws {
        let context = try ApplicationContext(
            .reading(
                settings: ["list": [1, 2, 3], "object": ["a": 1], "value": ["a": 1], "gone": 5],
                overrides: ["list": [9], "object.b": 2, "object.c": 3, "value": 7, "gone": .null]))
        #expect(try context.setting("list") == [9])
        #expect(try context.setting("object") == ["a": 1, "b": 2, "c": 3])
        #expect(try context.setting("value") == 7 && context.setting("value.a", as: Int?.self) == nil)
        #expect(try context.setting("gone", default: 1) == 1)
    }

    @Test("An object is made up of the layers down to one that has no object there")
    func objectsAboveAValue() throws {
        let (low, high): (SettingValue, SettingValue) = (["low": 1, "both": 1], ["high": 2, "both": 2])
        func read(_ layers: SettingValue...) throws -> [String: Int] {
            let sources = layers.map { TreeSettingSource(["a": $0], name: "a tree") }
            return try ApplicationContext(.reading().with { $0.settingSources = sources }).setting("a")
        }
        for between in ["text", [1], 7, .null] as [SettingValue] {
            #expect(try read(low, between, high) == ["high": 2, "both": 2])
        }
        #expect(try read(low, high) == ["low": 1, "high": 2, "both": 2])
    }

    @Test("A component's own values are for it alone and come first, also in placeholders")
    func ownValues() throws {
        let configuration = ContextConfiguration.reading(
            settings: ["base": "shared", "host": "h"], environment: ["API_URL": "environment"]
        ).with {
            $0.components = [
                "stripe": .init(
                    className: String(reflecting: Stripe.self), settings: ["apiUrl": "${base}/${host}", "base": "own"])
            ]
            $0.classes.append(String(reflecting: Paypal.self))
        }
        let context = try ApplicationContext(configuration)
        #expect(try context.component(Stripe.self).url == "own/h")
        #expect(try context.component(Paypal.self).url == "environment")
        // An entry may have the simple name of its class.
        let simple = configuration.with { $0.components["Paypal"] = .init(settings: ["apiUrl": "${base}/${host}"]) }
        #expect(try ApplicationContext(simple).component(Paypal.self).url == "shared/h")
    }

    @Test("A child context sees its own values before its parent's of the same rank")
    func parents() throws {
        let parent = try ApplicationContext(
            .reading(
                settings: ["a": 1, "b": 1, "c": ["x": 1, "y": 1]], environment: ["D": "1"], overrides: ["e": 1]))
        let child = try ApplicationContext(
            .reading(settings: ["b": 2, "c": ["y": 2]], environment: ["E": "2"]), parent: parent)
        for (key, value) in [("a", 1), ("b", 2), ("d", 1), ("e", 1)] { #expect(try child.setting(key) == value) }
        #expect(try child.setting("c") == ["x": 1, "y": 2])
        #expect(try parent.setting("b") == 1)
    }

    @Test("Settings in code that are no object are a fault, and so is an override with an index")
    func noObject() throws {
        let error = try bootError(
            .reading(settings: 5, overrides: ["ports[0]": 7]).with {
                $0.components = ["x": .init(className: String(reflecting: Stripe.self), settings: [1])]
            })
        #expect(error.faults.allSatisfy { $0.code == .keyWrongType })
        #expect(
            Set(error.faults.map(\.location)) == [
                "ContextConfiguration.components.x.settings in code", "ContextConfiguration.overrides in code",
                "ContextConfiguration.settings in code",
            ])
    }

    @Test("A source that throws is a fault of its reader, with the error as the cause")
    func failingSource() throws {
        struct Broken: SettingSource {
            struct Unreachable: Error {}
            var name: String { "vault" }
            func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? { throw Unreachable() }
        }
        let error = try bootError(.reading(Paypal.self).with { $0.settingSources = [Broken()] })
        #expect(error.code == .settingSourceFailed && error.cause is Broken.Unreachable)
        #expect(error.faults[0].injectionPoint == "Paypal.url")
    }
}
