import IOCConfiguration
import Testing

@testable import IOC

@Suite("Configurations that are equal")
struct ConfigurationEqualityTests {
    @Test(
        "A change of any one thing that a configuration says makes another one",
        arguments: [
            { $0.prefixes = ["x"] }, { $0.classes = ["x"] }, { $0.exclude = ["x"] }, { $0.assemblies = ["x"] },
            { $0.profiles = ["x"] }, { $0.knownProfiles = ["x"] }, { $0.cycles = .forbid },
            { $0.components = ["x": ContextConfiguration.ComponentEntry()] }, { $0.bindings = ["x": "y"] },
            { $0.properties = ["x": 1] }, { $0.overrides = ["x": 1] }, { $0.secretKeys = ["x"] },
            { $0.failsOnUnreadProperties = true }, { $0.constructionTimeout = .seconds(7) },
            { $0.startTimeout = .seconds(7) },
            { $0.stopTimeout = .seconds(7) },
        ] as [@Sendable (inout ContextConfiguration) -> Void])
    func change(_ change: @Sendable (inout ContextConfiguration) -> Void) {
        let plain = ContextConfiguration()
        #expect(plain == ContextConfiguration())
        #expect(!plain.with(change).saysTheSame(as: plain))
        #expect(plain.with(change).saysTheSame(as: plain.with(change)))
    }

    @Test(
        "An entry that says any one thing differs from one that says nothing, until it takes that back",
        arguments: [
            { $0.className = $1 ? "x" : nil }, { $0.scope = $1 ? .prototype : nil },
            { $0.isPrimary = $1 ? false : nil }, { $0.isFallback = $1 ? false : nil },
            { $0.order = $1 ? 0 : nil }, { $0.isLazy = $1 ? false : nil }, { $0.profiles = $1 ? [] : nil },
            { $0.when = $1 ? .init(property: "x") : nil }, { $0.whenMissing = $1 ? "x" : nil },
            { $0.countsAncestors = !$1 }, { $0.dependsOn = $1 ? [] : nil },
            { $0.retry = $1 ? StartRetry(attempts: 1) : nil }, { $0.properties = $1 ? [:] : nil },
            { $0.overrides = $1 },
        ] as [@Sendable (inout ContextConfiguration.ComponentEntry, Bool) -> Void])
    func entry(_ say: @Sendable (inout ContextConfiguration.ComponentEntry, Bool) -> Void) {
        let silent = ContextConfiguration.ComponentEntry()
        var entry = silent
        say(&entry, true)
        let copy = entry
        #expect(entry != silent)
        say(&entry, false)
        #expect(entry == silent)
        #expect(copy != silent)
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
