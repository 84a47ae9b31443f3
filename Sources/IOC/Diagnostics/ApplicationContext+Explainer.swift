import IOCConfiguration
package import IOCModel
import IOCPlan

extension ApplicationContext {
    /// Answers why something in the context is as it is.
    package var explainer: Explainer {
        let registry = core.registry
        let configuration = core.recipe?.original
        return Explainer(
            graph, leftOut: registry.summary.decisions.filter { !$0.isIn }.map(\.leftOut),
            said: { configuration?.said(of: $0) ?? ConfiguredFacts() },
            setting: { [properties = registry.properties] in properties.explanation(of: $0, for: $1, configuration) })
    }
}

extension ApplicationContext {
    /// Has a lazy component or a prototype tell what its properties ask for, where a subject is one of them.
    ///
    /// An instance is made by its `init()` alone, as boot makes singletons to hear the same, and goes at once. One of an
    /// assembly is not made, as its closure may do anything.
    /// - Parameter subject: The subject to explain, such as `Shop.Visit.hours`.
    func learn(about subject: String) {
        guard let dot = subject.lastIndex(of: ".") else { return }
        let name = subject[..<dot]
        for definition in core.registry.definitions where definition.isCalled(name) {
            guard case .component = definition.recipe, definition.plan?.namesAreKnown == false else { continue }
            // A read that fails in the `init()` gives up the thread, and the component has told nothing.
            try? ExpendableThread.run { [core] in core.maker.learn(definition) }
        }
    }
}

extension RegisteredDefinition {
    fileprivate func isCalled(_ name: Substring) -> Bool {
        [facts.name, facts.typeName].contains { $0 == name || $0.hasSuffix(".\(name)") }
    }
}

extension Maker {
    fileprivate func learn(_ definition: RegisteredDefinition) {
        try? ConstructionFrame.push(self, definition, nil) { _ in
            let instance = try definition.recipe.make(nil)
            _ = bindings[definition.index]?._withUnsafeGuaranteedRef { definition.plan?.bind(instance, to: $0) }
        }
        _ = known.rewire(definition) { core.registry.rewire(definition, in: &$0, parent: core.parent) }
    }
}
