import IOCBase
import IOCConfiguration
public import IOCModel

extension ApplicationContext {
    /// The wired graph: what was chosen for every injection point, and the lookups seen so far.
    public var graph: DependencyGraph {
        let wiring = core.wiring
        let observed = core.dependencies.observed
        let definitions = core.registry.definitions
        let byName = definitions.indices.ordered { definitions[$0].facts.name < definitions[$1].facts.name }
        let decisions = Dictionary(
            core.registry.base.decisions.filter(\.isIn).map { ($0.component, $0) }, uniquingKeysWith: { $1 })
        let values = Dictionary(
            core.registry.settings.reported.settings.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        let components = byName.map { index in
            let definition = definitions[index]
            let facts = definition.facts
            let edges = wiring.edges[index]
            let properties = edges.map(\.point).filter { $0.shape == .setting }.map { point in
                DependencyGraph.Property(
                    property: point.property, key: point.qualifier, value: point.qualifier.flatMap { values[$0] },
                    location: point.location?.description)
            }
            let dependencies = edges.filter { $0.point.shape != .setting }.map { edge in
                DependencyGraph.Dependency(edge, rule: core.registry.rule, hasParent: core.parent != nil)
            }
            let lookups = (observed[index] ?? []).subtracting(edges.flatMap(\.targets)).ordered().map { target in
                DependencyGraph.Dependency(property: nil, kind: .lookup, targets: [definitions[target].facts.name])
            }
            let decision = decisions[facts.name]
            return DependencyGraph.Component(
                name: facts.name, typeName: facts.typeName, scope: facts.scope,
                origin: facts.origin.description, isDefined: definition.recipe.isDefinition,
                condition: decision?.reason, profiles: decision?.profiles ?? [], properties: properties,
                roles: Self.roles(of: TypeIdentity.type(facts.type))
                    + (core.registry.creations.contains(index) ? ["created-at-start"] : []),
                dependencies: dependencies + lookups)
        }
        return DependencyGraph(components: components)
    }

    /// The parts that instances of a type have in starts and stops.
    private static func roles(of type: Any.Type) -> [String] {
        let roles: [(Any.Type, String)] = [
            ((any IOCService).self, "service"), ((any Startable).self, "startable"),
            ((any Stoppable).self, "stoppable"),
        ]
        let records = ProgramRecords.current()
        return roles.filter { TypeFit.fits(type, $0.0, records: records) }.map(\.1)
    }
}

extension ApplicationContext {
    /// Answers why something in the context is as it is.
    package var explainer: Explainer {
        let registry = core.registry
        let configuration = core.source?.configuration
        return Explainer(
            graph,
            leftOut: registry.base.decisions.filter { !$0.isIn }.map { ($0.component, $0.reason, $0.origin) },
            said: { configuration?.said(of: $0) ?? (nil, []) },
            setting: { key, component in
                let facts = registry.definitions.first { $0.facts.name == component }?.facts
                let found = registry.settings.explanation(of: key, for: facts)
                return component == nil ? registry.explanation(of: key, found) : found
            })
    }
}

extension Registry {
    /// Adds to the explanation of a setting who reads it, and what it is if no source has it.
    /// - Parameter found: What the sources have; nil for nothing.
    /// - Returns: Nil if no source has the setting, and no component states that it reads it.
    fileprivate func explanation(of key: String, _ found: Explanation?) -> Explanation? {
        let readers = statedSettings.filter { $0.key == key }
        guard let first = readers.first else { return found }
        var result = found ?? Explanation(kind: "setting", headline: "the setting \(key)", facts: [])
        if found == nil {
            let value = settings.isSecret(SettingKey(key)) ? nil : first.defaultText?()
            let isOptional = first.type is any ExpressibleByNilLiteral.Type
            let state = first.defaultText != nil ? "its default" : isOptional ? "nil" : "missing"
            result.facts.append(
                .init("is", "\(state)\(value.map { ", \($0)," } ?? ",") because no source has the setting"))
        }
        result.facts += readers.map { reader in
            .init("read by", reader.point.label + (reader.point.location.map { " (\($0))" } ?? ""))
        }
        return result
    }
}
