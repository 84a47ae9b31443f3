import IOCBase

/// The wired graph as plain values: every component, and the components that fill its properties.
///
/// A running context has such a graph. The build-time check creates one from the sources.
public struct DependencyGraph: Sendable, Equatable {
    /// One component.
    public struct Component: Sendable, Equatable {
        /// The component's name.
        public let name: String
        /// The declared type of its instances, with module and outer types.
        public let typeName: String
        /// The lifetime of its instances.
        package let lifetime: ScopeFacts
        /// The place of its declaration.
        public let origin: String
        /// The class or function that declares it; nil if a definition does.
        package let declaration: String?
        /// The module of its type.
        var module: String {
            let name = typeName.hasPrefix("any ") ? typeName.dropFirst(4) : typeName[...]
            return String(name.prefix { $0 != "." })
        }
        /// The condition on which its inclusion depends, or the reason why the condition is met; nil if there is none.
        let condition: String?
        /// The profiles in its traits, as they are written: `production`, `!test`.
        let profiles: [String]
        /// The settings that it reads.
        package var properties: [Property]
        /// Its roles in starts and stops: `service`, `startable`, `stoppable`, and `created-at-start` if the start
        /// creates it.
        let roles: [String]
        /// The parts of the configuration that refer to it, each with its place; empty if they were not requested.
        package var said: [String] = []
        /// The times of its creation and start; nil if they were not measured.
        package var timings: Timings?
        /// Its injection points, those of superclasses first. After them, the components that its construction has
        /// looked up.
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

    /// A property whose value is a setting.
    package struct Property: Sendable, Equatable, Encodable {
        /// The property's name in the class.
        package var property: String
        /// The key of the setting; nil if it is unknown.
        package var key: String?
        /// The value, masked if it is secret; nil if there is no single value, or no running context.
        package var value: String?
        /// The place of the property's declaration.
        package var location: String?
        /// The sources that have the setting, strongest first; nil if they were not requested.
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

    /// An injection point of a component, or a lookup by its construction.
    public struct Dependency: Sendable, Equatable {
        /// The property's name; nil for a lookup by a construction.
        public let property: String?
        /// Its kind, such as one component, all components of a type, or a provider.
        public let kind: Kind
        /// The names of the components that fill it.
        public let targets: [String]
        /// True if a parent context supplies it.
        public let isInherited: Bool
        /// True if the targets are only candidates. The class then doesn't state whether its property asks for a name,
        /// and there is no instance yet.
        public let isOpen: Bool
        /// The place of the property's declaration.
        var location: String?
        /// The wanted type. For a collection, an optional or a provider it is the type of the element.
        var wanted: String?
        /// The reason for its targets, and the other candidates; nil if a parent supplies it, or if the reason is
        /// unknown.
        package internal(set) var reason: ChoiceReason?
        /// The component or the fault that the point would have without its only target; nil if it has several targets,
        /// or if this is unknown.
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

        /// The property's name, or a placeholder if there is none.
        var label: String { property ?? "(looked up)" }
        /// True if the component is looked up later.
        var isLater: Bool { kind == .provider }
    }

    /// The result of the candidate rule without the chosen component: a component, the code of a fault, or nothing.
    struct Substitute: Equatable, Encodable {
        var component: String?
        var fault: String?
    }

    /// The kind of an injection point. More kinds may be added.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind as the graph's JSON spells it.
        public let rawValue: String

        /// Creates a kind from its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One component.
        public static let one = Kind(rawValue: "one")
        /// One component or none.
        public static let optional = Kind(rawValue: "optional")
        /// The context that the component belongs to.
        public static let context = Kind(rawValue: "context")
        /// All components of a type.
        public static let all = Kind(rawValue: "all")
        /// All components of a type by name.
        public static let allByName = Kind(rawValue: "allByName")
        /// A component that is looked up later.
        public static let provider = Kind(rawValue: "provider")
        /// A component that a construction has looked up in its context.
        public static let lookup = Kind(rawValue: "lookup")
    }

    /// All components, by name.
    public package(set) var components: [Component]
    /// Cycles of components that depend on each other, sorted by the first name. Of cycles that are connected with each
    /// other, only one is listed.
    public let cycles: [[String]]
    /// The index of each component, by its name.
    let numbers: [String: Int]

    /// Creates a graph of components, and finds its cycles.
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
    /// Creates the dependency of an injection point, with the choice that the candidate rule would make without the
    /// chosen component.
    /// - Parameter hasParent: True if a parent context could supply the point if no candidate is left.
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
    /// A component has `name`, `type`, `module`, `scope`, `origin` and `dependencies`. It has `condition`, `profiles`,
    /// `roles` (`service`, `startable`, `stoppable`, `created-at-start`) and `properties` (`property`, `key`, `value`,
    /// `location`) only if they are not empty. Secret values are masked.
    ///
    /// A dependency has `property`, `kind` and `targets`. It has its `location`, its type as `wanted`, and the reason
    /// for its targets as `because` only if they are known. `others` are the other candidates, each with the trait that
    /// it `lacks`. `without` is the choice of the candidate rule without the only target: a `component`, the code of a
    /// `fault`, or an empty object. `inherited` is true if a parent context supplies the target. `open` is true if the
    /// targets are only candidates.
    ///
    /// On a live page, a component also has `timings`, and the configuration's entries for it as `said`. A property
    /// also has its `sources`.
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

/// The members of an object. Members without a value are left out.
private struct JSONObject: Encodable {
    let members: [String: (any Encodable)?]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for case (let name, let value?) in members { try container.encode(value, forKey: AnyCodingKey(name)) }
    }
}

/// A coding key with any name.
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

/// The indented JSON text of values, with sorted keys.
package enum JSONText {
    /// - Parameter value: A value of strings, numbers, lists and objects, which can always be encoded.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Only a failing `encode(to:)` and numbers such as `nan` make it throw, and neither occurs here.
        guard let data = try? encoder.encode(value) else { return "null\n" }
        return ShownText.json(String(decoding: data, as: UTF8.self)) + "\n"
    }
}
