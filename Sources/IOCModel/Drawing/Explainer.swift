import IOCBase

/// Answers why a component, an injection point or a setting is as it is, from sources or from a running program.
package struct Explainer: Sendable {
    package let graph: DependencyGraph
    private let leftOut: [LeftOut]
    package let said: @Sendable (_ component: DependencyGraph.Component) -> ConfiguredFacts
    package let setting: @Sendable (_ key: String, _ component: String?) -> Explanation?

    /// Creates an explainer.
    /// - Parameters:
    ///   - graph: The components that are in.
    ///   - leftOut: The components that are out, and why.
    ///   - said: The configuration's entry of a component.
    ///   - setting: Explains a setting, as a component sees it; nil where nobody has it.
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

    /// The names of all components, those that are out among them, of their injection points, and of the settings they read.
    package var subjects: [String] {
        let readings = graph.components.flatMap { component in
            component.properties.map { (name: "\(component.name).\($0.property)", key: $0.key) }
        }
        return graph.explainable + leftOut.map(\.name) + readings.map(\.name)
            + Set(readings.compactMap(\.key)).ordered()
    }

    /// Explains a subject.
    /// - Parameter other: A component that the injection point might have had.
    /// - Throws: ``IOCError`` where nothing is called so.
    package func explanation(of subject: String, whyNot other: String? = nil) throws -> Explanation {
        let found = graph.explanation(of: subject, whyNot: other, leftOut: leftOut, said: said)
        if let found = found ?? explanation(ofReading: subject) ?? setting(subject, nil) { return found }
        throw IOCError(.subjectUnknown(subject), suggestion: Suggestion.nearest(to: subject, among: subjects))
    }

    private func explanation(ofReading subject: String) -> Explanation? {
        guard let (component, property) = graph.reading(subject) else { return nil }
        var facts = property.location.map { [Explanation.Fact("declared", $0)] } ?? []
        if let key = property.key {
            let sources = setting(key, component.name)?.facts
            facts += sources ?? [Explanation.Fact("is", "its default, as nobody has the setting")]
        } else {
            facts.append(
                Explanation.Fact("open", "its class conforms by hand, so only an instance shows the key"))
        }
        let read = property.key.map { "the setting \($0)" } ?? "a setting"
        return Explanation(
            kind: "setting", headline: "\(component.name).\(property.property) reads \(read)", facts: facts)
    }
}
