package import IOCConfiguration
package import IOCModel
import IOCPlan

extension ApplicationContext {
    /// Answers why something in the context is as it is.
    /// - Parameter configuration: What the context was made of.
    package func explainer(_ configuration: ContextConfiguration) -> Explainer {
        let registry = core.registry
        return Explainer(
            graph, leftOut: registry.summary.decisions.filter { !$0.isIn }.map(\.leftOut),
            said: { configuration.said(of: $0) },
            setting: { [properties = registry.properties] in properties.explanation(of: $0, for: $1, configuration) })
    }
}
