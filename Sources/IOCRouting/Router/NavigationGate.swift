/// Lets one navigation through at a time; routers that share a tree share one.
@MainActor public final class NavigationGate<Screen: RoutedScreen> where Screen.Base == Screen {
    private let line = NavigationLine()

    /// A gate that nothing has gone through yet.
    nonisolated public init() {}

    /// True if a navigation runs now.
    public var isNavigating: Bool { line.isBusy }

    /// The number of navigations that wait for their turn.
    public var waitingCount: Int { line.waitingCount }

    /// Cancels the navigation that runs and all that wait.
    public func cancelAll() { line.cancel(because: .navigationCanceled) }

    func run(
        _ name: String, key: AnyHashable?, policy: QueuePolicy,
        _ body: @escaping @MainActor () async throws -> NavigationResult<Screen>
    ) async throws -> NavigationResult<Screen> {
        if Task.isCancelled { throw RoutingError.canceled(name) }
        let others = line.tickets
        if let running = others.first {
            switch policy {
            case .reject:
                throw RoutingError(
                    .routerBusy, path: [name], wanted: "no other navigation", found: "\(running.name) is under way",
                    action: "wait for it, or use another queue policy")
            case .coalesce:
                let same = others.first { $0.key == key && !$0.isCancelled }
                if key != nil, let same = same as? Ticket<Screen> { return try await same.result() }
            case .latestWins:
                line.cancel(because: .navigationSuperseded)
            default:
                break
            }
        }
        return try await line.run(Ticket(name: name, key: key), body)
    }
}
