import IOCManagement
import Testing

@testable import IOCModel

@Suite("Explanations of components, injection points and settings")
struct ExplanationTests {
    private typealias Dependency = DependencyGraph.Dependency

    private static func component(
        _ name: String, _ type: String? = nil, _ dependencies: [Dependency] = []
    ) -> DependencyGraph.Component {
        DependencyGraph.Component(
            name: name, typeName: type ?? name, scope: .singleton, origin: "class \(type ?? name)",
            dependencies: dependencies)
    }

    /// A checkout that takes one gateway of several, all of its rules, and a clock that no component is.
    private static var checkout: DependencyGraph.Component {
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
        let parent = Dependency(property: "parent", kind: .one, targets: [], isInherited: true)
        let open = Dependency(
            property: "open", kind: .provider, targets: ["Shop.Visa", "Shop.Cash"], isOpen: true)
        let unexplained = Dependency(property: "unexplained", kind: .one, targets: ["transfer"])
        return component("Shop.Checkout", nil, [gateway, rules, clock, parent, open, unexplained])
    }

    /// A component that reads settings: one has no value, and the keys of two are not known yet.
    private static var mail: DependencyGraph.Component {
        func property(
            _ name: String, _ key: String?, _ value: String? = nil, _ location: String? = nil
        ) -> DependencyGraph.Property {
            DependencyGraph.Property(property: name, key: key, value: value, location: location)
        }
        return DependencyGraph.Component(
            name: "mail", typeName: "Shop.Mail", scope: .prototype, origin: "Mail.swift:1",
            condition: "the profile 'day' is active",
            properties: [
                property("host", "mail.host", "\"h\"", "Mail.swift:2"), property("port", "mail.port"),
                property("open", nil, nil, "Mail.swift:4"), property("key", nil),
            ], roles: ["service", "startable"],
            dependencies: [Dependency(property: nil, kind: .lookup, targets: ["Shop.Visa"])])
    }

    private static let explainer = Explainer(
        DependencyGraph(
            components: [
                checkout, component("Shop.Visa"), component("Shop.Cash"),
                component("transfer", "Shop.Transfer"),
                component("Shop.Least"), component("Shop.Most"), mail, component("bank.first", "Shop.Bank"),
                component("third", "Bank"),
            ]),
        leftOut: [
            (name: "Old.Bank", reason: "the profile 'old' is off", origin: "class Old.Bank"),
            (name: "Shop.Coin", reason: "a setting is missing", origin: "class Shop.Coin"),
        ]
    ) { component in
        component.name == "mail"
            ? ("the entry 'mail' names it", ["its order", "its scope"]) : (nil, [])
    } setting: { key, component in
        guard key == "mail.host" else { return nil }
        let facts = [
            ("is", "x"), ("from", "\(component ?? "anybody")'s file"), ("hides", "one"), ("hides", "two"),
        ]
        return Explanation(
            kind: "setting", headline: "the setting \(key)", facts: facts.map { .init($0.0, $0.1) })
    }

    /// What is asked for, and what it does not get.
    private static let questions: [(subject: String, other: String?)] = [
        ("Checkout.gateway", nil), ("Shop.Checkout.rules", nil), ("Checkout.clock", nil),
        ("Checkout.parent", nil),
        ("Checkout.open", nil), ("Checkout.unexplained", nil), ("Shop.Checkout", nil), ("Visa", nil),
        ("Cash", nil),
        ("Coin", nil), ("mail", nil), ("first", nil), ("Transfer", nil), ("Shop.Bank", nil),
        ("Bank", nil),
        ("irst", nil), ("Mail.host", nil), ("mail.host", nil), ("mail.port", nil), ("mail.open", nil),
        ("mail.key", nil), ("mail.prt", nil), ("Checkout.nothing", nil), ("Absent.gateway", nil),
    ]
    private static let others: [(subject: String, other: String?)] = [
        ("gateway", "Visa"), ("rules", "Least"), ("rules", "Shop.Most"), ("gateway", "Cash"),
        ("gateway", "transfer"),
        ("gateway", "Old.Bank"), ("gateway", "Shop.Coin"), ("gateway", "Most"), ("rules", "transfer"),
        ("gateway", "Visas"), ("clock", ""),
    ].map { ("Checkout.\($0.0)", $0.1) }

    @Test("An explanation has its subject's facts and the reasons, every word")
    func kept() throws {
        let texts = (Self.questions + Self.others).map { subject, other in
            let text: String
            do {
                let found = try Self.explainer.explanation(of: subject, whyNot: other)
                text = "\(found.kind): \(found.text)"
            } catch { text = "\(error)" }
            return "# \(subject)\(other.map { ", not '\($0)'" } ?? "")\n\(text)\n"
        }
        try expectKept(texts.joined(separator: "\n"), "explanations.txt")
    }

    @Test(
        "Every component, point and setting can be asked for, and the page of the graph has what the explanation has"
    )
    func annotated() throws {
        let text =
            Self.explainer.subjects.joined(separator: "\n") + "\n" + Self.explainer.annotatedGraph.json
            + "\n"
        try expectKept(text, "annotated.txt")
    }
}
