/// Lets one navigation run at a time. Routers that share a tree share a gate.
@MainActor public final class NavigationGate<Screen: RoutedScreen> where Screen.Base == Screen {
    private let line = NavigationLine()

    /// Creates a gate. It may be called on any thread.
    nonisolated public init() {}

    /// True if a navigation runs now.
    public var isNavigating: Bool { line.isBusy }

    /// The number of navigations that wait for their turn.
    public var waitingCount: Int { line.waitingCount }

    /// Cancels the running navigation and those that wait.
    public func cancelAll() { line.cancelAll() }

    func run(
        _ name: String, policy: QueuePolicy, _ body: @escaping @MainActor () async throws -> NavigationResult<Screen>
    ) async throws -> NavigationResult<Screen> {
        if Task.isCancelled { throw RoutingError.canceled(name) }
        if policy == .reject, let running = line.runningName {
            throw RoutingError(
                .routerBusy, path: [name], wanted: "no other navigation", found: "\(running) is under way",
                action: "wait for it, or use the policy `.enqueue`")
        }
        return try await line.run(NavigationLine.Entry(name), body)
    }
}

/// What happens to a navigation that is requested while another one runs.
public enum QueuePolicy: Hashable, Sendable {
    /// It throws ``RoutingError/Code/routerBusy``.
    case reject
    /// It waits for its turn.
    case enqueue
}
