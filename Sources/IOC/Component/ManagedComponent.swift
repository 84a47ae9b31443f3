/// The common part of ``IOCComponent`` and ``ConstructedComponent``: traits and hooks.
///
/// A component conforms to one of the two, which decides how its instances are created.
public protocol ManagedComponent: Sendable {
    /// The traits of the component, such as its name or its scope.
    static var traits: [ComponentTrait] { get }

    /// Called after the container has bound the wrapped properties to their context.
    func willInject()

    /// Called after the injection, before other components get the instance.
    ///
    /// Don't connect to other systems here. Do that when the program starts, in `start()` or in an `async` initializer.
    /// - Throws: An error if the instance can't be used. The context reports it as the cause of an ``IOCError``.
    func didInject() throws
}

extension ManagedComponent {
    /// No traits: a singleton under the type's own name.
    public static var traits: [ComponentTrait] { [] }
    /// Does nothing.
    public func willInject() {}
    /// Does nothing.
    public func didInject() throws {}
}

/// A class that the container finds, creates and injects.
///
/// Annotate it with ``Component(_:)``, declare its dependencies with ``Autowired``, and list the class or its prefix in
/// the configuration. A class can also conform manually:
///
/// ```swift
/// final class SGMapper: IOCComponent {}
///
/// final class SGService: IOCComponent, @unchecked Sendable {
///     @Autowired var mapper: SGMapper
/// }
/// ```
///
/// A class that is not final declares `required init()`. Actors can be components. A class isolated to the main actor
/// can be one if its `init()` and `traits` are `nonisolated`.
///
/// Subclasses of a component are components too. Swift binds a protocol's members in the class that conforms first. So
/// if subclasses have traits or hooks of their own, the base class must declare these members itself. It declares
/// `class var traits`, and hooks that can be overridden.
///
/// If a type gets its dependencies through its initializer, it is a ``ConstructedComponent`` instead.
public protocol IOCComponent: ManagedComponent, AnyObject {
    /// Creates an instance. The initializer can already read the wrapped properties.
    init()
}

/// A class, an actor, a structure or an enumeration that gets its dependencies through its initializer.
///
/// Annotate it with ``Component(_:)`` and declare its dependencies as constants, or conform manually, which is
/// equivalent:
///
/// ```swift
/// final class OrderService: ConstructedComponent {
///     let mapper: OrderMapper
///     let log: any Sink
///
///     init(mapper: OrderMapper, log: any Sink) {
///         self.mapper = mapper
///         self.log = log
///     }
///
///     static var constructor: Constructor {
///         Constructor(Parameter<OrderMapper>("mapper"), Parameter<any Sink>("log", named: "audit")) {
///             try OrderService(mapper: $0[0], log: $0[1])
///         }
///     }
/// }
/// ```
///
/// The boot checks the dependencies of all initializers, also of lazy components and prototypes. A cycle of
/// initializers is a fault at boot, because none of its instances can be created first.
///
/// A structure or an enumeration is shared as a copy. The copies of a singleton share the objects that they refer to.
public protocol ConstructedComponent: ManagedComponent {
    /// The initializer that creates an instance, with a description of its parameters.
    static var constructor: Constructor { get }
}

extension ConstructedComponent {
    /// Unavailable: call the type's own initializer, with arguments.
    ///
    /// Its message explains the error of a call without arguments. It also satisfies the requirement of
    /// ``IOCComponent``, for a class that inherits this conformance and has another initializer.
    @available(
        *, unavailable,
        message: """
            pass what its initializer asks for, or have a context make it; another module sees the initializer where the \
            constants are 'public'
            """
    )
    public init() { fatalError("unavailable") }
}

/// A component type, by the way its instances are created.
enum ComponentType: Sendable {
    /// By the type's `init()`.
    case plain(any IOCComponent.Type)
    /// By an initializer with parameters.
    case constructed(any ConstructedComponent.Type)

    var type: any ManagedComponent.Type {
        switch self {
        case .plain(let type): type
        case .constructed(let type): type
        }
    }

    /// Returns the traits of a type. If the list is that of the superclass, the name and `.primary` are removed from
    /// it.
    static func ownTraits(of type: any ManagedComponent.Type) -> [ComponentTrait] {
        let superclass = (type as? AnyClass).flatMap(TypeIdentity.superclass).flatMap(ComponentType.of)
        // An annotated subclass is asked through `_AnnotatedComponent`. `ManagedComponent.traits` would be that of the
        // class that conforms first, if that class doesn't declare `class var traits`.
        let annotated =
            superclass == nil
            ? nil
            : TypeIdentity.metatype(
                of: type, as: (any _AnnotatedComponent).self, (any _AnnotatedComponent.Type).self)
        let traits = annotated?.traits ?? type.traits
        return traits.isEmpty ? [] : ComponentTrait.own(traits, below: superclass?.type.traits)
    }

    /// Returns a type as a component type; nil if it isn't one.
    static func of(_ type: Any.Type) -> ComponentType? {
        let constructed = TypeIdentity.metatype(
            of: type, as: (any ConstructedComponent).self, (any ConstructedComponent.Type).self)
        if let constructed { return .constructed(constructed) }
        guard type is AnyClass else { return nil }
        return TypeIdentity.metatype(of: type, as: (any IOCComponent).self, (any IOCComponent.Type).self)
            .map { .plain($0) }
    }
}
