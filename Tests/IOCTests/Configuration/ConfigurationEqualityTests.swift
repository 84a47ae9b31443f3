import IOC
import Testing

@Suite("Configurations that are equal")
struct ConfigurationEqualityTests {
    @Test(
        "A change of any one thing that a configuration says makes another one",
        arguments: [
            { $0.prefixes = ["x"] }, { $0.classes = ["x"] }, { $0.exclude = ["x"] }, { $0.assemblies = ["x"] },
            { $0.profiles = ["x"] }, { $0.knownProfiles = ["x"] }, { $0.cycles = .forbid },
            { $0.components = ["x": ContextConfiguration.ComponentEntry()] }, { $0.bindings = ["x": "y"] },
            { $0.settings = ["x": 1] }, { $0.overrides = ["x": 1] }, { $0.secretKeys = ["x"] },
            { $0.failsOnUnreadSettings = true }, { $0.constructionTimeout = .seconds(7) },
            { $0.startTimeout = .seconds(7) },
            { $0.stopTimeout = .seconds(7) },
        ] as [@Sendable (inout ContextConfiguration) -> Void])
    func change(_ change: @Sendable (inout ContextConfiguration) -> Void) {
        let plain = ContextConfiguration()
        #expect(plain == ContextConfiguration())
        #expect(!(plain.with(change) == plain))
        #expect(plain.with(change) == plain.with(change))
    }

    @Test("A printed entry shows its class and what it says")
    func printed() {
        let entry = ContextConfiguration.ComponentEntry(className: "Shop.Stripe", isPrimary: true, order: 7)
        let text = "\(entry)"
        for part in ["Shop.Stripe", "isPrimary: Optional(true)", "order: Optional(7)", "dependsOn: nil"] {
            #expect(text.contains(part), "\(text)")
        }
    }
}
