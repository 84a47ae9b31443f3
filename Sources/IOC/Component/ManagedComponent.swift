/// The common part of ``IOCComponent`` and ``ConstructedComponent``: traits and hooks.
///
/// A component conforms to one of the two, which decide how its instances are created.
public protocol ManagedComponent: Sendable {
    /// The traits of this type beyond its name.
    static var traits: [ComponentTrait] { get }

    /// Called after the wrapped properties were bound to their context.
    func willInject()

    /// Called when the instance is injected, before other components get it.
    ///
    /// Connect to other systems when the program starts, in `start()` or in an `async` initializer, not here.
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
/// Annotate it with ``Component(_:)``, declare what it needs with ``Autowired``, and name the class or its prefix in the
/// configuration. Conforming by hand says the same:
///
/// ```swift
/// final class SGMapper: IOCComponent {}
///
/// final class SGService: IOCComponent, @unchecked Sendable {
///     @Autowired var mapper: SGMapper
/// }
/// ```
///
/// A class that is not final declares `required init()`. Actors can be components, and so can classes isolated to the
/// main actor when their `init()` and `traits` are `nonisolated`.
///
/// Subclasses of a component are components too. Swift binds a protocol's members where a class first conforms, so a
/// base class whose subclasses have traits or hooks of their own declares them itself, as `class var traits` and as
/// methods that can be overridden.
///
/// A type whose dependencies are passed to its initializer is a ``ConstructedComponent`` instead.
public protocol IOCComponent: ManagedComponent, AnyObject {
    /// Makes an instance; its wrapped properties can already be read.
    init()
}

/// A class, an actor, a structure or an enumeration whose dependencies are passed to its initializer.
///
/// Annotate it with ``Component(_:)`` and say what it needs as constants, or conform by hand, which says the same:
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
/// The boot checks everything that an initializer asks for, also of lazy components and prototypes. A circle of
/// initializers is a fault at boot, because no instance of it can be created first.
///
/// A structure or an enumeration is shared as a copy. The copies of a singleton share the objects that they refer to.
public protocol ConstructedComponent: ManagedComponent {
    /// The initializer that creates an instance, and the requests of its parameters. It is read once for each declaration.
    static var constructor: Constructor { get }
}

extension ConstructedComponent {
    /// Unavailable: call the type's own initializer, with arguments.
    ///
    /// It explains a call without arguments, and it is the `init()` that a class with another initializer needs if it inherits
    /// the conformance to ``IOCComponent``.
    @available(
        *, unavailable,
        message: """
            pass what its initializer asks for, or have a context make it; another module sees the initializer where the \
            constants are 'public'
            """
    )
    public init() { fatalError("unavailable") }
}

/// A type whose instances the container can create, and the way it creates them.
enum ComponentType: Sendable {
    /// By its `init()`.
    case plain(any IOCComponent.Type)
    /// By an initializer with parameters.
    case constructed(any ConstructedComponent.Type)

    var type: any ManagedComponent.Type {
        switch self {
        case .plain(let type): type
        case .constructed(let type): type
        }
    }

    /// The traits of a type, without the name and `.primary` of its superclass. Traits are code, so they are read each time.
    static func ownTraits(of type: any ManagedComponent.Type) -> [ComponentTrait] {
        let superclass = (type as? AnyClass).flatMap(TypeIdentity.superclass).flatMap(ComponentType.of)
        // `ManagedComponent` knows the traits of the class that conforms first, which may have no `class var traits`.
        let annotated =
            superclass == nil
            ? nil
            : TypeIdentity.metatype(
                of: type, as: (any _AnnotatedComponent).self, (any _AnnotatedComponent.Type).self)
        let traits = annotated?.traits ?? type.traits
        return traits.isEmpty ? [] : ComponentTrait.own(traits, below: superclass?.type.traits)
    }

    /// A type as a component; nil if it is none.
    static func of(_ type: Any.Type) -> ComponentType? {
        let constructed = TypeIdentity.metatype(
            of: type, as: (any ConstructedComponent).self, (any ConstructedComponent.Type).self)
        if let constructed { return .constructed(constructed) }
        guard type is AnyClass else { return nil }
        return TypeIdentity.metatype(of: type, as: (any IOCComponent).self, (any IOCComponent.Type).self)
            .map { .plain($0) }
    }
}
