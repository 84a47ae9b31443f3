import IOCConfiguration
package import IOCModel

extension ApplicationContext {
    /// Answers why something in the context is as it is.
    package var explainer: Explainer {
        let registry = core.registry
        let configuration = core.source?.configuration
        return Explainer(
            graph, leftOut: registry.summary.decisions.filter { !$0.isIn }.map(\.leftOut),
            said: { configuration?.said(of: $0) ?? ConfiguredFacts() },
            setting: { [settings = registry.settings] in settings.explanation(of: $0, for: $1) })
    }
}
