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
    case weakSingleton
    case objectGraph
    case prototype
    /// One for as long as something outside the container says, such as a request.
    case custom(String)

    package var name: String {
        switch self {
        case .singleton: "singleton"
        case .lazySingleton: "lazySingleton"
        case .weakSingleton: "weakSingleton"
        case .objectGraph: "objectGraph"
        case .prototype: "prototype"
        case .custom(let name): name
        }
    }

    /// The scope of a name; custom scopes but `request` are made in code only.
    package init?(name: String) {
        guard let scope = Self.nameable.first(where: { $0.name == name }) else { return nil }
        self = scope
    }

    package static let request = ScopeFacts.custom("request")

    /// A scope but for the name of a custom one, in a byte.
    package enum Kind: UInt8, Sendable {
        case singleton, lazySingleton, weakSingleton, objectGraph, prototype, custom
    }

    package var kind: Kind {
        switch self {
        case .singleton: .singleton
        case .lazySingleton: .lazySingleton
        case .weakSingleton: .weakSingleton
        case .objectGraph: .objectGraph
        case .prototype: .prototype
        case .custom: .custom
        }
    }

    /// The scope of a kind; the name is that of a custom one.
    package init(_ kind: Kind, named name: @autoclosure () -> String) {
        self =
            switch kind {
            case .singleton: .singleton
            case .lazySingleton: .lazySingleton
            case .weakSingleton: .weakSingleton
            case .objectGraph: .objectGraph
            case .prototype: .prototype
            case .custom: .custom(name())
            }
    }

    private static let nameable: [ScopeFacts] = [
        .singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request,
    ]

    package static var names: [String] { nameable.map(\.name) }

    /// Whether others decide how long an instance lives.
    package var isWeak: Bool { if case .weakSingleton = self { true } else { false } }

    /// Whether an instance may outlive one of `other` that it holds.
    package func outlives(_ other: ScopeFacts) -> Bool {
        guard case .custom = other else { return false }
        switch self {
        case .singleton, .lazySingleton, .weakSingleton: return true
        default: return false
        }
    }
}

/// How a type is written, put together when somebody asks where that takes work.
package enum TypeNaming: Sendable, Equatable {
    case text(String)
    case writing(TypeWriter)
}

/// Writes types; one serves a whole program.
package final class TypeWriter: Sendable {
    fileprivate let write: @Sendable (TypeID) -> String
    package init(_ write: @escaping @Sendable (TypeID) -> String) { self.write = write }
}

extension TypeWriter: Equatable {
    /// Whether they are one writer.
    package static func == (left: TypeWriter, right: TypeWriter) -> Bool { left === right }
}

