/// The instances that one activation of a custom scope shares, for a ``ScopeStore``.
///
/// They live as long as this does, unless they are let go before: what is made while it is open, is complete for everything that
/// reads it.
public final class ScopeInstances: Sendable {
    let activation: ScopeActivation

    /// Begins an activation without instances.
    public init() { activation = ScopeActivation(isSynchronous: false) }

    deinit { activation.end() }

    /// Ends the activation and lets all instances go; nothing is stopped.
    ///
    /// A caller that asks for an instance from now on, or reads a property that was not read before, gets `scope-ended`. Components
    /// that are ``Stoppable`` are reported to the observers as failed: ``stop()`` would have stopped them.
    public func end() { activation.end() }

    /// Stops the components that are ``Stoppable``, dependents first, goes on past failures, and ends the activation.
    /// - Throws: ``IOCError`` with everything that went wrong.
    public func stop() async throws { try await activation.stop() }
}
