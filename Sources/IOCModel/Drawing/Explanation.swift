/// An account of a component, an injection point or a setting, as text and JSON.
package struct Explanation: Sendable, Equatable, Encodable {
    /// One fact, such as "because: it is the only primary one".
    package struct Fact: Sendable, Equatable, Encodable {
        package let label, text: String

        package init(_ label: String, _ text: String) {
            self.label = label
            self.text = text
        }
    }

    /// The kind of the thing: `component`, `injection point` or `setting`.
    package let kind: String
    /// The headline.
    package let headline: String
    package var facts: [Fact]

    package init(kind: String, headline: String, facts: [Fact]) {
        self.kind = kind
        self.headline = headline
        self.facts = facts
    }

    /// The headline, and a line for each fact; a label that repeats is written once.
    package var text: String {
        let width = facts.map(\.label.count).max() ?? 0
        var lines = [ShownText.line(headline)]
        var last = ""
        for fact in facts {
            let label = fact.label == last ? "" : fact.label
            last = fact.label
            lines.append(
                "  " + label + String(repeating: " ", count: width - label.count + 2) + ShownText.line(fact.text))
        }
        return lines.joined(separator: "\n")
    }

    package var json: String { JSONText.of(self) }

    /// The sources of a setting, strongest first, each with its value there.
    package var sources: [String] {
        facts.filter { ["from", "hides"].contains($0.label) }.map { "\($0.label) \($0.text)" }
    }
}

/// A component that is out of a context, and why.
package struct LeftOut: Sendable {
    package let name, reason, origin: String

    package init(name: String, reason: String, origin: String) {
        self.name = name
        self.reason = reason
        self.origin = origin
    }
}

/// The parts of a configuration that are about one component.
package struct ConfiguredFacts: Sendable {
    /// The part that names the component's class, with its place; nil where none does.
    package let listing: String?
    /// The keys of the component's entry, each with its place.
    package let entry: [String]

    package init(listing: String? = nil, entry: [String] = []) {
        self.listing = listing
        self.entry = entry
    }
}

extension DependencyGraph {
    /// Explains a component by its name, or one of its injection points as `Shop.Checkout.gateway`.
    /// - Parameters:
    ///   - subject: The subject to explain; a class's simple name will do while it is unique.
    ///   - other: A component that an injection point might have had.
    /// - Returns: The explanation; nil where nothing is called so.
    package func explanation(
        of subject: String, whyNot other: String? = nil, leftOut: [LeftOut] = [],
        said: (_ component: Component) -> ConfiguredFacts = { _ in ConfiguredFacts() }
    ) -> Explanation? {
        if let component = component(named: subject) { return explanation(of: component, said(component)) }
        if let dot = subject.lastIndex(of: "."), let component = component(named: String(subject[..<dot])),
            let point = component.dependencies.first(where: { $0.property == String(subject[dot...].dropFirst()) })
        {
            return explanation(of: point, in: component, whyNot: other, leftOut)
        }
        guard let out = leftOut.first(where: { Self.isName(subject, of: $0.name) }) else { return nil }
        return Explanation(
            kind: "component", headline: "\(out.name) is out",
            facts: [.init("because", out.reason), .init("declared", out.origin)])
    }

    /// All that can be explained, for suggestions.
    package var explainable: [String] {
        components.flatMap { component in
            [component.name]
                + component.dependencies.compactMap { point in point.property.map { "\(component.name).\($0)" } }
        }
    }

    private static func isName(_ text: String, of name: String) -> Bool { name == text || name.hasSuffix(".\(text)") }

    private func component(named name: String) -> Component? {
        if let exact = components.first(where: { $0.name == name }) { return exact }
        let found = components.filter { Self.isName(name, of: $0.name) || Self.isName(name, of: $0.typeName) }
        return found.count == 1 ? found[0] : nil
    }

    /// The setting that a wrapper reads, by the wrapper's name as `Shop.Checkout.port`.
    func reading(_ subject: String) -> (component: Component, property: Property)? {
        guard let dot = subject.lastIndex(of: "."), let component = component(named: String(subject[..<dot])) else {
            return nil
        }
        let name = subject[dot...].dropFirst()
        return component.properties.first { $0.property == name }.map { (component, $0) }
    }

