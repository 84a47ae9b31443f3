import IOCModel
import IOCPlan

/// The wired graph of a context as plain values: every component, and where each of its properties leads.
public struct DependencyGraph: Sendable, Equatable {
    /// One component.
    public struct Component: Sendable, Equatable {
        /// The name it is registered under.
        public let name: String
        /// Its class, with module and outer types.
        public let typeName: String
        /// How long its instances live.
        public let scope: Scope
        /// Where it was declared.
        public let origin: String
        /// Its injection points, superclasses first, then what its construction was seen to look up.
        public let dependencies: [Dependency]
    }

    /// One injection point.
    public struct Dependency: Sendable, Equatable {
        /// The property's name; nil for a lookup that a construction made.
        public let property: String?
        /// What it takes: one component or none, all of a type, a provider.
        public let kind: Kind
        /// The names of the components it leads to.
        public let targets: [String]
        /// Whether a parent context supplies it.
        public let isInherited: Bool
        /// Whether the targets are candidates still, as no instance has told yet which name the property asks for.
        public let isOpen: Bool
    }

    /// What an injection point takes.
    public enum Kind: String, Sendable {
        /// One component.
        case one
        /// One component or none.
        case optional
        /// All components of a type.
        case all
        /// All components of a type by name.
        case allByName
        /// A component that is asked for later.
        case provider
        /// A component that a construction looked up in its context.
        case lookup
    }

    /// All components, by name.
    public let components: [Component]
    private let wired: WiredGraph

    /// - Parameters:
    ///   - wired: The graph to draw.
    ///   - scopes: The scope of each component.
    init(wired: WiredGraph, scopes: [Scope]) {
        self.wired = wired
        let names = wired.components.map(\.name)
        components = zip(wired.components, scopes).map { component, scope in
            Component(
                name: component.name, typeName: component.typeName, scope: scope, origin: component.origin,
                dependencies: component.dependencies.map { dependency in
                    Dependency(
                        property: dependency.property, kind: Kind(rawValue: dependency.kind.rawValue) ?? .one,
                        targets: dependency.targets.map { names[$0] }, isInherited: dependency.isInherited,
                        isOpen: dependency.isOpen)
                })
        }
    }

    /// Components that need each other in a circle: one shortest circle of each group, by name.
    public var cycles: [[String]] {
        wired.cycles.map { cycle in cycle.map { components[$0].name } }
    }
}

// MARK: Drawings

extension DependencyGraph {
    /// The graph as an indented tree: every component nobody depends on, with what it depends on below it.
    ///
    /// What was drawn before is named with `(above)`, what leads back to an ancestor with `(cycle)`.
    public var tree: String { wired.tree }

    /// The graph in Graphviz's language: dashed edges are providers, red ones close a circle.
    public var dot: String { wired.dot }

    /// The graph as a Mermaid flowchart.
    public var mermaid: String { wired.mermaid }

    /// The graph as JSON: `components`, each with `name`, `type`, `scope`, `origin` and `dependencies` (`property`,
    /// `kind`, `targets`; where they are known its `location` and what it gets `without` its one target, by the candidate rule:
    /// a `component`, a `fault`'s code, or nothing), and `cycles`.
    public var json: String { wired.json }

    /// The graph as one page that needs nothing else: a drawing of up to 400 components, and all of them to search, each
    /// with its dependencies, dependents, scope, origin and circles.
    public var html: String { wired.page(drawing: wired.drawing) }
}

extension ApplicationContext {
    /// Every definition: name, type, scope, origin, and the dependencies seen so far.
    public var definitions: [DependencyGraph.Component] { graph.components }

    /// The wired graph: what was chosen for every injection point, and the lookups seen so far.
    public var graph: DependencyGraph {
        let wiring = core.wiring
        let observed = core.observedDependencies
        let definitions = core.registry.definitions
        let byName = definitions.indices.sorted { definitions[$0].facts.name < definitions[$1].facts.name }
        var numbers = [Int](repeating: 0, count: definitions.count)
        for (number, index) in byName.enumerated() { numbers[index] = number }
        let conditions = Dictionary(
            core.registry.summary.decisions.filter(\.isIn).map { ($0.name, $0.reason) }, uniquingKeysWith: { $1 })
        let components = byName.map { index in
            let definition = definitions[index]
            let points = definition.plan?.facts ?? []
            let chosen = wiring.edges[index].enumerated().map { place, edge in
                // A patched context's edges may be of another class's points.
                guard place < points.count, points[place].property == edge.property else {
                    return WiredGraph.Dependency(edge)
                }
                return WiredGraph.Dependency(
                    edge, of: points[place], rule: core.registry.rule, hasParent: core.parent != nil)
            }
            let known = Set(wiring.edges[index].flatMap(\.targets))
            let seen = (observed[index] ?? []).subtracting(known).sorted().map { target in
                WiredGraph.Dependency(property: nil, kind: .lookup, targets: [target])
            }
            return WiredGraph.Component(
                name: definition.facts.name, typeName: definition.facts.typeName,
                scope: Scope(definition.facts.scope).description, origin: definition.facts.origin.description,
                condition: conditions[definition.facts.name],
                dependencies: (chosen + seen).map { $0.renumbered(numbers) })
        }
        return DependencyGraph(
            wired: WiredGraph(components: components), scopes: byName.map { Scope(definitions[$0].facts.scope) })
    }
}
