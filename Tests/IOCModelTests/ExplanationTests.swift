import IOCManagement
import Testing

@testable import IOCModel

@Suite("Explanations, fact for fact")
struct ExplanationTests {
    private typealias Dependency = DependencyGraph.Dependency
    private typealias Component = DependencyGraph.Component

    private static let leftOut: [LeftOut] = [
        (name: "Old.Bank", reason: "the profile 'old' is off", origin: "class Old.Bank"),
        (name: "Shop.Coin", reason: "a setting is missing", origin: "class Shop.Coin"),
    ]

    /// A checkout that takes one gateway of several, all of its rules, and a clock that no component is.
    private static var graph: DependencyGraph {
        func component(_ name: String, _ dependencies: [Dependency] = []) -> Component {
            Component(
                name: name, typeName: name.hasPrefix("Shop.") ? name : "Shop.Named", scope: .singleton,
                origin: "class \(name)", dependencies: dependencies)
        }
        var gateway = Dependency(property: "gateway", kind: .one, targets: ["Shop.Visa"])
        gateway.location = "Checkout.swift:3"
        gateway.wanted = "any Gateway"
        gateway.reason = ChoiceReason(
            because: "it is the only primary one",
            others: [
                .init(component: "Shop.Cash", lacks: "is not primary"),
                .init(component: "transfer", lacks: "is a fallback"),
            ])
        gateway.substitute = .init(component: "Shop.Cash")
        var rules = Dependency(property: "rules", kind: .all, targets: ["Shop.Least", "Shop.Most"])
        rules.reason = ChoiceReason(because: "it takes all that fit", others: [])
        rules.substitute = .init(fault: "dependency-missing")
        var clock = Dependency(property: "clock", kind: .optional, targets: [])
        clock.substitute = .init()
        return DependencyGraph(components: [
            component(
                "Shop.Checkout",
                [
                    gateway, rules, clock, Dependency(property: "parent", kind: .one, targets: [], isInherited: true),
                    Dependency(property: "open", kind: .provider, targets: ["Shop.Visa", "Shop.Cash"], isOpen: true),
                ]), component("Shop.Visa"), component("Shop.Cash"), component("transfer"), component("Shop.Least"),
            component("Shop.Most"),
        ])
    }

    private static func plain(_ graph: DependencyGraph, leftOut: [LeftOut] = []) -> Explainer {
        Explainer(graph, leftOut: leftOut, said: { _ in (nil, []) }, setting: { _, _ in nil })
    }

    private func found(_ subject: String, whyNot other: String? = nil) -> [String] {
        let explanation = try? Self.plain(Self.graph, leftOut: Self.leftOut).explanation(of: subject, whyNot: other)
        return explanation.map { [$0.kind, $0.headline] + $0.facts.map { "\($0.label): \($0.text)" } } ?? []
    }

