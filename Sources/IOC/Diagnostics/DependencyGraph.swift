import IOCModel

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
}

extension ApplicationContext {
    /// Every definition: name, type, scope, origin, and the dependencies seen so far.
    public var definitions: [DependencyGraph.Component] { graph.components }

    /// The wired graph: what was chosen for every injection point, and the lookups seen so far.
    public var graph: DependencyGraph {
        let wiring = core.wiring
        let observed = core.observedDependencies
        let definitions = core.registry.definitions
        let components = definitions.map { definition in
            let chosen = wiring.edges[definition.index].filter { $0.shape != .property }.map { edge in
                DependencyGraph.Dependency(
                    property: edge.property, kind: DependencyGraph.Kind(edge.shape),
                    targets: edge.targets.map { definitions[$0].facts.name }, isInherited: edge.isInherited,
                    isOpen: edge.isOpen && edge.shape != .all && edge.shape != .allByName)
            }
            let known = Set(wiring.edges[definition.index].flatMap(\.targets))
            let seen = (observed[definition.index] ?? []).subtracting(known).sorted().map { target in
                DependencyGraph.Dependency(
                    property: nil, kind: .lookup, targets: [definitions[target].facts.name], isInherited: false,
                    isOpen: false)
            }
            return DependencyGraph.Component(
                name: definition.facts.name, typeName: definition.facts.typeName,
                scope: Scope(definition.facts.scope), origin: definition.facts.origin.description,
                dependencies: chosen + seen)
        }
        return DependencyGraph(components: components.sorted { $0.name < $1.name })
    }
}

extension DependencyGraph.Kind {
    fileprivate init(_ shape: InjectionShape) {
        self =
            switch shape {
            case .one, .property: .one
            case .optional: .optional
            case .all: .all
            case .allByName: .allByName
            case .provider, .optionalProvider: .provider
            }
    }
}
