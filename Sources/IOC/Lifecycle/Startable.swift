/// A component with something to begin before the program serves: connect, migrate, listen.
public protocol Startable: Sendable {
    /// Begins; whatever this component depends on has started.
    ///
    /// The task is cancelled when the start is called off, or takes longer than ``ContextConfiguration/startTimeout``.
    func start() async throws
}
