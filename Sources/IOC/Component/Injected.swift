/// Marks the initializer that the container calls, where a type with ``Component(_:)`` declares several.
@attached(peer)
public macro Injected() = #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks by name for the component that a constant is passed, in a type whose initializer ``Component(_:)`` writes.
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

/// Asks for a property of the configuration that a constant is passed, in a type whose initializer ``Component(_:)`` writes.
///
/// A constant that is optional is nil where no source has the property; any other is a fault at boot.
/// - Parameter key: The key path, such as `server.port`.
@attached(peer)
public macro Injected(setting key: String) = #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a property of the configuration, with a value for where no source has it.
///
/// The value stands for itself, so write its type if it is not obvious: `default: Mode.fast`.
/// - Parameters:
///   - key: The key path, such as `server.port`.
///   - fallback: The value where no source has the property.
@attached(peer)
public macro Injected<Value>(setting key: String, default fallback: Value) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a property of the configuration, with a duration for where no source has it: `default: .seconds(5)`.
/// - Parameters:
///   - key: The key path, such as `server.timeout`.
///   - fallback: The value where no source has the property.
@attached(peer)
public macro Injected(setting key: String, default fallback: Duration) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a list in the configuration, which is empty where no source has it: `default: []`.
/// - Parameters:
///   - key: The key path, such as `server.hosts`.
///   - none: The empty list.
@attached(peer)
public macro Injected(setting key: String, default none: [Never]) =
    #externalMacro(module: "IOCMacros", type: "Injected")

/// Asks for a dictionary in the configuration, which is empty where no source has it: `default: [:]`.
/// - Parameters:
///   - key: The key path, such as `server.routes`.
///   - none: The empty dictionary.
@attached(peer)
public macro Injected(setting key: String, default none: [String: Never]) =
    #externalMacro(module: "IOCMacros", type: "Injected")
