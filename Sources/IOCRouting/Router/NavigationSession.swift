/// The navigation that the running task belongs to, so that an interceptor's own navigations do not wait for it.
enum CurrentNavigation {
    @TaskLocal static var session: AnySession?
}

@MainActor class AnySession {
    nonisolated init() {}
}

/// One navigation, with those that its interceptors start.
@MainActor final class NavigationSession<Screen: RoutedScreen>: AnySession where Screen.Base == Screen {
    private let router: Router<Screen>
    let tree: ScreenTree<Screen>
    let journal: Journal<Screen>
    var operations: [RoutingOperation] = []
    /// The interceptors under way, which a navigation of their own does not run again.
    var underWay: Set<InterceptorID> = []
    private var isOpen = true

    struct InterceptorID: Hashable {
        /// The step or the router that has the interceptor.
        var owner: ObjectIdentifier
        var index: Int
    }

    init(router: Router<Screen>) {
        self.router = router
        tree = router.tree
        journal = Journal(tree: router.tree)
    }

    /// Whether that router is asked by one of this navigation's interceptors, and so must not wait for it.
    func encloses(_ other: Router<Screen>) -> Bool {
        isOpen && !underWay.isEmpty && other.gate === router.gate
    }

    /// Whether that router works on the same tree.
    func shares(treeWith other: Router<Screen>) -> Bool { other.host === router.host }

    func run(_ destination: AnyDestination<Screen>, animated: Bool) async throws -> Arrival<Screen> {
        defer { isOpen = false }
        return try await CurrentNavigation.$session.withValue(self) {
            try await follow(destination, by: router, animated: animated)
        }
    }

    /// A navigation that an interceptor starts; it is part of this one and undone with it.
    func nested(
        _ destination: AnyDestination<Screen>, by router: Router<Screen>, animated: Bool
    ) async throws -> Arrival<Screen> {
        try await follow(destination, by: router, animated: animated)
    }

    private func follow(
        _ first: AnyDestination<Screen>, by router: Router<Screen>, animated: Bool
    ) async throws -> Arrival<Screen> {
        let mark = journal.mark
        let firstOperation = operations.count
        var destination = first
        var redirections = 0
        var plans = 0
        do {
            while true {
                let attempt = Attempt(session: self, router: router, destination: destination, animated: animated)
                let outcome = try await attempt.run()
                plans += attempt.plans
                switch outcome {
                case .arrived(let screen):
                    let ending: Arrival<Screen>.Ending =
                        redirections == 0 ? .arrived(screen) : .redirected(destination.name, screen)
                    return Arrival(
                        ending: ending, operations: Array(operations.dropFirst(firstOperation)), plans: plans)
                case .redirect(let target):
                    redirections += 1
                    guard redirections <= router.configuration.redirectionLimit else {
                        throw RoutingError(
                            .redirectLoop, path: [destination.name], wanted: "a redirection that arrives",
                            found: "\(redirections) redirections, the last one to \(target.name)",
                            action: "let the interceptors agree on one destination")
                    }
                    destination = target
                case .stop(let reason):
                    let notUndone = await undo(to: mark)
                    guard notUndone.isEmpty else {
                        throw RoutingError(
                            .rollbackIncomplete, path: [first.name], wanted: "the tree as it was, as \(reason)",
                            found: tree.outline, action: "navigate to where the person shall be", notUndone: notUndone)
                    }
                    return Arrival(ending: .stopped(reason), operations: [], plans: plans)
                }
            }
        } catch {
            let notUndone = await undo(to: mark)
            operations.removeSubrange(firstOperation...)
            var fault =
                (error as? RoutingError)
                ?? (error is CancellationError ? RoutingError.cancelled(first.name) : unexpected(error))
            fault.notUndone += notUndone
            throw fault.located(at: first.name)
        }
    }

    /// Undoing has to go on in a cancelled navigation, so it has a task of its own.
    private func undo(to mark: Int) async -> [String] {
        guard journal.mark > mark else { return [] }
        let journal = journal
        return await Task { @MainActor in await journal.undo(to: mark) }.value
    }

    private func unexpected(_ error: any Error) -> RoutingError {
        RoutingError.wrapping(
            error, as: .hostFailed, at: "navigation", wanted: "the navigation to go on", action: "look at the cause")
    }
}
