/// The common part of ``IOCComponent`` and ``ConstructedComponent``: traits and hooks.
///
/// A type conforms to one of the two, which say how its instances are made.
public protocol ManagedComponent: Sendable {
    /// The traits of this type beyond its name.
    static var traits: [ComponentTrait] { get }

    /// Called after the wrapped properties were bound to their context.
    func willInject()

    /// Called when everything the instance needs is in place, before anybody else sees it.
    ///
    /// Connect to other systems when the program starts, in `start()` or in an `async` initializer, not here.
    /// - Throws: Whatever makes the instance unusable; the context reports it as the cause of an ``IOCError``.
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
