/// A type that provides dependencies and resolves injectable types.
///
/// A protocol that refines `Resolver` declares methods whose names begin with `provide`, for values that can't be
/// created from their dependencies alone. `ioc-tool generate` extends the protocol with a `resolve…` method for each
/// ``Injectable`` type. The type that conforms to the protocol implements the `provide…` methods:
///
/// ```swift
/// protocol AppResolver: Resolver {
///     func provideClient() -> any HTTPClient
/// }
///
/// let session = resolver.resolveSession(userID: 7)
/// ```
///
/// A dependency becomes a parameter of the `resolve…` method if nothing provides it, its type is not injectable, and it
/// has no default value.
public protocol Resolver {}
