import IOC
import Testing

@Suite("Equality of configurations and traits, and how they print")
struct ConfigurationEqualityTests {
    private struct Observer: ContextObserver {
        func handle(_ event: ContextEvent) {}
    }

    /// A change of each part, and the part's key in a file.
    private static let parts: [(keyPath: String?, change: @Sendable (inout ContextConfiguration) -> Void)] = [
        ("prefixes[0]", { $0.prefixes = ["N"] }), ("classes[0]", { $0.classes = ["N"] }),
        ("exclude[0]", { $0.exclude = ["N"] }), ("assemblies[0]", { $0.assemblies = ["N"] }),
        ("profiles[0]", { $0.profiles = ["n"] }), ("cycles", { $0.cycles = .allow }),
        ("reload", { $0.reload = .live }), ("components.x", { $0.components["x"]?.order = 9 }),
        ("bindings.T", { $0.bindings["T"] = "y" }), ("settings.k", { $0.settings = ["k": 2] }),
        (
            "secretKeys[\(ContextConfiguration.usualSecretKeys.count)]",
            { $0.secretKeys[$0.secretKeys.count - 1] = "n" }
        ),
        ("strict", { $0.failsOnUnreadSettings = false }),
        ("timeouts.construction", { $0.constructionTimeout = .seconds(9) }),
        ("timeouts.start", { $0.startTimeout = .seconds(9) }), ("timeouts.stop", { $0.stopTimeout = .seconds(9) }),
        ("timeouts.drain", { $0.drainTimeout = .seconds(9) }), ("timeouts.health", { $0.healthTimeout = .seconds(9) }),
        ("startup.concurrency", { $0.startupConcurrency = 9 }), (nil, { $0.knownProfiles = ["x"] }),
        (nil, { $0.overrides = ["x": 1] }), (nil, { $0.environment = ["A": "b"] }), (nil, { $0.arguments = ["--a=1"] }),
    ]

    @Test(
        "A change of any part makes a different configuration, and code the place of the part", arguments: parts.indices
    )
    func change(index: Int) throws {
        let (keyPath, change) = Self.parts[index]
        let folder = try TemporaryFolder()
        let configuration = try folder.configuration(
            ofText: """
                { "prefixes": ["P"], "classes": ["C"], "exclude": ["E"], "assemblies": ["A"], "imports": [],
                  "profiles": ["p"], "cycles": "forbid", "reload": "watch", "components": { "x": {} }, "bindings": { "T": "x" },
                  "settings": { "k": 1 }, "secretKeys": ["s"], "strict": true,
                  "timeouts": { "construction": "2s", "start": "3s", "stop": "4s", "drain": "5s", "health": "6s" },
                  "startup": { "concurrency": 3 } }
                """)
        let changed = configuration.with(change)
        #expect(!(configuration == changed) && changed == changed && configuration == configuration)
        guard let keyPath else { return }
        #expect(configuration.origin(of: keyPath).description.contains("a.json:"))
        #expect(changed.origin(of: keyPath).description.hasSuffix("in code"))
        #expect(configuration.origin(of: "timeouts").description.contains("a.json:4:"))
    }

    @Test("Observers and sources can't be compared, so a configuration with one equals none")
    func incomparable() {
        let plain = ContextConfiguration(prefixes: ["SG"])
        for changed in [
            plain.with { $0.observers = [Observer()] },
            plain.with { $0.settingSources = [TreeSettingSource([:], name: "a tree")] },
        ] { #expect(!(plain == changed) && !(changed == changed)) }
    }

    @Test("Traits are equal if they say the same, wherever they are written")
    func traits() {
        func named(_ name: String, _ line: UInt) -> ComponentTrait { .named(name, line: line) }
        #expect(named("a", 1) == named("a", 2) && named("a", 1) == "a" && named("a", 1) != named("b", 1))
        #expect(ComponentTrait.dependsOn("x") == .dependsOn("x") && ComponentTrait.dependsOn("x") != .dependsOn("y"))
    }

    @Test("A configuration that is printed shows all that it says, but for the environment")
    func printed() {
        var configuration = ContextConfiguration(startTimeout: .seconds(7), observers: [Observer()])
        configuration.secretKeys = ["pin"]
        configuration.knownProfiles = ["night"]
        configuration.environment = ["A": "b"]
        configuration.components = ["x": .init(className: "Shop.Stripe")]
        let shown = Mirror(reflecting: configuration).children
        #expect(shown.count > 20 && !shown.contains { $0.label == "environment" })
        var text = ""
        dump(configuration, to: &text)
        #expect(["pin", "night", "7", "Observer", "Shop.Stripe"].allSatisfy(text.contains))
    }

    @Test("A condition is printed in words, and the expected value of a secret is masked")
    func conditions() {
        func shown(_ setting: String, _ equals: SettingValue?) -> String {
            "\(ContextConfiguration.SettingCondition(setting: setting, equals: equals))"
        }
        #expect(shown("a.b", nil) == "a.b is set")
        #expect(shown("a.b", "x") == "a.b is \"x\"" && shown("a.b", 1) == "a.b is 1")
        #expect(shown("a.password", "x") == "a.password is <secret>" && shown("a.password", nil) == "a.password is set")
    }
}
