/// The identity of a type: the address of its metadata.
package struct TypeID: Hashable, Sendable {
    package let rawValue: UInt

    package init(_ rawValue: UInt) {
        self.rawValue = rawValue
    }
}

/// The declared facts of one component. They never change.
package final class DefinitionFacts: Sendable {
    /// The name of the component: its given name, otherwise the qualified name of its class or definition.
    package let name: String
    /// The name of the class or definition without its module and outer types. A lookup by it finds the component if no
    /// other component has the name.
    package let simpleName: String
    package let type: TypeID
    /// Returns the name of a type in source form.
    private let writer: @Sendable (TypeID) -> String
    package let scope: ScopeFacts
    package let isPrimary: Bool
    package let isFallback: Bool
    package let order: Int
    /// True if its instances are created from arguments. Only a call of the definition can pass arguments.
    package let needsArguments: Bool
    /// True if the container may start, run and stop the component. By default this is false for a definition of an
    /// existing value.
    package let isManaged: Bool
    /// The names of components that start before this one.
    package let dependsOn: [String]
    /// The retries of a failed `start()`, or of a failed `async` initializer or function; nil for none.
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

    /// The facts of a replacement by a test: without `dependsOn` and `retry`.
    package var ofReplacement: DefinitionFacts {
        DefinitionFacts(
            name: name, simpleName: simpleName, type: type, writer: writer, scope: scope, isPrimary: isPrimary,
            isFallback: isFallback, order: order, needsArguments: needsArguments, isManaged: isManaged, origin: origin)
    }

    /// True if the container calls the component's lifecycle methods, such as `start()`, if its type has them.
    package var hasLifecycle: Bool {
        isManaged && !needsArguments && scope.isSingleton && !scope.isWeak
    }

    /// Returns true if a component comes before another one in lists: by `order`, then by name.
    package static func precedes(_ left: DefinitionFacts, _ right: DefinitionFacts) -> Bool {
        (left.order, left.name) < (right.order, right.name)
    }
}

/// A wrapped property of a component, or a parameter of the initializer or function that creates the component.
package struct InjectionPointFacts: Hashable, Sendable {
    /// The name of the type that declares the property, which is a superclass if the property is inherited. For a
    /// parameter, the initializer or function, such as `Checkout.init`.
    package var owner: String
    package var property: String
    package var location: SourceLocation?
    /// The wanted type. For a collection, an optional or a provider it is the type of the element.
    package var wanted: TypeID
    package var shape: InjectionShape
    /// The name that the property asks for, or the key of its setting; nil if there is none, or if it is unknown.
    package var qualifier: String?
    /// False if no annotation describes the property. Its qualifier is then known only when an instance exists.
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

    /// The text for messages: `Owner.property`, `Owner.init(parameter:)` or `Owner.function(parameter:)`; the property
    /// alone if its owner is unknown.
    package var label: String {
        if isParameter { return "\(owner)(\(property):)" }
        return owner.isEmpty ? property : "\(owner).\(property)"
    }
}
