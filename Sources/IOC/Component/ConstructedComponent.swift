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
/// Everything that an initializer asks for is known before an instance exists, so that of lazy components and prototypes is
/// checked when the context boots as well. A circle of initializers can't be made, and is a fault at boot.
///
/// A value is shared as a copy: a singleton's copies have in common what they refer to.
public protocol ConstructedComponent: ManagedComponent {
    /// The initializer that makes an instance, and what its parameters ask for; asked for once for each way to declare the type.
    static var constructor: Constructor { get }
}

extension ConstructedComponent {
    /// Not there: by hand, the type's own initializer is passed what it asks for.
    ///
    /// It answers a call without arguments, and is the `init()` of the conformance to ``IOCComponent`` that a class with
    /// another initializer inherits, or announces to its subclasses.
    @available(
        *, unavailable,
        message: """
            pass what its initializer asks for, or have a context make it; another module sees the initializer where the \
            constants are 'public'
            """
    )
    public init() { fatalError("unavailable") }
}
