/// Hears what happens to a context's components; given to it in ``ContextConfiguration/observers``, or a component of it.
///
/// A component or definition of this type attaches itself. It hears everything from the boot's beginning, late: what happens
/// until it is injected is kept for it. A boot that fails before that reports only to those in the configuration.
public protocol ContextObserver: Sendable {
    /// Takes one event.
    ///
    /// It is called at once, on the thread where the event happens, which waits: be quick, and ask the context for nothing.
    /// - Parameter event: The event.
    func handle(_ event: ContextEvent)

    /// Starts a component: its `start()` runs inside, with the task-local values that are set here.
    ///
    /// So a span of a trace has those that the component makes as its children.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - start: The component's start, to be called once.
    /// - Throws: The error of `start`.
    func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws
}

extension ContextObserver {
    /// Calls `start`.
    public func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws {
        try await start()
    }
}