    private func explanation(of component: Component, _ said: ConfiguredFacts) -> Explanation {
        typealias Fact = Explanation.Fact
        var facts = [Fact("declared", component.origin)]
        let reasons = [component.condition, said.listing].compactMap(\.self)
        facts += (reasons.isEmpty ? ["nothing keeps it out"] : reasons).map { Fact("in, as", $0) }
        facts += said.entry.map { Fact("said", $0) }
        if !component.roles.isEmpty { facts.append(Fact("role", component.roles.joined(separator: ", "))) }
        let users = components.flatMap { user in
            user.dependencies.filter { $0.targets.contains(component.name) }.map { (user.name, $0) }
        }
        facts += users.map { Fact("used by", "\($0).\($1.label)" + ($1.location.map { " (\($0))" } ?? "")) }
        if users.isEmpty { facts.append(Fact("used by", "nobody")) }
        facts += component.dependencies.compactMap { point in
            Fact("needs", ".\(point.label): " + Self.targets(of: point))
        }
        facts += component.properties.map { property in
            Fact(
                "reads",
                ".\(property.property)" + (property.key.map { ": \($0)" } ?? "")
                    + (property.value.map { " = \($0)" } ?? "") + (property.location.map { " (\($0))" } ?? ""))
        }
        let type = component.typeName == component.name ? "" : " \(component.typeName),"
        return Explanation(
            kind: "component",
            headline: "\(component.name) is\(type) a component of the scope \(component.lifetime.name)",
            facts: facts)
    }

    private static func targets(of point: Dependency) -> String {
        if point.isInherited { return "the parent context supplies it" }
        return point.targets.isEmpty ? "nothing" : point.targets.joined(separator: ", ")
    }

    private func explanation(
        of point: Dependency, in component: Component, whyNot other: String?, _ leftOut: [LeftOut]
    ) -> Explanation {
        typealias Fact = Explanation.Fact
        var facts = [Fact(point.isOpen ? "gets one of" : "gets", Self.targets(of: point))]
        if let location = point.location { facts.append(Fact("declared", location)) }
        if point.isOpen {
            facts.append(
                Fact("because", "its class conforms by hand, so only an instance shows the name that it asks for"))
        } else if let reason = point.reason {
            facts.append(Fact("because", reason.because))
        } else if point.targets.isEmpty, !point.isInherited {
            facts.append(Fact("because", "nothing fits"))
        }
        facts += (point.reason?.others ?? []).map { Fact("not", "\($0.component): it \($0.lacks)") }
        if let other, let text = whyNot(other, point, leftOut) { facts.append(Fact("why not", text)) }
        switch point.substitute {
        case .component(let next): facts.append(Fact("without", "\(components[next].name) would take its place"))
        case .fault(let code): facts.append(Fact("without", "booting would fail with \(code.rawValue)"))
        case .nothing: facts.append(Fact("without", "it would be empty"))
        case nil: break
        }
        let wanted = point.wanted.map { " asks for \($0)" } ?? ""
        return Explanation(
            kind: "injection point", headline: "\(component.name).\(point.label)\(wanted) (\(point.kind.rawValue))",
            facts: facts)
    }

    private func whyNot(_ name: String, _ point: Dependency, _ leftOut: [LeftOut]) -> String? {
        if let target = point.targets.first(where: { Self.isName(name, of: $0) }) {
            return "\(target): it is what it gets"
        }
        if let other = point.reason?.others.first(where: { Self.isName(name, of: $0.component) }) {
            return "\(other.component): it \(other.lacks)"
        }
        if let out = leftOut.first(where: { Self.isName(name, of: $0.name) }) {
            return "\(out.name): it is out, as \(out.reason) (\(out.origin))"
        }
        guard let component = component(named: name) else { return "\(name): no component is called so" }
        return "\(component.name): \(component.typeName) does not fit \(point.wanted ?? "the type")"
    }
}
