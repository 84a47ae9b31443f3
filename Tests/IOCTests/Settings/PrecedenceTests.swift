import IOC
import Testing

@Suite("Precedence of settings")
struct PrecedenceTests {
    struct Fixed: SettingSource {
        var name: String
        var values: [String: SettingValue]
        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            values["\(key)"].map { SourcedSetting($0, from: name) }
        }
    }
    final class Stripe: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.named("stripe")] }
        @Value("apiUrl") var url = "default"
    }
    final class Paypal: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("apiUrl") var url = "default"
    }
    final class Conditional: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "feature.enabled", equals: true)] }
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The configuration of files that say everything, each layer one key less than the one below.
    private func layered() throws -> ContextConfiguration {
        try folder.write(
            "base.json",
            #"{"settings": {"p": {"a": "import", "b": "import", "c": "import", "d": "import", "e": "import", "f": "import", "g": "import", "h": "import"}}}"#
        )
        try folder.write(
            "shop-test.json",
            #"{"settings": {"p": {"c": "profile", "d": "profile", "e": "profile", "f": "profile", "g": "profile", "h": "profile"}}}"#
        )
        let path = try folder.write(
            "shop.json",
            #"""
            {"imports": ["base.json"], "classes": ["SettingBystander"], "profiles": ["test"],
             "settings": {"p": {"b": "file", "c": "file", "d": "file", "e": "file", "f": "file", "g": "file", "h": "file"}}}
            """#)
        let keys = ["P_E", "P_F", "P_G", "P_H"]
        var configuration = try ContextConfiguration(
            contentsOf: path, environment: Dictionary(uniqueKeysWithValues: keys.map { ($0, "environment") }),
            arguments: ["program", "--p.f=arguments", "--p.g=arguments", "--p.h=arguments"])
        configuration.settingSources = [
            Fixed(name: "first", values: ["p.d": "first", "p.e": "first"]),
            Fixed(name: "second", values: ["p.d": "second"]),
        ]
        configuration.settings = [
            "p": [
                "a": "import", "b": "file", "c": "profile", "d": "profile", "e": "profile", "f": "profile",
                "g": "code", "h": "code",
            ]
        ]
        configuration.overrides = ["p.h": "overrides"]
        return configuration
    }

    @Test(
        "Each source wins over the ones below it",
        arguments: [
            ("a", "import", "~/base.json:1:21 (settings.p.a)"), ("b", "file", "~/shop.json:2:21 (settings.p.b)"),
            ("c", "profile", "~/shop-test.json:1:21 (settings.p.c)"), ("d", "second", "second"),
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
                overrides: ["list": [9], "object.b": 2, "value": 7, "gone": .null]))
        #expect(try context.setting("list") == [9])
        #expect(try context.setting("object") == ["a": 1, "b": 2])
        #expect(try context.setting("value") == 7)
        #expect(try context.setting("value.a", as: Int?.self) == nil)
        #expect(try context.setting("gone", default: 1) == 1)
    }

    @Test("An object is created up of the layers down to one that has no object there")
    func objectsAboveAValue() throws {
        func source(_ value: SettingValue) -> TreeSettingSource { TreeSettingSource(["a": value], name: "a tree") }
        let low: SettingValue = ["low": 1, "both": 1]
        let high: SettingValue = ["high": 2, "both": 2]
        for between in ["text", [1], 7, .null] as [SettingValue] {
            let context = try ApplicationContext(
                .reading().with { $0.settingSources = [source(low), source(between), source(high)] })
            #expect(try context.setting("a", as: [String: Int].self) == ["high": 2, "both": 2])
        }
        let context = try ApplicationContext(.reading().with { $0.settingSources = [source(low), source(high)] })
        #expect(try context.setting("a", as: [String: Int].self) == ["low": 1, "high": 2, "both": 2])
    }

    @Test("A component's own values are for it alone, and come first")
    func ownValues() throws {
        let configuration = ContextConfiguration.reading(
            Paypal.self, environment: ["API_URL": "environment"]
        ).with {
            $0.components = [
                "stripe": .init(className: "IOCTests.PrecedenceTests.Stripe", settings: ["apiUrl": "own"])
            ]
        }
        let context = try ApplicationContext(configuration)
        #expect(try context.component(Stripe.self).url == "own")
        #expect(try context.component(Paypal.self).url == "environment")
    }

    @Test("Placeholders are looked for in a component's own values, and find its own ones first")
    func ownPlaceholders() throws {
        let configuration = ContextConfiguration.reading(
            Paypal.self, settings: ["base": "shared", "host": "h"]
        ).with {
            $0.components = [
                "stripe": .init(
                    className: "IOCTests.PrecedenceTests.Stripe",
                    settings: ["apiUrl": "${base}/${host}", "base": "own"]),
                "Paypal": .init(settings: ["apiUrl": "${base}/${host}"]),
            ]
        }
        let context = try ApplicationContext(configuration)
        #expect(try context.component(Stripe.self).url == "own/h")
        #expect(try context.component(Paypal.self).url == "shared/h")
    }

    @Test("An entry that calls its component by the simple name gives it values too")
    func ownValuesBySimpleName() throws {
        let configuration = ContextConfiguration.reading(Paypal.self).with {
            $0.components = ["Paypal": .init(settings: ["apiUrl": "own"])]
        }
        #expect(try ApplicationContext(configuration).component(Paypal.self).url == "own")
    }

    @Test("A child context sees its own values before its parent's of the same rank")
    func parents() throws {
        let parent = try ApplicationContext(
            .reading(
                settings: ["a": 1, "b": 1, "c": ["x": 1, "y": 1]], environment: ["D": "1"], overrides: ["e": 1]))
        let child = try ApplicationContext(
            .reading(settings: ["b": 2, "c": ["y": 2]], environment: ["E": "2"]), parent: parent)
        #expect(try child.setting("a") == 1)
        #expect(try child.setting("b") == 2)
        #expect(try child.setting("c") == ["x": 1, "y": 2])
        #expect(try child.setting("d") == 1)
        #expect(try child.setting("e") == 1)
        #expect(try parent.setting("b") == 1)
    }

    @Test("A condition asks every source", arguments: [("true", 2), ("yes", 2), ("false", 1), ("", 1)])
    func conditions(text: String, count: Int) throws {
        let context = try ApplicationContext(
            .reading(Conditional.self, SettingBystander.self, environment: ["FEATURE_ENABLED": text]))
        #expect(context.graph.components.count == count)
    }

    @Test("Settings that are no object are a fault, wherever code says them")
    func noObject() throws {
        let error = try bootError(
            .reading(settings: 5).with {
                $0.components = ["x": .init(className: "IOCTests.PrecedenceTests.Stripe", settings: [1])]
            })
        #expect(
            error.faults.map(\.headline) == [
                "key-wrong-type: 'components.x.settings' takes an object, and this is a list",
                "key-wrong-type: 'settings' takes an object, and this is a number",
            ])
        #expect(error.faults[1].location == "ContextConfiguration.settings in code")
    }

    @Test("A source that throws is named, with its error as the cause")
    func failingSource() throws {
        struct Broken: SettingSource {
            struct Unreachable: Error {}
            var name: String { "vault" }
            func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? { throw Unreachable() }
        }
        let error = try bootError(.reading(Paypal.self).with { $0.settingSources = [Broken()] })
        #expect(error.code == .settingSourceFailed)
        #expect(error.cause is Broken.Unreachable)
        #expect(error.description.contains("setting-source-failed: vault failed to read the setting 'apiUrl'"))
        #expect(error.faults[0].injectionPoint == "Paypal.url")
    }

    @Test("Profiles come from the file and from IOC_PROFILES, and a profile's file may name more")
    func profiles() throws {
        try folder.write("a-one.json", #"{"profiles": ["three"], "settings": {"v": 1}}"#)
        try folder.write(
            "a-two.plist",
            propertyList("<dict><key>settings</key><dict><key>w</key><integer>2</integer></dict></dict>"))
        try folder.write("a-three.json", #"{"settings": {"v": 3}}"#)
        let path = try folder.write("a.json", #"{"profiles": ["one"], "settings": {"v": 0, "w": 0}}"#)
        let configuration = try ContextConfiguration(contentsOf: path, environment: ["IOC_PROFILES": " two ,../x,none"])
        #expect(configuration.settings == ["v": 3, "w": 2])
        #expect(configuration.profiles == ["one", "three"])
        let other = try ContextConfiguration(contentsOf: path, profiles: ["two"], environment: [:])
        #expect(other.settings == ["v": 3, "w": 2])
        #expect(other.profiles == ["one", "three", "two"])
    }

    @Test("Overrides below each other both count")
    func nestedOverrides() throws {
        let context = try ApplicationContext(.reading(overrides: ["a.b": 2, "c.d": 3, "c.e": 4]))
        #expect(try context.setting("a.b") == 2)
        #expect(try context.setting("c") == ["d": 3, "e": 4])
    }
}
