/// The identity of a type inside one graph: the metadata's address in a running program, an interned number in the
/// source tool.
package struct TypeID: Hashable, Sendable {
    package let rawValue: UInt

    package init(_ rawValue: UInt) {
        self.rawValue = rawValue
    }
}

/// How long an instance lives and who shares it.
package enum ScopeFacts: Hashable, Sendable {
    case singleton
    case lazySingleton
    case prototype

    package var name: String {
        switch self {
        case .singleton: "singleton"
        case .lazySingleton: "lazySingleton"
        case .prototype: "prototype"
        }
    }

    package init?(name: String) {
        switch name {
        case "singleton": self = .singleton
        case "lazySingleton": self = .lazySingleton
        case "prototype": self = .prototype
        default: return nil
        }
    }

    package static let names = ["singleton", "lazySingleton", "prototype"]
}

/// What everything that is declared ends as: one component the container can make.
package struct DefinitionFacts: Sendable {
    /// The name it is registered under: the one it was given, else the qualified name of its class.
    package var name: String
    /// The class's name without its module and outer types; it works as a name while it is unique.
    package var simpleName: String
    package var isNamedExplicitly: Bool
    package var type: TypeID
    package var typeName: String
    package var scope: ScopeFacts
    package var isPrimary: Bool
    package var isFallback: Bool
    package var order: Int
    /// Names of components that start before this one.
    package var dependsOn: [String]
    package var origin: Origin

    package init(
        name: String, simpleName: String, isNamedExplicitly: Bool = false, type: TypeID, typeName: String,
        scope: ScopeFacts = .singleton, isPrimary: Bool = false, isFallback: Bool = false, order: Int = 0,
        dependsOn: [String] = [], origin: Origin
    ) {
        self.name = name
        self.simpleName = simpleName
        self.isNamedExplicitly = isNamedExplicitly
        self.type = type
        self.typeName = typeName
        self.scope = scope
        self.isPrimary = isPrimary
        self.isFallback = isFallback
        self.order = order
        self.dependsOn = dependsOn
        self.origin = origin
    }

    /// Components are listed everywhere by `order`, then by name.
    package static func precedes(_ left: DefinitionFacts, _ right: DefinitionFacts) -> Bool {
        left.order != right.order ? left.order < right.order : left.name < right.name
    }
}

/// What an injection point takes: one instance, one or none, all, all by name, or a way to ask later.
package enum InjectionShape: Hashable, Sendable {
    case one
    case optional
    case all
    case allByName
    case provider
    case optionalProvider
}

/// One wrapped property of a class.
package struct InjectionPointFacts: Sendable {
    /// The name of the type that declares the property: a superclass for an inherited one.
    package var owner: String
    package var property: String
    package var location: SourceLocation?
    /// The type asked for: the element's for a collection, an optional or a provider.
    package var wanted: TypeID
    package var shape: InjectionShape
    /// The name the property asks for, once an instance has told it.
    package var qualifier: String?
    /// False while only field metadata was seen, which does not tell whether there is a qualifier.
    package var isQualifierKnown: Bool

    package init(
        owner: String, property: String, location: SourceLocation? = nil, wanted: TypeID, shape: InjectionShape,
        qualifier: String? = nil, isQualifierKnown: Bool = true
    ) {
        self.owner = owner
        self.property = property
        self.location = location
        self.wanted = wanted
        self.shape = shape
        self.qualifier = qualifier
        self.isQualifierKnown = isQualifierKnown
    }

    /// `Owner.property`, as every message calls it.
    package var label: String { "\(owner).\(property)" }
}
