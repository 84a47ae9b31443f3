/// Components and where their properties lead, to draw: the same for a running context and for sources.
package struct WiredGraph: Sendable, Equatable {
    /// One component.
    package struct Component: Sendable, Equatable {
        /// The name it is registered under.
        package var name: String
        /// Its class.
        package var typeName: String
        /// How long its instances live.
        package var scope: String
        /// Where it was declared.
        package var origin: String
        /// The module of its class.
        package var module: String {
            let name = typeName.hasPrefix("any ") ? typeName.dropFirst(4) : typeName[...]
            return String(name.prefix { $0 != "." })
        }
        /// Why it is in, where a condition has decided it, or what that hangs on.
        package var condition: String?
        /// The profiles that it asks for, as they are written: `production`, `!test`.
        package var profiles: [String]
        /// The properties that it reads.
        package var properties: [Property]
        /// How long it took to come to be; nil where nobody has measured.
        package var timings: Timings?
        /// Where its properties lead.
        package var dependencies: [Dependency]

        package init(
            name: String, typeName: String, scope: String, origin: String, condition: String? = nil,
            profiles: [String] = [], properties: [Property] = [], dependencies: [Dependency]
        ) {
            self.condition = condition
            self.profiles = profiles
            self.properties = properties
            self.name = name
            self.typeName = typeName
            self.scope = scope
            self.origin = origin
            self.dependencies = dependencies
        }
    }

    /// One configured property that a component reads.
    package struct Property: Sendable, Equatable, Encodable {
        /// The property's name in the class.
        package var property: String
        /// What it reads, where that is known.
        package var key: String?
        /// The value as a report shows it; nil where there is no single one, or no run.
        package var value: String?
        /// Where the property is declared.
        package var location: String?

        package init(property: String, key: String?, value: String? = nil, location: String?) {
            self.property = property
            self.key = key
            self.value = value
            self.location = location
        }
    }

    /// What a component took, in milliseconds.
    package struct Timings: Sendable, Equatable, Encodable {
        package var made, injected, started: Double?

        package init(made: Double?, injected: Double?, started: Double?) {
            self.made = made
            self.injected = injected
            self.started = started
        }
    }

    /// One injection point.
    package struct Dependency: Sendable, Equatable {
        /// The property; nil for a lookup that a construction made.
        package var property: String?
        /// What it takes.
        package var kind: Kind
        /// The components it leads to, by their numbers.
        package var targets: [Int]
        /// Whether a parent context supplies it.
        package var isInherited: Bool
        /// Whether the targets are candidates still.
        package var isOpen: Bool
        /// Where the property is declared.
        package var location: String?
        /// What it gets if its one target is out; nil where it takes several, or nobody can tell.
        package var substitute: Substitute?

        package init(
            property: String?, kind: Kind, targets: [Int], isInherited: Bool = false, isOpen: Bool = false
        ) {
            self.property = property
            self.kind = kind
            self.targets = targets
            self.isInherited = isInherited
            self.isOpen = isOpen
        }

        /// What was chosen for an injection point.
        package init(_ edge: Wiring.Edge) {
            let isCollection = edge.shape.isCollection
            self.init(
                property: edge.property, kind: Kind(edge.shape), targets: edge.targets,
                isInherited: edge.isInherited, isOpen: edge.isOpen && !isCollection)
        }

        /// The property, or what stands for it where there is none.
        package var label: String { property ?? "(looked up)" }
        /// Whether the component is asked for later.
        package var isLater: Bool { kind == .provider }
    }

    /// What an injection point gets in place of what it has.
    package enum Substitute: Sendable, Equatable {
        case component(Int)
        case nothing
        /// A fault, by its code.
        case fault(String)
    }

    /// What an injection point takes.
    package enum Kind: String, Sendable {
        case one, optional, all, allByName, provider, lookup, property

        package init(_ shape: InjectionShape) {
            self =
                switch shape {
                case .one, .meaningless: .one
                case .optional: .optional
                case .all: .all
                case .allByName: .allByName
                case .provider, .optionalProvider, .deferredAll: .provider
                case .property: .property
                }
        }
    }

    /// All components.
    package private(set) var components: [Component]
    /// Components that need each other in a circle, by their numbers.
    package let cycles: [[Int]]

    /// A graph of components, whose circles are looked for.
    package init(components: [Component]) {
        self.components = components
        let walk = GraphWalk(
            successors: components.map { component in
                component.dependencies.flatMap { $0.isLater || $0.isInherited ? [] : $0.targets }
            })
        cycles = walk.groups.filter(walk.isCycle).map(walk.cycle).sorted { $0[0] < $1[0] }
    }

    /// The lines that close a circle, each by the numbers of its ends.
    var circularLines: Set<[Int]> {
        Set(cycles.flatMap { cycle in cycle.indices.map { [cycle[$0], cycle[($0 + 1) % cycle.count]] } })
    }

    /// The graph with what its components took, by name.
    package func timed(_ timings: [String: Timings]) -> Self {
        var result = self
        for index in components.indices { result.components[index].timings = timings[components[index].name] }
        return result
    }

    /// A component's name, and what the name does not tell of its class and scope, each on a line.
    static func caption(_ component: Component) -> String {
        var lines = [component.name]
        if component.typeName != component.name { lines.append(component.typeName) }
        if component.scope != "singleton" { lines.append(component.scope) }
        return lines.joined(separator: "\n")
    }
}
