/// Makes a class, an actor, a structure or an enumeration a component, and checks that its instances can be shared.
///
/// ```swift
/// @Component
/// final class SGMapper {}
///
/// @Component("stripe", .primary, .scope(.prototype))
/// final class StripeGateway: PaymentGateway {
///     @Autowired var log: Log
///     @Value("stripe.key") var key: Secret<String>
/// }
///
/// @Component
/// struct OrderDesk {
///     let mapper: SGMapper
///     @Injected("stripe") let gateway: any PaymentGateway
/// }
/// ```
///
/// An instance is made by the first of these that there is:
///
/// 1. the initializer with ``Injected()``;
/// 2. `init()`, whose class conforms to ``IOCComponent``;
/// 3. the only initializer that is not for convenience, whose parameters are what the type needs;
/// 4. one that the annotation writes, for the constants that have no value;
/// 5. the `init()` that the type inherits or that the compiler writes.
///
/// Parameters and constants of all forms that a property with ``Autowired`` may have are found by their types;
/// ``Named`` and ``Injected(_:)`` ask by name or for a property of the configuration. Such a type conforms to
/// ``ConstructedComponent``. Parameters and wrapped properties may stand side by side. In a class that is not final the
/// initializer is `required`; one of a main-actor class is `nonisolated`, and the one that is written is both where that
/// is needed, also in a module whose default isolation is the main actor.
///
/// The annotation adds the conformance, the ``ManagedComponent/traits`` that stand in it, and to a class
/// `@unchecked Sendable` after a check: every stored `var` is wrapped in ``Autowired`` or ``Value``, and the compiler
/// proves that all other stored properties, the wrapped values and the superclass are `Sendable`. A class that says
/// `@unchecked Sendable` itself is not checked, as where it guards a variable with a lock of its own.
///
/// Without arguments a subclass of an annotated class keeps what it inherits; with arguments it overrides that.
/// Conforming by hand is the same in every other respect.
/// - Parameter traits: The traits of the class beyond its type; a plain string is its name.
@attached(
    member, conformances: IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable,
    names: named(traits), named(constructor), named(init), named(_propertyLines), prefixed(provesSendable))
@attached(extension, conformances: IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable)
public macro Component(_ traits: ComponentTrait...) = #externalMacro(module: "IOCMacros", type: "Component")

/// A type with the annotation ``Component(_:)``, so that a subclass's annotation knows that there is one to override.
public protocol _AnnotatedComponent: ManagedComponent {
    /// The lines of the properties that the container fills.
    nonisolated static var _propertyLines: _PropertyLines { get }
}

extension _AnnotatedComponent {
    /// None, as of a class without such properties.
    public nonisolated static var _propertyLines: _PropertyLines { ("", [:]) }
}

/// The file of an annotated class, and the line of each property by name.
public typealias _PropertyLines = (file: StaticString, lines: [String: Int])

/// The requirement that the expansion of ``Component(_:)`` has of a name after a colon: it must not be a superclass's.
open class _NoSuperclass {
    private init() {}
}
