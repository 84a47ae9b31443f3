/// A place where dependencies come together.
///
/// A protocol that refines it lists, as methods whose names start with `provide`, what can't be made from its
/// dependencies alone. `ioc generate` extends the protocol with a `resolve…` method for every ``Injectable`` type; the
/// type that conforms answers the `provide…` methods:
///
/// ```swift
/// protocol AppResolver: Resolver {
///     func provideClient() -> any HTTPClient
/// }
///
/// let session = resolver.resolveSession(userID: 7)
/// ```
///
/// A dependency that nobody provides becomes a parameter of the `resolve…` method.
public protocol Resolver {}
