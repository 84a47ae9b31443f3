import IOCBase

/// The wired graph of a context as plain values: every component, and where each of its properties leads.
///
/// A check of the sources comes to the same as a running context.
public struct DependencyGraph: Sendable, Equatable {
    /// One component.
    public struct Component: Sendable, Equatable {
        /// The name it is registered under.
        public let name: String
        /// Its class, with module and outer types.
        public let typeName: String
        /// The lifetime of its instances.
        package let lifetime: ScopeFacts
        /// Where it was declared.
        public let origin: String
        /// The class or function that declares it; nil if a definition does.
        package let declaration: String?
        /// The module of its class.
        var module: String {
            let name = typeName.hasPrefix("any ") ? typeName.dropFirst(4) : typeName[...]
            return String(name.prefix { $0 != "." })
        }
        /// The reason why it is in, where a condition has decided it, or what that hangs on.
        let condition: String?
        /// The profiles that it asks for, as they are written: `production`, `!test`.
        let profiles: [String]
        /// The settings that it reads.
        package var properties: [Property]
        /// The parts that it has in starts and stops: `service`, `startable`, `stoppable`, and `created-at-start` if
        /// the start creates it.
        let roles: [String]
        /// The parts of the configuration that are about it, each with its place; empty if they were not requested.
        package var said: [String] = []
        /// The time it took to come to be; nil if it was not measured.
        package var timings: Timings?
        /// Its injection points, superclasses first, then what its construction was seen to look up.
        public let dependencies: [Dependency]

        package init(
            name: String, typeName: String, scope: ScopeFacts, origin: String, declaration: String? = nil,
            condition: String? = nil, profiles: [String] = [], properties: [Property] = [], roles: [String] = [],
            dependencies: [Dependency]
        ) {
            self.roles = roles
            self.condition = condition
            self.profiles = profiles
            self.properties = properties
            self.name = name
            self.typeName = typeName
            lifetime = scope
            self.origin = origin
            self.declaration = declaration
            self.dependencies = dependencies
        }
    }

    /// A property with a setting that a component reads.
    package struct Property: Sendable, Equatable, Encodable {
        /// The property's name in the class.
        package var property: String
        /// The setting it reads, where they are known.
        package var key: String?
        /// The value as a report shows it; nil where there is no single one, or no run.
        package var value: String?
        /// Where the property is declared.
        package var location: String?
        /// The sources that have it, strongest first; nil if they were not requested.
        package var sources: [String]?

        package init(property: String, key: String?, value: String? = nil, location: String?) {
            self.property = property
            self.key = key
            self.value = value
            self.location = location
        }
    }

    /// The times that a component took, in milliseconds.
    package struct Timings: Sendable, Equatable, Encodable {
        package var made, injected, started: Double?

        package init(made: Double?, injected: Double?, started: Double?) {
            self.made = made
            self.injected = injected
            self.started = started
        }
    }

    /// One injection point.
    public struct Dependency: Sendable, Equatable {
        /// The property's name; nil for a lookup that a construction made.
        public let property: String?
        /// Its shape: one component or none, all of a type, a provider.
        public let kind: Kind
        /// The names of the components it leads to.
        public let targets: [String]
        /// True if a parent context supplies it.
        public let isInherited: Bool
        /// True if the targets are candidates still, as no instance has declared yet which name the property asks for.
        public let isOpen: Bool
        /// Where the property is declared.
        var location: String?
        /// The type that it asks for: the element's for a collection, an optional or a provider.
        var wanted: String?
        /// The reason why it has what it has, and what else fits; nil if a parent supplies it, or if it is unknown.
        package internal(set) var reason: ChoiceReason?
        /// The target if its only one is out; nil if it takes several, or if it is unknown.
        var substitute: Substitute?

        package init(
            property: String?, kind: Kind, targets: [String], isInherited: Bool = false, isOpen: Bool = false
        ) {
            self.property = property
            self.kind = kind
            self.targets = targets
            self.isInherited = isInherited
            self.isOpen = isOpen
        }

        /// The property, or what stands for it where there is none.
        var label: String { property ?? "(looked up)" }
        /// True if the component is asked for later.
        var isLater: Bool { kind == .provider }
    }

    /// The target of an injection point in place of its own: a component, the code of a fault, or nothing.
    struct Substitute: Equatable, Encodable {
        var component: String?
        var fault: String?
    }

    /// The shape of an injection point; there may be more one day.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind as the graph's JSON spells it.
        public let rawValue: String

