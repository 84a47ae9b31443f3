import Testing

@testable import IOCModel

@Suite("Explanations, fact for fact")
struct ExplanationTests {
    private typealias Dependency = DependencyGraph.Dependency
    private typealias Component = DependencyGraph.Component

    private static let leftOut = [
        LeftOut(name: "Old.Bank", reason: "the profile 'old' is off", origin: "class Old.Bank"),
        LeftOut(name: "Shop.Coin", reason: "a property is missing", origin: "class Shop.Coin"),
    ]

    /// A checkout that takes one gateway of several, all of its rules, and a clock that nobody is.
    private static var graph: DependencyGraph {
        func component(_ name: String, _ dependencies: [Dependency] = []) -> Component {
            Component(
                name: name, typeName: name.hasPrefix("Shop.") ? name : "Shop.Named", scope: .singleton,
                origin: "class \(name)", dependencies: dependencies)
        }
        var graph = DependencyGraph(components: [
            component(
                "Shop.Checkout",
                [
                    Dependency(property: "gateway", kind: .one, targets: [1]),
                    Dependency(property: "rules", kind: .all, targets: [4, 5]),
                    Dependency(property: "clock", kind: .optional, targets: []),
                    Dependency(property: "parent", kind: .one, targets: [], isInherited: true),
                    Dependency(property: "open", kind: .provider, targets: [1, 2], isOpen: true),
                ]), component("Shop.Visa"), component("Shop.Cash"), component("transfer"), component("Shop.Least"),
            component("Shop.Most"),
        ])
        func change(_ place: Int, _ change: (inout Dependency) -> Void) {
            change(&graph.components[0].dependencies[place])
        }
        change(0) {
            $0.location = "Checkout.swift:3"
            $0.wanted = "any Gateway"
            $0.reason = ChoiceReason(
                because: "it is the only primary one",
                others: [
                    .init(component: "Shop.Cash", lacks: "is not primary"),
                    .init(component: "transfer", lacks: "is a fallback"),
                ])
            $0.substitute = .component(2)
        }
        change(1) {
            $0.reason = ChoiceReason(because: "it takes all that fit", others: [])
            $0.substitute = .fault(.dependencyMissing)
        }
        change(2) { $0.substitute = .nothing }
        return graph
    }

    private func told(_ subject: String, whyNot other: String? = nil) -> [String] {
        let explanation = Self.graph.explanation(of: subject, whyNot: other, leftOut: Self.leftOut)
        return explanation.map { [$0.kind, $0.headline] + $0.facts.map { "\($0.label): \($0.text)" } } ?? []
    }

    @Test("An injection point is told with what it gets, why, who else fits, and what it would get without that")
    func points() {
        #expect(
            told("Checkout.gateway") == [
                "injection point", "Shop.Checkout.gateway asks for any Gateway (one)", "gets: Shop.Visa",
                "declared: Checkout.swift:3", "because: it is the only primary one",
                "not: Shop.Cash: it is not primary", "not: transfer: it is a fallback",
                "without: Shop.Cash would take its place",
            ])
        #expect(
            told("Shop.Checkout.rules") == [
                "injection point", "Shop.Checkout.rules (all)", "gets: Shop.Least, Shop.Most",
                "because: it takes all that fit", "without: booting would fail with dependency-missing",
            ])
        #expect(
            told("Checkout.clock") == [
                "injection point", "Shop.Checkout.clock (optional)", "gets: nothing", "because: nothing fits",
                "without: it would be empty",
            ])
        #expect(
            told("Checkout.parent") == [
                "injection point", "Shop.Checkout.parent (one)", "gets: the parent context supplies it",
            ])
        #expect(
            told("Checkout.open") == [
                "injection point", "Shop.Checkout.open (provider)", "gets one of: Shop.Visa, Shop.Cash",
                "because: no instance has told yet which name the property asks for",
            ])
        #expect(told("Checkout.nothing") == [] && told("Nobody.gateway") == [])
    }

    @Test(
        "Why a component is not what an injection point has is told of whoever one asks for",
        arguments: [
            ("gateway", "Visa", "Shop.Visa: it is what it gets"), ("rules", "Least", "Shop.Least: it is what it gets"),
            ("rules", "Shop.Most", "Shop.Most: it is what it gets"),
            ("gateway", "Cash", "Shop.Cash: it is not primary"), ("gateway", "transfer", "transfer: it is a fallback"),
            ("gateway", "Bank", "Old.Bank: it is out, as the profile 'old' is off (class Old.Bank)"),
            ("gateway", "Shop.Coin", "Shop.Coin: it is out, as a property is missing (class Shop.Coin)"),
            ("gateway", "Most", "Shop.Most: Shop.Most does not fit any Gateway"),
            ("rules", "transfer", "transfer: Shop.Named does not fit the type"),
            ("gateway", "Visas", "Visas: no component is called so"), ("clock", "", ": no component is called so"),
        ])
    func whyNot(point: String, other: String, expected: String) {
        let plain = told("Shop.Checkout.\(point)")
        let asked = told("Shop.Checkout.\(point)", whyNot: other)
        #expect(asked.filter { !plain.contains($0) } == ["why not: \(expected)"])
        #expect(asked.count == plain.count + 1)
    }

    @Test("A component is told with all who use it and all that it needs, and one that is out with the reason")
    func components() {
        #expect(
            told("Cash") == [
                "component", "Shop.Cash is a component of the scope singleton", "declared: class Shop.Cash",
                "in, as: nothing keeps it out", "used by: Shop.Checkout.open",
            ])
        #expect(
            told("Visa").dropFirst(4) == [
                "used by: Shop.Checkout.gateway (Checkout.swift:3)", "used by: Shop.Checkout.open",
            ])
        #expect(
            told("Shop.Checkout").dropFirst(4) == [
                "used by: nobody", "needs: .gateway: Shop.Visa", "needs: .rules: Shop.Least, Shop.Most",
                "needs: .clock: nothing", "needs: .parent: the parent context supplies it",
                "needs: .open: Shop.Visa, Shop.Cash",
            ])
        #expect(
            told("Coin") == [
                "component", "Shop.Coin is out", "because: a property is missing", "declared: class Shop.Coin",
            ])
        #expect(
            Self.graph.explainable.prefix(7) == [
                "Shop.Checkout", "Shop.Checkout.gateway", "Shop.Checkout.rules", "Shop.Checkout.clock",
                "Shop.Checkout.parent", "Shop.Checkout.open", "Shop.Visa",
            ])
    }
}