/// What everything that is declared ends as: one component the container can make.
///
/// A value is one reference, as a context keeps every component's facts in several places; a change copies what is shared.
package struct DefinitionFacts: Sendable {
    /// What few have anything of.
    private struct Rare: Sendable, Equatable {
        var scopeName = ""
        var dependsOn: [String] = []
        var retry: StartRetry?
        var order = 0
    }

    private final class RareBox: Sendable, Equatable {
        let rare: Rare
        init(_ rare: Rare) { self.rare = rare }

        static func == (left: RareBox, right: RareBox) -> Bool { left.rare == right.rare }
    }

    private struct Fields: Sendable, Equatable {
        // In an order that leaves no gaps.
        var name: String
        var simpleName: String
        var typeNaming: TypeNaming
        var type: TypeID
        var rareBox: RareBox?
        var origin: Origin
        var scopeKind = ScopeFacts.Kind.singleton
        var isPrimary: Bool
        var isFallback: Bool
        var needsArguments: Bool
        var isManaged: Bool

        var rare: Rare {
            get { rareBox?.rare ?? Rare() }
            set { rareBox = RareBox(newValue) }
        }

        var scope: ScopeFacts {
            get { ScopeFacts(scopeKind, named: rare.scopeName) }
            set {
                scopeKind = newValue.kind
                if case .custom(let name) = newValue { rare.scopeName = name }
            }
        }
    }

    private final class Storage: @unchecked Sendable {
        // Sound: changed only while one value refers to it.
        @exclusivity(unchecked) var fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    private var storage: Storage

    private var fields: Fields {
        _read { yield storage.fields }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
            yield &storage.fields
        }
    }

    package init(
        name: String, simpleName: String, type: TypeID, typeNaming: TypeNaming,
        scope: ScopeFacts = .singleton, isPrimary: Bool = false, isFallback: Bool = false, order: Int = 0,
        needsArguments: Bool = false, isManaged: Bool = true, dependsOn: [String] = [], origin: Origin
    ) {
        var fields = Fields(
            name: name, simpleName: simpleName, typeNaming: typeNaming, type: type, origin: origin,
            isPrimary: isPrimary, isFallback: isFallback, needsArguments: needsArguments, isManaged: isManaged)
        fields.scope = scope
        if order != 0 { fields.rare.order = order }
        if !dependsOn.isEmpty { fields.rare.dependsOn = dependsOn }
        storage = Storage(fields)
    }

    /// Whether its name comes before another's; here, as elsewhere each name would be a copy.
    package func isNamed(before other: DefinitionFacts) -> Bool { storage.fields.name < other.storage.fields.name }

    /// The name it is registered under: the one it was given, else the qualified name of its class.
    package var name: String {
        get { fields.name }
        set { fields.name = newValue }
    }

    /// The class's name without its module and outer types; it works as a name while it is unique.
    package var simpleName: String { fields.simpleName }
    package var type: TypeID { fields.type }

    package var typeName: String {
        switch fields.typeNaming {
        case .text(let text): text
        case .writing(let writer): writer.write(type)
        }
    }

    package var scope: ScopeFacts {
        get { fields.scope }
        set { fields.scope = newValue }
    }

    package var isPrimary: Bool {
        get { fields.isPrimary }
        set { fields.isPrimary = newValue }
    }

    package var isFallback: Bool {
        get { fields.isFallback }
        set { fields.isFallback = newValue }
    }

    package var order: Int {
        get { fields.rareBox?.rare.order ?? 0 }
        set { if newValue != order { fields.rare.order = newValue } }
    }

    /// Whether it is made from arguments, which only a call can give.
    package var needsArguments: Bool {
        get { fields.needsArguments }
        set { fields.needsArguments = newValue }
    }

    /// Whether the container starts, runs and stops it; false for what somebody else has made, who does that.
    package var isManaged: Bool {
        get { fields.isManaged }
        set { fields.isManaged = newValue }
    }

    /// Whether it is one of those that the container starts, runs and stops, where they have something to.
    package var hasLifecycle: Bool {
        isManaged && !needsArguments && (scope == .singleton || scope == .lazySingleton)
    }

    /// Names of components that start before this one.
    package var dependsOn: [String] {
        get { fields.rareBox?.rare.dependsOn ?? [] }
        set { if hasDependsOn || !newValue.isEmpty { fields.rare.dependsOn = newValue } }
    }

    /// How often a failed `start()` is tried again; nil for never.
    package var retry: StartRetry? {
        get { fields.rareBox?.rare.retry }
        set { if newValue != retry { fields.rare.retry = newValue } }
    }

    package var hasDependsOn: Bool { fields.rareBox.map { !$0.rare.dependsOn.isEmpty } ?? false }

    package var origin: Origin {
        get { fields.origin }
        set { fields.origin = newValue }
    }

    /// Components are listed everywhere by `order`, then by name.
    package static func precedes(_ left: DefinitionFacts, _ right: DefinitionFacts) -> Bool {
        (left.order, left.name) < (right.order, right.name)
    }
}

extension DefinitionFacts: Equatable {
    /// Whether they say the same; most that do are the same value.
    package static func == (left: DefinitionFacts, right: DefinitionFacts) -> Bool {
        left.storage === right.storage || left.fields == right.fields
    }
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

    /// `Owner.property`, as every message calls it; the property alone where nobody knows its owner.
    package var label: String { owner.isEmpty ? property : "\(owner).\(property)" }
}
