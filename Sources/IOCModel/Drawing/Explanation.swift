import IOCBase

/// An explanation of a component, an injection point or a setting, as text and JSON.
package struct Explanation: Sendable, Equatable, Encodable {
    /// One fact, such as "because: it is the only primary one".
    package struct Fact: Sendable, Equatable, Encodable {
        package let label, text: String

        package init(_ label: String, _ text: String) {
            self.label = label
            self.text = text
        }
    }

    /// The kind of the subject: `component`, `injection point` or `setting`.
    package let kind: String
    package let headline: String
    package var facts: [Fact]

    package init(kind: String, headline: String, facts: [Fact]) {
        self.kind = kind
        self.headline = headline
        self.facts = facts
    }

    /// The headline, and a line for each fact. Of consecutive equal labels, only the first is written.
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

    /// The sources of a setting, strongest first, each with its value.
    package var sources: [String] {
        facts.filter { ["from", "hides"].contains($0.label) }.map { "\($0.label) \($0.text)" }
    }
}

/// A component that is excluded from a context, with the reason.
package typealias LeftOut = (name: String, reason: String, origin: String)

/// The parts of a configuration that refer to one component, each with its place: the part that selects its class, and
/// the keys of the component's own entry.
package typealias ConfiguredFacts = (listing: String?, entry: [String])

