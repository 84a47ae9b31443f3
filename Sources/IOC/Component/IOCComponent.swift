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
public protocol IOCComponent: AnyObject, Sendable {
    /// Makes an instance; its wrapped properties can already be read.
    init()

    /// What the container should know of this class beyond its type.
    static var traits: [ComponentTrait] { get }

    /// Called after the wrapped properties were bound to their context.
    func willInject()

    /// Called when everything the instance needs is in place, before anybody else sees it.
    ///
    /// Construction is synchronous: connect to other systems when the program starts, not here.
    /// - Throws: Whatever makes the instance unusable; the context reports it as the cause of an ``IOCError``.
    func didInject() throws
}

extension IOCComponent {
    /// No traits: a singleton under the class's own name.
    public static var traits: [ComponentTrait] { [] }
    /// Does nothing.
    public func willInject() {}
    /// Does nothing.
    public func didInject() throws {}
}
