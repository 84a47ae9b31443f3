/// The identity of a type: the address of its metadata.
package struct TypeID: Hashable, Sendable {
    package let rawValue: UInt

    package init(_ rawValue: UInt) {
        self.rawValue = rawValue
    }
}

/// The declared facts of one component that the container can make. They are constants, and everyone refers to the same object.
package final class DefinitionFacts: Sendable {
    /// The name it is registered under: the one it was given, else the qualified name of its class.
    package let name: String
    /// The class's name without its module and outer types; it works as a name while it is unique.
    package let simpleName: String
    package let type: TypeID
    /// Writes the type on demand.
    private let writer: @Sendable (TypeID) -> String
    package let scope: ScopeFacts
    package let isPrimary: Bool
    package let isFallback: Bool
    package let order: Int
    /// True if it is made from arguments, which only a call can give.
    package let needsArguments: Bool
    /// True if the container starts, runs and stops it; false for a value whose owner does that.
    package let isManaged: Bool
    /// The names of components that start before this one.
    package let dependsOn: [String]
    /// The number of times a failed `start()` is tried again; nil for never.
    package let retry: StartRetry?
    package let origin: Origin

    package init(
        name: String, simpleName: String, type: TypeID, writer: @escaping @Sendable (TypeID) -> String,
        scope: ScopeFacts = .singleton, isPrimary: Bool = false, isFallback: Bool = false, order: Int = 0,
        needsArguments: Bool = false, isManaged: Bool = true, dependsOn: [String] = [], retry: StartRetry? = nil,
        origin: Origin
    ) {
        self.name = name
        self.simpleName = simpleName
        self.type = type
        self.writer = writer
        self.scope = scope
        self.isPrimary = isPrimary
        self.isFallback = isFallback
        self.order = order
        self.needsArguments = needsArguments
        self.isManaged = isManaged
        self.dependsOn = dependsOn
        self.retry = retry
        self.origin = origin
    }

    package var typeName: String { writer(type) }

    /// The facts of what a test puts in the component's place: it starts after nothing, and is not retried.
    package var ofReplacement: DefinitionFacts {
        DefinitionFacts(
            name: name, simpleName: simpleName, type: type, writer: writer, scope: scope, isPrimary: isPrimary,
            isFallback: isFallback, order: order, needsArguments: needsArguments, isManaged: isManaged, origin: origin)
    }

    /// True if it is one of those that the container starts, runs and stops, where they have something to.
    package var hasLifecycle: Bool {
        isManaged && !needsArguments && scope.isSingleton && !scope.isWeak
    }

    /// Components are listed everywhere by `order`, then by name.
    package static func precedes(_ left: DefinitionFacts, _ right: DefinitionFacts) -> Bool {
        (left.order, left.name) < (right.order, right.name)
    }
}

/// A wrapped property of a class, or a parameter of the initializer that makes it.
package struct InjectionPointFacts: Hashable, Sendable {
    /// The name of the type that declares the property, a superclass for an inherited one; or the name of the initializer or
    /// function that has the parameter.
    package var owner: String
    package var property: String
    package var location: SourceLocation?
    /// The type asked for: the element's for a collection, an optional or a provider.
    package var wanted: TypeID
    package var shape: InjectionShape
    /// The name the property asks for, once an instance has declared it.
    package var qualifier: String?
    /// False while only field metadata was seen, which does not show whether there is a qualifier.
    package var isQualifierKnown: Bool
    /// True for a parameter, which is resolved before the instance exists.
    package var isParameter: Bool

    package init(
        owner: String, property: String, location: SourceLocation? = nil, wanted: TypeID, shape: InjectionShape,
        qualifier: String? = nil, isQualifierKnown: Bool = true, isParameter: Bool = false
    ) {
        self.owner = owner
        self.property = property
        self.location = location
        self.wanted = wanted
        self.shape = shape
        self.qualifier = qualifier
        self.isQualifierKnown = isQualifierKnown
        self.isParameter = isParameter
    }

    /// `Owner.property`, `Owner.init(parameter:)` or `Owner.function(parameter:)`, as every message calls it; the property alone if
    /// nothing knows its owner.
    package var label: String {
        if isParameter { return "\(owner)(\(property):)" }
        return owner.isEmpty ? property : "\(owner).\(property)"
    }
}