/// The explanations of components, injection points and settings, with the reasons.
package struct Explainer: Sendable {
    private typealias Fact = Explanation.Fact

    package let graph: DependencyGraph
    private let leftOut: [LeftOut]
    package let said: @Sendable (_ component: DependencyGraph.Component) -> ConfiguredFacts
    package let setting: @Sendable (_ key: String, _ component: String?) -> Explanation?

    /// Creates an explainer.
    /// - Parameters:
    ///   - graph: The included components.
    ///   - leftOut: The excluded components, with the reasons.
    ///   - said: Returns the parts of the configuration that refer to a component.
    ///   - setting: Returns the explanation of a setting as a component reads it; nil if no source has the setting.
    package init(
        _ graph: DependencyGraph, leftOut: [LeftOut],
        said: @escaping @Sendable (_ component: DependencyGraph.Component) -> ConfiguredFacts,
        setting: @escaping @Sendable (_ key: String, _ component: String?) -> Explanation?
    ) {
        self.graph = graph
        self.leftOut = leftOut
        self.said = said
        self.setting = setting
    }

    /// All names that can be explained: components, excluded components, injection points, properties with settings,
    /// and keys of settings.
    package var subjects: [String] {
        let readings = graph.components.flatMap { component in
            component.properties.map { (name: "\(component.name).\($0.property)", key: $0.key) }
        }
        let points = graph.components.flatMap { component in
            [component.name] + component.dependencies.compactMap(\.property).map { "\(component.name).\($0)" }
        }
        return points + leftOut.map(\.name) + readings.map(\.name) + Set(readings.compactMap(\.key)).ordered()
    }

    /// Explains a component by its name, one of its injection points as `Shop.Checkout.gateway`, or a setting by its
    /// key or by the property that reads it.
    /// - Parameters:
    ///   - subject: The subject to explain. The simple name of a component is enough if no other component has it.
    ///   - other: A component. The explanation of an injection point then says why the point doesn't get it.
    /// - Throws: ``IOCError`` if nothing has the name.
    package func explanation(of subject: String, whyNot other: String? = nil) throws -> Explanation {
        if let component = component(named: subject) { return explanation(of: component) }
        if let dot = subject.lastIndex(of: "."), let component = component(named: String(subject[..<dot])) {
            let name = String(subject[dot...].dropFirst())
            if let point = component.dependencies.first(where: { $0.property == name }) {
                return explanation(of: point, in: component, whyNot: other)
            }
            if let property = component.properties.first(where: { $0.property == name }) {
                return explanation(of: property, in: component)
            }
        }
        if let out = leftOut.first(where: { Self.isName(subject, of: $0.name) }) {
            return Explanation(
                kind: "component", headline: "\(out.name) is out",
                facts: [Fact("because", out.reason), Fact("declared", out.origin)])
        }
        if let found = setting(subject, nil) { return found }
        throw IOCError(.subjectUnknown(subject)) { [subjects] in
            $0.suggestion = Suggestion.nearest(to: subject, among: subjects)
        }
    }

    private static func isName(_ text: String, of name: String) -> Bool { name == text || name.hasSuffix(".\(text)") }

    private func component(named name: String) -> DependencyGraph.Component? {
        if let exact = graph.numbers[name] { return graph.components[exact] }
        let found = graph.components.filter { Self.isName(name, of: $0.name) || Self.isName(name, of: $0.typeName) }
        return found.count == 1 ? found[0] : nil
    }

    private func explanation(of component: DependencyGraph.Component) -> Explanation {
        let said = said(component)
        var facts = [Fact("declared", component.origin)]
        let reasons = [component.condition, said.listing].compactMap(\.self)
        facts += (reasons.isEmpty ? ["nothing keeps it out"] : reasons).map { Fact("in, as", $0) }
        facts += said.entry.map { Fact("said", $0) }
        if !component.roles.isEmpty { facts.append(Fact("role", component.roles.joined(separator: ", "))) }
        let users = graph.components.flatMap { user in
            user.dependencies.filter { $0.targets.contains(component.name) }.map { point in
                "\(user.name).\(point.label)" + Self.place(point.location)
            }
        }
        facts += (users.isEmpty ? ["nothing"] : users).map { Fact("used by", $0) }
        facts += component.dependencies.map { Fact("needs", ".\($0.label): " + Self.targets(of: $0)) }
        facts += component.properties.map { property in
            let key = property.key.map { ": \($0)" } ?? ""
            let value = property.value.map { " = \($0)" } ?? ""
            return Fact("reads", ".\(property.property)" + key + value + Self.place(property.location))
        }
        let type = component.typeName == component.name ? "" : " \(component.typeName),"
        return Explanation(
            kind: "component",
            headline: "\(component.name) is\(type) a component of the scope \(component.lifetime.name)",
            facts: facts)
    }

    private static func place(_ location: String?) -> String { location.map { " (\($0))" } ?? "" }

    private static func targets(of point: DependencyGraph.Dependency) -> String {
        if point.isInherited { return "the parent context supplies it" }
        return point.targets.isEmpty ? "nothing" : point.targets.joined(separator: ", ")
    }

    private func explanation(
        of point: DependencyGraph.Dependency, in component: DependencyGraph.Component, whyNot other: String?
    ) -> Explanation {
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
        if let other { facts.append(Fact("why not", whyNot(other, point))) }
        if let next = point.substitute {
            let text = next.component.map { "\($0) would take its place" }
            let failure = next.fault.map { "booting would fail with \($0)" }
            facts.append(Fact("without", text ?? failure ?? "it would be empty"))
        }
        let wanted = point.wanted.map { " asks for \($0)" } ?? ""
        return Explanation(
            kind: "injection point", headline: "\(component.name).\(point.label)\(wanted) (\(point.kind.rawValue))",
            facts: facts)
    }

    private func whyNot(_ name: String, _ point: DependencyGraph.Dependency) -> String {
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

    private func explanation(
        of property: DependencyGraph.Property, in component: DependencyGraph.Component
    ) -> Explanation {
        var facts = property.location.map { [Fact("declared", $0)] } ?? []
        if let key = property.key {
            facts +=
                setting(key, component.name)?.facts
                ?? [Fact("is", "its default, because no source has the setting")]
        } else {
            facts.append(Fact("open", "its class conforms by hand, so only an instance shows the key"))
        }
        let read = property.key.map { "the setting \($0)" } ?? "a setting"
        return Explanation(
            kind: "setting", headline: "\(component.name).\(property.property) reads \(read)", facts: facts)
    }
}
