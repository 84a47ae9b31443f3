/// Says what a parameter of an initializer asks for, beyond its type: a component by name, or a property of the configuration.
///
/// ```swift
/// @Component
/// final class StripeGateway: PaymentGateway {
///     init(client: HTTPClient, @Named("audit") log: any Sink, @Named(setting: "stripe.retries") retries: Int = 3) { … }
/// }
/// ```
///
/// ``Component(_:)`` reads it from the initializer that the container calls. For every other caller the parameter is as it
/// would be without.
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

    /// Asks for a property of the configuration; the parameter's default value is for where no source has it.
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