    @Test("The explanation of a property has its component, the reason, and the other candidates")
    func points() {
        #expect(
            found("Checkout.gateway") == [
                "injection point", "Shop.Checkout.gateway asks for any Gateway (one)", "gets: Shop.Visa",
                "declared: Checkout.swift:3", "because: it is the only primary one",
                "not: Shop.Cash: it is not primary", "not: transfer: it is a fallback",
                "without: Shop.Cash would take its place",
            ])
        #expect(
            found("Shop.Checkout.rules") == [
                "injection point", "Shop.Checkout.rules (all)", "gets: Shop.Least, Shop.Most",
                "because: it takes all that fit", "without: booting would fail with dependency-missing",
            ])
        #expect(
            found("Checkout.clock") == [
                "injection point", "Shop.Checkout.clock (optional)", "gets: nothing", "because: nothing fits",
                "without: it would be empty",
            ])
        #expect(
            found("Checkout.parent") == [
                "injection point", "Shop.Checkout.parent (one)", "gets: the parent context supplies it",
            ])
        #expect(
            found("Checkout.open") == [
                "injection point", "Shop.Checkout.open (provider)", "gets one of: Shop.Visa, Shop.Cash",
                "because: its class conforms by hand, so only an instance shows the name that it asks for",
            ])
        #expect(found("Checkout.nothing") == [] && found("Absent.gateway") == [])
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
        let plain = found("Shop.Checkout.\(point)")
        let asked = found("Shop.Checkout.\(point)", whyNot: other)
        #expect(asked.filter { !plain.contains($0) } == ["why not: \(expected)"])
        #expect(asked.count == plain.count + 1)
    }

    @Test("A component is found by the end of its name and by that of its class, while one alone has it")
    func ends() {
        func component(_ name: String, _ type: String, _ dependencies: [Dependency] = []) -> Component {
            Component(name: name, typeName: type, scope: .singleton, origin: "here", dependencies: dependencies)
        }
        let unexplained = Dependency(property: "p", kind: .one, targets: ["bank.second"])
        let graph = DependencyGraph(components: [
            component("bank.first", "Shop.Bank", [unexplained]), component("bank.second", "Shop.Other"),
            component("third", "Bank"),
        ])
        func found(_ subject: String) -> String? {
            (try? Self.plain(graph).explanation(of: subject))?.headline.split(separator: " ").first.map(String.init)
        }
        #expect(found("first") == "bank.first" && found("Other") == "bank.second" && found("Shop.Bank") == "bank.first")
        #expect(found("Bank") == nil && found("irst") == nil)
        let point = try? Self.plain(graph).explanation(of: "first.p")
        #expect(point?.facts.map(\.label) == ["gets"], "the reason is unknown")
    }

    @Test("The explanation of a component lists its dependents and dependencies, or why it is left out")
    func components() {
        #expect(
            found("Cash") == [
                "component", "Shop.Cash is a component of the scope singleton", "declared: class Shop.Cash",
                "in, as: nothing keeps it out", "used by: Shop.Checkout.open",
            ])
        #expect(
            found("Visa").dropFirst(4) == [
                "used by: Shop.Checkout.gateway (Checkout.swift:3)", "used by: Shop.Checkout.open",
            ])
        #expect(
            found("Shop.Checkout").dropFirst(4) == [
                "used by: nothing", "needs: .gateway: Shop.Visa", "needs: .rules: Shop.Least, Shop.Most",
                "needs: .clock: nothing", "needs: .parent: the parent context supplies it",
                "needs: .open: Shop.Visa, Shop.Cash",
            ])
        #expect(
            found("Coin") == [
                "component", "Shop.Coin is out", "because: a setting is missing", "declared: class Shop.Coin",
            ])
        #expect(
            Self.plain(Self.graph).subjects.prefix(7) == [
                "Shop.Checkout", "Shop.Checkout.gateway", "Shop.Checkout.rules", "Shop.Checkout.clock",
                "Shop.Checkout.parent", "Shop.Checkout.open", "Shop.Visa",
            ])
    }

    // MARK: With what the configuration says

    /// Two components that read properties; one setting has no value, and the keys of two are not known yet.
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
                    Dependency(property: "mail", kind: .one, targets: ["mail"]),
                    Dependency(property: nil, kind: .lookup, targets: ["mail"]),
                ]),
        ])
        return Explainer(graph, leftOut: leftOut) { component in
            component.name == "mail"
                ? ("the entry 'mail' names it", ["its order", "its scope"])
                : (nil, ["its dependsOn"])
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
        func found(_ subject: String) throws -> [String] {
            let explanation = try Self.explainer.explanation(of: subject)
            return [explanation.kind, explanation.headline] + explanation.facts.map { "\($0.label): \($0.text)" }
        }
        #expect(
            try found("mail") == [
                "component", "mail is Shop.Mail, a component of the scope prototype", "declared: Mail.swift:1",
                "in, as: the profile 'day' is active", "in, as: the entry 'mail' names it", "said: its order",
                "said: its scope", "role: service, startable", "used by: Shop.Till.mail",
                "used by: Shop.Till.(looked up)", "reads: .host: mail.host = \"h\" (Mail.swift:2)",
                "reads: .port: mail.port", "reads: .open (Mail.swift:4)", "reads: .key",
            ])
        #expect(
            try found("Till") == [
                "component", "Shop.Till is a component of the scope singleton", "declared: Till.swift:1",
                "in, as: nothing keeps it out", "said: its dependsOn", "used by: nothing", "needs: .mail: mail",
                "needs: .(looked up): mail", "reads: .port: till.port", "reads: .host: mail.host",
            ])
        let rest = ["hides: one", "hides: two", "then: y"]
        #expect(
            try found("Mail.host") == [
                "setting", "mail.host reads the setting mail.host", "declared: Mail.swift:2", "is: x",
                "from: mail's mail.host",
            ] + rest)
        #expect(
            try found("Till.host") == [
                "setting", "Shop.Till.host reads the setting mail.host", "is: x", "from: Shop.Till's mail.host",
            ] + rest)
        #expect(
            try found("till.port") == ["setting", "the setting till.port", "is: x", "from: anybody's till.port"] + rest
        )
        let unset = "is: its default, because no source has the setting"
        #expect(try found("mail.port") == ["setting", "mail.port reads the setting mail.port", unset])
        let open = "open: its class conforms by hand, so only an instance shows the key"
        #expect(try found("mail.open") == ["setting", "mail.open reads a setting", "declared: Mail.swift:4", open])
        #expect(try found("mail.key") == ["setting", "mail.key reads a setting", open])
        let error = try #require(throws: IOCError.self) { try found("mail.prt") }
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
                [
                    "from mail's mail.host, hides one, hides two", "its default, because no source has the setting",
                    "-", "-",
                ],
                [
                    "from Shop.Till's till.port, hides one, hides two",
                    "from Shop.Till's mail.host, hides one, hides two",
                ],
            ])
    }
}
