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

    /// What an injection point takes; there may be more one day.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind as the graph's JSON spells it.
        public let rawValue: String

        /// A kind by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One component.
        public static let one = Kind(rawValue: "one")
        /// One component or none.
        public static let optional = Kind(rawValue: "optional")
        /// All components of a type.
        public static let all = Kind(rawValue: "all")
        /// All components of a type by name.
        public static let allByName = Kind(rawValue: "allByName")
        /// A component that is asked for later.
        public static let provider = Kind(rawValue: "provider")
        /// A component that a construction looked up in its context.
        public static let lookup = Kind(rawValue: "lookup")
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
                        property: dependency.property, kind: Kind(rawValue: dependency.kind.rawValue),
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

    /// The graph as JSON: `components` and `cycles`.
    ///
    /// A component has `name`, `type`, `module`, `scope`, `origin` and `dependencies`, and where there are some `condition`,
    /// `profiles` and `properties` (`property`, `key`, `value`, `location`; secrets masked). A dependency has `property`, `kind`
    /// and `targets`, and where they are known its `location` and what it gets `without` its one target, by the candidate
    /// rule: a `component`, a `fault`'s code, or nothing.
    public var json: String { wired.json }

    /// The graph as one page that needs nothing else: a drawing of up to 400 components, or of the modules of more, and all
    /// of them to search, each with its dependencies, dependents, scope, origin and circles.
    public var html: String { wired.page() }

    /// The same page with what each component took.
    /// - Parameter timings: What has observed the context.
    /// - Returns: The page.
    public func html(timings: StartupTimings) -> String {
        func milliseconds(_ duration: Duration?) -> Double? { duration.map { $0 / .microseconds(1) / 1_000 } }
        let taken = timings.entries.map { entry in
            let timings = WiredGraph.Timings(
                made: milliseconds(entry.made), injected: milliseconds(entry.injected),
                started: milliseconds(entry.started))
            return (entry.component, timings)
        }
        return wired.timed(Dictionary(taken, uniquingKeysWith: { $1 })).page()
    }
}

extension ApplicationContext {
    /// The wired graph: what was chosen for every injection point, and the lookups seen so far.
    public var graph: DependencyGraph {
        let wiring = core.wiring
        let observed = core.known.observed
        let definitions = core.registry.definitions
        let byName = definitions.indices.sorted { definitions[$0].facts.name < definitions[$1].facts.name }
        var numbers = [Int](repeating: 0, count: definitions.count)
        for (number, index) in byName.enumerated() { numbers[index] = number }
        let decisions = Dictionary(
            core.registry.summary.decisions.filter(\.isIn).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let values = Dictionary(
            core.registry.properties.reported.properties.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        let components = byName.map { index in
            let definition = definitions[index]
            let facts = definition.facts
            let points = definition.plan?.facts ?? []
            var properties: [WiredGraph.Property] = []
            var dependencies: [WiredGraph.Dependency] = []
            for (place, edge) in wiring.edges[index].enumerated() {
                // A patched context's edges may be of another class's points.
                let point = place < points.count && points[place].property == edge.property ? points[place] : nil
                if edge.shape == .property {
                    properties.append(
                        WiredGraph.Property(
                            property: edge.property, key: point?.qualifier,
                            value: point?.qualifier.flatMap { values[$0] }, location: point?.location?.description))
                } else if let point {
                    dependencies.append(
                        WiredGraph.Dependency(
                            edge, of: point, rule: core.registry.rule, hasParent: core.parent != nil))
                } else {
                    dependencies.append(WiredGraph.Dependency(edge))
                }
            }
            let known = Set(wiring.edges[index].flatMap(\.targets))
            dependencies += (observed[index] ?? []).subtracting(known).sorted().map { target in
                WiredGraph.Dependency(property: nil, kind: .lookup, targets: [target])
            }
            let decision = decisions[facts.name]
            return WiredGraph.Component(
                name: facts.name, typeName: facts.typeName, scope: Scope(facts.scope).description,
                origin: facts.origin.description, condition: decision?.reason, profiles: decision?.profiles ?? [],
                properties: properties, dependencies: dependencies.map { $0.renumbered(numbers) })
        }
        return DependencyGraph(
            wired: WiredGraph(components: components), scopes: byName.map { Scope(definitions[$0].facts.scope) })
    }
}
