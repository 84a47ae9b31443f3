/// Declares a class, an actor, a structure or an enumeration as a component, and checks that its instances can be
/// shared.
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
/// The container creates an instance with the first of these that exists:
///
/// 1. The initializer with ``Injected()``.
/// 2. `init()`. A class that is created with it conforms to ``IOCComponent``.
/// 3. The only initializer that is not a convenience initializer. Its parameters are the dependencies.
/// 4. An initializer that the annotation generates, if the type has constants without a value.
/// 5. The `init()` that the type inherits or that the compiler generates.
///
/// An initializer may be `async`. Such a component is a singleton that is created when the context starts.
///
/// A type whose initializer has parameters conforms to ``ConstructedComponent``. Parameters and constants can have
/// every type that a property with ``Autowired`` can have. ``Named`` and ``Injected(_:)`` ask for a component by name,
/// or for a setting. Parameters and wrapped properties can be combined. In a class that is not final, the initializer
/// must be `required`. In a main-actor class it must be `nonisolated` or `async`. The generated initializer is
/// `required` and `nonisolated` if necessary, also in a module whose default isolation is the main actor.
///
/// The annotation adds the conformance and the ``ManagedComponent/traits`` in its arguments. To a class it also adds
/// `@unchecked Sendable`, after a check: every stored `var` is wrapped in ``Autowired`` or ``Value``, and the compiler
/// proves that all other stored properties and the wrapped values are `Sendable`. A superclass without an annotation
/// must be `Sendable`. The check skips a class that states `@unchecked Sendable` itself, for example because a lock
/// protects a variable. If a class is not `final`, and the first type in its inheritance clause is a protocol or a
/// class without the annotation, the class must state `@unchecked Sendable` itself.
///
/// Don't put stored properties or initializers into `#if`: that is an error, because the annotation has to read them.
/// Put the whole type into `#if` instead.
///
/// If the annotation of a subclass has no arguments, the subclass inherits the traits of its superclass, except the
/// name and ``ComponentTrait/primary``. Otherwise it inherits none.
/// - Parameter traits: The traits of the component, such as its scope; a string literal is its name.
@attached(
    member, conformances: IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable,
    names: named(traits), named(constructor), named(init), named(_injectionPoints), prefixed(provesSendable))
@attached(extension, conformances: IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable)
public macro Component(_ traits: ComponentTrait...) = #externalMacro(module: "IOCMacros", type: "Component")

/// Declares the result of a function as a component. So a type of another package can be a component without changes.
///
/// ```swift
/// enum Server {
///     @Provides static func logger(@Named(setting: "log.level") level: String = "info") -> Logger { … }
///
///     @Provides(.primary)
///     static func storage(client: PostgresClient, logger: Logger) async throws -> any PersistDriver {
///         await PostgresPersistDriver(client: client, logger: logger)
///     }
/// }
/// ```
/// The function must be static or outside of types, and can't be generic. A configuration selects the function as it
/// selects a class: by a prefix of its full name, such as `Shop.` for `Shop.Server.logger`. The full name is also the
/// component's name, unless a trait gives it another one.
///
/// The function's parameters work like those of a component's initializer: ``Named`` asks by name, or for a setting.
/// Other components find the component by the function's return type. The type must be `Sendable` unless the scope is
/// ``Scope/prototype``. The instance is started and stopped if its type conforms to the lifecycle protocols. The
/// program can add such a conformance to a type of another package.
///
/// The container awaits an `async` function when the context starts, after the components that the function takes have
/// started. If the main actor isolates the function, also by the module's default isolation, declare it `async` or
/// `nonisolated`.
/// - Parameter traits: The traits of the component, such as its scope; a string literal is its name.
@attached(peer, names: suffixed(__provided))
public macro Provides(_ traits: ComponentTrait...) = #externalMacro(module: "IOCMacros", type: "Provides")

/// Proves that the result of a function can be shared.
@inlinable
public func _shared<Shared: Sendable>(_ component: Shared) -> Shared { component }

/// A type with the annotation ``Component(_:)``.
///
/// If the superclass conforms to this protocol, the macro generates the members of an annotated subclass as overrides.
/// The protocol repeats `traits` instead of refining ``ManagedComponent``, so that an annotated subclass has traits of
/// its own even if its superclass conforms manually.
public protocol _AnnotatedComponent {
    /// The traits of the type.
    nonisolated static var traits: [ComponentTrait] { get }
    /// The injection points of the type.
    nonisolated static var _injectionPoints: _InjectionPoints { get }
}

extension _AnnotatedComponent {
    /// No injection points.
    public nonisolated static var _injectionPoints: _InjectionPoints { _InjectionPoints(of: Self.self, "", [:]) }
}

/// The result of ``_commonSuperclass(_:_:)`` for a superclass that is not `Sendable`.
public struct _SuperclassIsNotSendable {}

/// Proves that the closest common superclass of two objects is `Sendable`.
public func _commonSuperclass<Common: AnyObject & Sendable>(_ object: Common, _ other: Common) -> Bool { true }

