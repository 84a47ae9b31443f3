import IOCManagement
import Testing

@testable import IOCModel

@Suite("Explanations, fact for fact")
struct ExplanationTests {
    private typealias Dependency = DependencyGraph.Dependency
    private typealias Component = DependencyGraph.Component

    private static let leftOut = [
        LeftOut(name: "Old.Bank", reason: "the profile 'old' is off", origin: "class Old.Bank"),
        LeftOut(name: "Shop.Coin", reason: "a setting is missing", origin: "class Shop.Coin"),
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

    @Test("The explanation of a property has its component, the reason, and the other candidates")
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
                "because: its class conforms by hand, so only an instance shows the name that it asks for",
            ])
        #expect(told("Checkout.nothing") == [] && told("Nobody.gateway") == [])
    }

    @Test(
        "An explanation says why another component was not chosen",
        arguments: [
            ("gateway", "Visa", "Shop.Visa: it is what it gets"), ("rules", "Least", "Shop.Least: it is what it gets"),
            ("rules", "Shop.Most", "Shop.Most: it is what it gets"),
            ("gateway", "Cash", "Shop.Cash: it is not primary"), ("gateway", "transfer", "transfer: it is a fallback"),
            ("gateway", "Bank", "Old.Bank: it is out, as the profile 'old' is off (class Old.Bank)"),
            ("gateway", "Shop.Coin", "Shop.Coin: it is out, as a setting is missing (class Shop.Coin)"),
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

    @Test("A component is found by the end of its name and by that of its class, while one alone has it")
    func ends() {
        func component(_ name: String, _ type: String, _ dependencies: [Dependency] = []) -> Component {
            Component(name: name, typeName: type, scope: .singleton, origin: "here", dependencies: dependencies)
        }
        let unexplained = Dependency(property: "p", kind: .one, targets: [1])
        let graph = DependencyGraph(components: [
            component("bank.first", "Shop.Bank", [unexplained]), component("bank.second", "Shop.Other"),
            component("third", "Bank"),
        ])
        func told(_ subject: String) -> String? {
            graph.explanation(of: subject)?.headline.split(separator: " ").first.map(String.init)
        }
        #expect(told("first") == "bank.first" && told("Other") == "bank.second" && told("Shop.Bank") == "bank.first")
        #expect(told("Bank") == nil && told("irst") == nil)
        #expect(graph.explanation(of: "first.p")?.facts.map(\.label) == ["gets"], "nobody knows why it has that")
    }

    @Test("The explanation of a component lists its dependents and dependencies, or why it is left out")
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
                "component", "Shop.Coin is out", "because: a setting is missing", "declared: class Shop.Coin",
            ])
        #expect(
            Self.graph.explainable.prefix(7) == [
                "Shop.Checkout", "Shop.Checkout.gateway", "Shop.Checkout.rules", "Shop.Checkout.clock",
                "Shop.Checkout.parent", "Shop.Checkout.open", "Shop.Visa",
            ])
    }

    // MARK: With what the configuration says

    /// Two components that read properties; of one property nobody has a value, and of two the key is not known yet.
    private static var explainer: Explainer {
        func property(
            _ name: String, _ key: String?, _ value: String? = nil, _ location: String? = nil
        ) -> DependencyGraph.Property {
            DependencyGraph.Property(property: name, key: key, value: value, location: location)
        }
        let graph = DependencyGraph(components: [
            Component(
                name: "mail", typeName: "Shop.Mail", scope: .prototype, origin: "Mail.swift:1",
                condition: "the profile 'day' is active",
                properties: [
                    property("host", "mail.host", "\"h\"", "Mail.swift:2"), property("port", "mail.port"),
                    property("open", nil, nil, "Mail.swift:4"), property("key", nil),
                ], roles: ["service", "startable"], dependencies: []),
            Component(
                name: "Shop.Till", typeName: "Shop.Till", scope: .singleton, origin: "Till.swift:1",
                properties: [property("port", "till.port"), property("host", "mail.host")],
                dependencies: [
                    Dependency(property: "mail", kind: .one, targets: [0]),
                    Dependency(property: nil, kind: .lookup, targets: [0]),
                ]),
        ])
        return Explainer(graph, leftOut: leftOut) { component in
            component.name == "mail"
                ? ConfiguredFacts(listing: "the entry 'mail' names it", entry: ["its order", "its scope"])
                : ConfiguredFacts(entry: ["its dependsOn"])
        } setting: { key, component in
            guard ["mail.host", "till.port"].contains(key) else { return nil }
            let facts = ["is x", "from \(component ?? "anybody")'s \(key)", "hides one", "hides two", "then y"]
            return Explanation(
                kind: "setting", headline: "the setting \(key)",
                facts: facts.map { fact in
                    let words = fact.split(separator: " ", maxSplits: 1).map(String.init)
                    return .init(words[0], words[1])
                })
        }
    }

    @Test("The explanation of a component has its configuration, dependencies, dependents and settings")
    func whole() throws {
        func told(_ subject: String) throws -> [String] {
            let explanation = try Self.explainer.explanation(of: subject)
            return [explanation.kind, explanation.headline] + explanation.facts.map { "\($0.label): \($0.text)" }
        }
        #expect(
            try told("mail") == [
                "component", "mail is Shop.Mail, a component of the scope prototype", "declared: Mail.swift:1",
                "in, as: the profile 'day' is active", "in, as: the entry 'mail' names it", "said: its order",
                "said: its scope", "role: service, startable", "used by: Shop.Till.mail",
                "used by: Shop.Till.(looked up)", "reads: .host: mail.host = \"h\" (Mail.swift:2)",
                "reads: .port: mail.port", "reads: .open (Mail.swift:4)", "reads: .key",
            ])
        #expect(
            try told("Till") == [
                "component", "Shop.Till is a component of the scope singleton", "declared: Till.swift:1",
                "in, as: nothing keeps it out", "said: its dependsOn", "used by: nobody", "needs: .mail: mail",
                "needs: .(looked up): mail", "reads: .port: till.port", "reads: .host: mail.host",
            ])
        let rest = ["hides: one", "hides: two", "then: y"]
        #expect(
            try told("Mail.host") == [
                "setting", "mail.host reads the setting mail.host", "declared: Mail.swift:2", "is: x",
                "from: mail's mail.host",
            ] + rest)
        #expect(
            try told("Till.host") == [
                "setting", "Shop.Till.host reads the setting mail.host", "is: x", "from: Shop.Till's mail.host",
            ] + rest)
        #expect(
            try told("till.port") == ["setting", "the setting till.port", "is: x", "from: anybody's till.port"] + rest
        )
        let unset = "is: its default, as nobody has the setting"
        #expect(try told("mail.port") == ["setting", "mail.port reads the setting mail.port", unset])
        let open = "open: its class conforms by hand, so only an instance shows the key"
        #expect(try told("mail.open") == ["setting", "mail.open reads a setting", "declared: Mail.swift:4", open])
        #expect(try told("mail.key") == ["setting", "mail.key reads a setting", open])
        let error = try #require(throws: IOCError.self) { try told("mail.prt") }
        #expect(error.faults.map { "\($0.code) \($0.suggestion ?? "")" } == ["subject-unknown mail.port"])
        #expect(
            try Self.explainer.explanation(of: "mail.host").text == """
                mail.host reads the setting mail.host
                  declared  Mail.swift:2
                  is        x
                  from      mail's mail.host
                  hides     one
                            two
                  then      y
                """)
    }

    @Test("Every component and setting has an explanation, which the page of the graph shows")
    func annotated() {
        let explainer = Self.explainer
        #expect(
            explainer.subjects == [
                "mail", "Shop.Till", "Shop.Till.mail", "Old.Bank", "Shop.Coin", "mail.host", "mail.port", "mail.open",
                "mail.key", "Shop.Till.port", "Shop.Till.host", "mail.host", "mail.port", "till.port",
            ])
        let graph = explainer.annotatedGraph
        #expect(
            graph.components.map(\.said) == [
                ["the entry 'mail' names it", "its order", "its scope"], ["its dependsOn"],
            ])
        #expect(
            graph.components.map { $0.properties.map { $0.sources?.joined(separator: ", ") ?? "-" } } == [
                ["from mail's mail.host, hides one, hides two", "its default, as nobody has the setting", "-", "-"],
                [
                    "from Shop.Till's till.port, hides one, hides two",
                    "from Shop.Till's mail.host, hides one, hides two",
                ],
            ])
    }
}
