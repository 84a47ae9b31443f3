/// A class that the container finds, makes and injects.
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
