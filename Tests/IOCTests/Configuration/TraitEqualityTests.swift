import IOC
import Testing

@Suite("Equality of traits and entries")
struct TraitEqualityTests {
    private final class Missing {}

    @Test("Traits are equal if they say the same, wherever they are written")
    func traits() {
        let traits: [ComponentTrait] = [
            .named("a"), .named("b"), .scope(.prototype), .scope(.request), .primary, .fallback, .order(3), .order(4),
            .lazy, .profile("p"), .profile("q"), .when(setting: "k", equals: 1), .when(setting: "k", equals: 2),
            .when(setting: "k"), .whenMissing(Missing.self), .whenMissing(Missing.self, ancestors: false),
            .dependsOn("x"), .dependsOn("x", "y"), .retry(attempts: 3), .retry(attempts: 4),
        ]
        for trait in traits { #expect(traits.filter { $0 == trait }.count == 1) }
        func named(_ line: UInt) -> ComponentTrait { .named("a", line: line) }
        #expect(named(1) == named(2))
        #expect(named(1) == "a")
    }

    @Test(
        "An entry that says one thing differs from an empty one, until that is taken back",
        arguments: [
            { $0.className = $1 ? "x" : nil }, { $0.scope = $1 ? .prototype : nil },
            { $0.isPrimary = $1 ? false : nil }, { $0.isFallback = $1 ? false : nil },
            { $0.order = $1 ? 0 : nil }, { $0.isLazy = $1 ? false : nil }, { $0.profiles = $1 ? [] : nil },
            { $0.when = $1 ? .init(setting: "x") : nil }, { $0.whenMissing = $1 ? "x" : nil },
            { $0.countsAncestors = !$1 }, { $0.dependsOn = $1 ? [] : nil },
            { $0.retry = $1 ? StartRetry(attempts: 1) : nil }, { $0.settings = $1 ? [:] : nil },
            { $0.overrides = $1 },
        ] as [@Sendable (inout ContextConfiguration.ComponentEntry, Bool) -> Void])
    func entries(say: @Sendable (inout ContextConfiguration.ComponentEntry, Bool) -> Void) {
        let silent = ContextConfiguration.ComponentEntry()
        var entry = silent
        say(&entry, true)
        let copy = entry
        #expect(entry != silent)
        say(&entry, false)
        #expect(entry == silent && copy != silent)
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
