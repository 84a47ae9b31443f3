/// The identity of a type: the address of its metadata.
package struct TypeID: Hashable, Sendable {
    package let rawValue: UInt

    package init(_ rawValue: UInt) {
        self.rawValue = rawValue
    }
}

/// The declared facts of one component. They are constants in one object, and everything that needs them refers to that
/// object.
package final class DefinitionFacts: Sendable {
    /// The name it is registered under: its given name, otherwise the qualified name of its class.
    package let name: String
    /// The class's name without its module and outer types. It works as a name if only one component has it.
    package let simpleName: String
    package let type: TypeID
    /// Returns the text of the type, only when it is needed.
    private let writer: @Sendable (TypeID) -> String
    package let scope: ScopeFacts
    package let isPrimary: Bool
    package let isFallback: Bool
    package let order: Int
    /// True if its instances are created from arguments, which only a call can pass.
    package let needsArguments: Bool
    /// True if the container starts, runs and stops it; false for a value, because its creator does that.
    package let isManaged: Bool
    /// The names of components that start before this one.
    package let dependsOn: [String]
    /// The repetition of a failed `start()`; nil for none.
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

    /// The facts of a test's replacement of the component: it depends on no other start, and its start is not repeated.
    package var ofReplacement: DefinitionFacts {
        DefinitionFacts(
            name: name, simpleName: simpleName, type: type, writer: writer, scope: scope, isPrimary: isPrimary,
            isFallback: isFallback, order: order, needsArguments: needsArguments, isManaged: isManaged, origin: origin)
    }

    /// True if the container starts, runs and stops the component, if its type supports that.
    package var hasLifecycle: Bool {
        isManaged && !needsArguments && scope.isSingleton && !scope.isWeak
    }

    /// The order of components in all lists: by `order`, then by name.
    package static func precedes(_ left: DefinitionFacts, _ right: DefinitionFacts) -> Bool {
        (left.order, left.name) < (right.order, right.name)
    }
}

/// A wrapped property of a class, or a parameter of the initializer that creates its instances.
package struct InjectionPointFacts: Hashable, Sendable {
    /// The name of the type that declares the property: a superclass if the property is inherited. For a parameter, the
    /// name of the initializer or function.
    package var owner: String
    package var property: String
    package var location: SourceLocation?
    /// The type of the component: the element's type for a collection, an optional or a provider.
    package var wanted: TypeID
    package var shape: InjectionShape
    /// The name that the property asks for, or the key of its setting; nil if there is none or it is unknown.
    package var qualifier: String?
    /// False if only field metadata was read, because that does not show a qualifier.
    package var isQualifierKnown: Bool
    /// True for a parameter. It is resolved before the instance exists.
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

    /// The point in messages: `Owner.property`, `Owner.init(parameter:)` or `Owner.function(parameter:)`; the property
    /// alone if its owner is unknown.
    package var label: String {
        if isParameter { return "\(owner)(\(property):)" }
        return owner.isEmpty ? property : "\(owner).\(property)"
    }
}