        /// A kind by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One component.
        public static let one = Kind(rawValue: "one")
        /// One component or none.
        public static let optional = Kind(rawValue: "optional")
        /// The component's own context.
        public static let context = Kind(rawValue: "context")
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
    public package(set) var components: [Component]
    /// Components that need each other in a circle: one shortest circle of each group, by name.
    public let cycles: [[String]]
    /// The number of each component, by its name.
    let numbers: [String: Int]

    /// A graph of components, whose circles are looked for.
    package init(components: [Component]) {
        let numbers = Dictionary(
            components.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let walk = GraphWalk(
            successors: components.map { component in
                component.dependencies.filter { !$0.isLater }.flatMap(\.targets).compactMap { numbers[$0] }
            })
        self.components = components
        self.numbers = numbers
        cycles = walk.cycles.ordered { $0[0] < $1[0] }.map { $0.map { components[$0].name } }
    }
}

extension DependencyGraph.Dependency {
    /// The choice for an injection point, and that of the candidate rule if the chosen one is out.
    /// - Parameter hasParent: True if a parent context is asked if no candidate is left.
    package init(_ edge: Wiring.Edge, rule: CandidateRule, hasParent: Bool = false) {
        let point = edge.point
        self.init(
            property: point.property, kind: DependencyGraph.Kind(rawValue: point.shape.edgeKind),
            targets: edge.targets.map { rule.definitions[$0].name }, isInherited: edge.isInherited,
            isOpen: !edge.isCertain && !point.shape.isCollection)
        location = point.location?.description
        wanted = rule.types.name(of: point.wanted)
        if !isInherited { reason = rule.reason(for: point) }
        guard edge.targets.count == 1, !point.shape.isCollection else { return }
        let choice = rule.choose(point.wanted, qualifier: point.qualifier, without: edge.targets[0])
        substitute =
            switch choice {
            case .chosen(let other): .init(component: rule.definitions[other].name)
            case .missing where hasParent: nil
            case .missing where point.shape.mayBeEmpty: .init()
            default: .init(fault: rule.fault(of: choice, wanted: point.wanted)?.code.rawValue)
            }
    }
}

extension DependencyGraph {
    /// The graph as JSON: `components` and `cycles`.
    ///
    /// A component has `name`, `type`, `module`, `scope`, `origin` and `dependencies`, and where there are some `condition`,
    /// `profiles`, `roles` (`service`, `startable`, `stoppable`, `created-at-start`) and `properties` (`property`, `key`, `value`, `location`;
    /// secrets masked). A dependency has `property`, `kind` and `targets`, and where they are known its `location`, the type
    /// it has `wanted`, `because` of what it has that, which `others` fit and what each `lacks`, and what it gets `without`
    /// its one target, by the candidate rule: a `component`, a `fault`'s code, or nothing.
    ///
    /// That of a live page also has what the configuration has `said` of a component, and the `sources` of each setting.
    public var json: String {
        JSONText.of(JSONObject(members: ["components": components.map(\.written), "cycles": cycles]))
    }
}

extension DependencyGraph.Component {
    fileprivate var written: JSONObject {
        JSONObject(members: [
            "name": name, "type": typeName, "module": module, "scope": lifetime.name, "origin": origin,
            "condition": condition, "profiles": profiles.isEmpty ? nil : profiles,
            "properties": properties.isEmpty ? nil : properties, "roles": roles.isEmpty ? nil : roles,
            "said": said.isEmpty ? nil : said, "timings": timings, "dependencies": dependencies.map(\.written),
        ])
    }
}

extension DependencyGraph.Dependency {
    fileprivate var written: JSONObject {
        let others = reason?.others ?? []
        return JSONObject(members: [
            "property": property, "kind": kind.rawValue, "targets": targets, "inherited": isInherited ? true : nil,
            "open": isOpen ? true : nil, "location": location, "wanted": wanted, "because": reason?.because,
            "others": others.isEmpty ? nil : others, "without": substitute,
        ])
    }
}

/// The members of an object; those without a value are left out.
private struct JSONObject: Encodable {
    let members: [String: (any Encodable)?]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for case (let name, let value?) in members { try container.encode(value, forKey: AnyCodingKey(name)) }
    }
}

/// A key of any name.
package struct AnyCodingKey: CodingKey {
    package let stringValue: String
    package var intValue: Int?

    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

/// Values as JSON text for people and programs: indented, keys in order.
package enum JSONText {
    /// - Parameter value: A value of strings, numbers, lists and objects, which always can be written.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Only numbers that are no numbers and failing `encode(to:)`s make it throw, and neither is written here.
        guard let data = try? encoder.encode(value) else { return "null\n" }
        return ShownText.json(String(decoding: data, as: UTF8.self)) + "\n"
    }
}
