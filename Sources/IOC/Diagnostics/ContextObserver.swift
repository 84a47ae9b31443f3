/// Hears what happens to a context's components; given to it in ``Configuration/observers``.
public protocol ContextObserver: Sendable {
    /// Takes one event.
    ///
    /// It is called at once, on the thread where the event happens, which waits: be quick, and ask the context for nothing.
    /// - Parameter event: What happened.
    func handle(_ event: ContextEvent)
}
