/// A component with something to end before the program does: flush, disconnect, close.
public protocol Stoppable: Sendable {
    /// Ends; whatever depends on this component has stopped.
    ///
    /// It is called for a component that has started, and for one with nothing to start. It is not called after a failed
    /// `start()`, which has to clean up after itself. The task is cancelled when it takes longer than
    /// ``ContextConfiguration/stopTimeout``.
    func stop() async throws
}