/// Returns a value that is not a `Bool`, because the common superclass of the two objects is not `Sendable`.
public func _commonSuperclass<Common: AnyObject>(_ object: Common, _ other: Common) -> _SuperclassIsNotSendable {
    _SuperclassIsNotSendable()
}

/// Returns true for two values without a common superclass. They need no proof, because they only share a protocol.
public func _commonSuperclass(_ value: Any, _ other: Any) -> Bool { true }

/// Scopes that are written as traits. Each is an error that shows the correct spelling.
extension ComponentTrait {
    /// Unavailable: a scope is an argument of ``scope(_:)``.
    @available(*, unavailable, message: "write '.scope(.prototype)'")
    public static var prototype: ComponentTrait { .scope(.prototype) }

    /// Unavailable: a scope is an argument of ``scope(_:)``.
    @available(*, unavailable, message: "write '.scope(.weakSingleton)'")
    public static var weakSingleton: ComponentTrait { .scope(.weakSingleton) }

    /// Unavailable: a scope is an argument of ``scope(_:)``.
    @available(*, unavailable, message: "write '.scope(.objectGraph)'")
    public static var objectGraph: ComponentTrait { .scope(.objectGraph) }

    /// Unavailable: a scope is an argument of ``scope(_:)``.
    @available(*, unavailable, message: "write '.scope(.request)'")
    public static var request: ComponentTrait { .scope(.request) }
}

/// Marks the initializer that the container calls, if a type with ``Component(_:)`` declares several initializers.
@attached(peer)
public macro Injected() = #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a constant's component by name, in a type whose initializer ``Component(_:)`` generates.
///
/// ```swift
/// @Component
/// final class OrderDesk {
///     let mapper: OrderMapper
///     @Injected("audit") let log: any Sink
/// }
/// ```
/// - Parameter name: The component's name.
@attached(peer)
public macro Injected(_ name: String) = #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a constant's value in the settings, in a type whose initializer ``Component(_:)`` generates.
///
/// If no source has the setting, an optional constant is nil. For any other constant, that is a fault at boot.
/// - Parameter key: The key path, such as `server.port`.
@attached(peer)
public macro Injected(setting key: String) = #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a constant's value in the settings, with a default.
///
/// The default is evaluated for each instance that needs it. The compiler can't infer its type from the constant, so
/// write `default: Mode.fast` and `default: Limits()`, not `.fast` and `.init()`.
/// - Parameters:
///   - key: The key path, such as `server.port`.
///   - fallback: The value if no source has the setting.
@attached(peer)
public macro Injected<Value>(setting key: String, default fallback: Value) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for an optional value in the settings: `default: nil`.
/// - Parameters:
///   - key: The key path, such as `server.motd`.
///   - none: The value if no source has the setting.
@attached(peer)
public macro Injected(setting key: String, default none: Never?) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a duration in the settings, with a default: `default: .seconds(5)`.
/// - Parameters:
///   - key: The key path, such as `server.timeout`.
///   - fallback: The value if no source has the setting.
@attached(peer)
public macro Injected(setting key: String, default fallback: Duration) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a list in the settings, which is empty if no source has it: `default: []`.
/// - Parameters:
///   - key: The key path, such as `server.hosts`.
///   - none: The empty list.
@attached(peer)
public macro Injected(setting key: String, default none: [Never]) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a dictionary in the settings, which is empty if no source has it: `default: [:]`.
/// - Parameters:
///   - key: The key path, such as `server.routes`.
///   - none: The empty dictionary.
@attached(peer)
public macro Injected(setting key: String, default none: [String: Never]) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Makes a parameter of an initializer or a function ask for a component by name, or for a setting.
///
/// ```swift
/// @Component
/// final class StripeGateway: PaymentGateway {
///     init(client: HTTPClient, @Named("audit") log: any Sink, @Named(setting: "stripe.retries") retries: Int = 3) { … }
/// }
/// ```
///
/// ``Component(_:)`` and ``Provides(_:)`` read the attribute. It doesn't affect other calls of the initializer or
/// function.
@frozen
@propertyWrapper
public struct Named<Value> {
    /// The argument that the caller passed.
    public var wrappedValue: Value

    /// Asks for a component by name.
    /// - Parameters:
    ///   - wrappedValue: The argument that the caller passed.
    ///   - name: The component's name.
    @inlinable
    public init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue }

    /// Asks for a setting. If no source has it, the container passes the parameter's default value.
    /// - Parameters:
    ///   - wrappedValue: The argument that the caller passed.
    ///   - key: The key path, such as `server.port`.
    @inlinable
    public init(wrappedValue: Value, setting key: String) { self.wrappedValue = wrappedValue }

    /// Unavailable: without a name or a setting, the attribute has no effect.
    @available(
        *, unavailable,
        message: """
            write a name or a setting, as in @Named("audit") or @Named(setting: "server.port"); without '@Named', the type \
            decides
            """
    )
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Named: Sendable where Value: Sendable {}
