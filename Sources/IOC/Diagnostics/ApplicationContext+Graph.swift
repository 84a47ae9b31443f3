import IOCBase
import IOCConfiguration
public import IOCModel

extension ApplicationContext {
    /// The wired graph: the chosen components of every injection point, and the lookups so far.
    public var graph: DependencyGraph {
        let wiring = core.shownWiring
        let sites = core.sites
        let byName = sites.indices.ordered { sites[$0].facts.name < sites[$1].facts.name }
        let decisions = Dictionary(
            core.plan.decisions.filter(\.isIn).map { ($0.component, $0) }, uniquingKeysWith: { $1 })
        let values = Dictionary(
            core.settings.reported.settings.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        let components = byName.map { index in
            let site = sites[index]
            let facts = site.facts
            let edges = wiring.edges[index]
            let properties = edges.map(\.point).filter { $0.shape == .setting }.map { point in
                DependencyGraph.Property(
                    property: point.property, key: point.qualifier, value: point.qualifier.flatMap { values[$0] },
                    location: point.location?.description)
            }
            let shown = edges.filter { $0.point.shape != .setting && $0.point.wanted != InjectionPoint.id }
            let dependencies = shown.map { edge in
                DependencyGraph.Dependency(edge, rule: core.rule, hasParent: core.parent != nil)
            }
            let lookups = Set(site.observedTargets).subtracting(edges.flatMap(\.targets)).ordered().map { target in
                DependencyGraph.Dependency(property: nil, kind: .lookup, targets: [sites[target].facts.name])
            }
            let decision = decisions[facts.name]
            let function = site.creation.kind == .function ? site.creation.constructed?.name : nil
            return DependencyGraph.Component(
                name: facts.name, typeName: facts.typeName, scope: facts.scope,
                origin: facts.origin.description,
                declaration: site.creation.kind == .definition ? nil : function ?? facts.typeName,
                condition: decision?.reason, profiles: decision?.profiles ?? [], properties: properties,
                roles: Self.roles(of: TypeIdentity.type(facts.type))
                    + (core.creations.contains(index) ? ["created-at-start"] : []),
                dependencies: dependencies + lookups)
        }
        return DependencyGraph(components: components)
    }

    /// Returns the roles of a type's instances in the start and the stop.
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
    /// The explainer of components, injection points and settings. It explains why each has its present state.
    package var explainer: Explainer {
        let configuration = core.source?.configuration
        return Explainer(
            graph,
            leftOut: core.plan.decisions.filter { !$0.isIn }.map { ($0.component, $0.reason, $0.origin) },
            said: { configuration?.said(of: $0) ?? (nil, []) },
            setting: { [core] key, component in
                let facts = core.sites.first { $0.facts.name == component }?.facts
                let found = core.settings.explanation(of: key, for: facts)
                return component == nil ? core.explanation(of: key, found) : found
            })
    }
}

extension ContextCore {
    /// Adds to the explanation of a setting which properties and parameters read it, and which value it has if no
    /// source has one.
    /// - Parameter found: The explanation of the values in the sources; nil if there are none.
    /// - Returns: The explanation; nil if no source has the setting, and no component declares it.
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
