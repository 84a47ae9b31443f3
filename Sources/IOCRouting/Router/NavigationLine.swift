/// Navigations one after another, in the order they came.
@MainActor final class NavigationLine {
    private var active: AnyTicket?
    private var waiting: [AnyTicket] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    var isBusy: Bool { active != nil }

    var waitingCount: Int { waiting.count }

    /// The one that runs, then those that wait.
    var tickets: [AnyTicket] { [active].compactMap { $0 } + waiting }

    /// Runs the body in its turn and gives its result; a caller that is canceled still waits for its end.
    func run<Screen: RoutedScreen>(
        _ ticket: Ticket<Screen>, _ body: @escaping @MainActor () async throws -> NavigationResult<Screen>
    ) async throws -> NavigationResult<Screen> where Screen.Base == Screen {
        waiting.append(ticket)
        ticket.start { [self] in
            defer { leave(ticket) }
            try await turn(of: ticket)
            return try await body()
        }
        return try await ticket.result()
    }

    /// Gives up a navigation that has not had its turn.
    /// - Parameter error: Makes the error from the name of the one that runs.
    func giveUp(_ ticket: AnyTicket, _ error: (_ running: String) -> RoutingError) {
        guard let active, waiting.contains(where: { $0 === ticket }) else { return }
        ticket.fail(with: error(active.name))
    }

    /// Cancels all of them.
    func cancel(because reason: RoutingError.Code) {
        for ticket in tickets { ticket.cancel(because: reason) }
    }

    /// Waits until none of them is left.
    func emptied() async {
        guard !tickets.isEmpty else { return }
        await withCheckedContinuation { watchers.append($0) }
    }

    private func turn(of ticket: AnyTicket) async throws {
        advance()
        if active !== ticket {
            await withTaskCancellationHandler {
                await withCheckedContinuation { ticket.turn = $0 }
            } onCancel: {
                Task { @MainActor in ticket.proceed() }
            }
        }
        try Task.checkCancellation()
    }

    private func leave(_ ticket: AnyTicket) {
        waiting.removeAll { $0 === ticket }
        if active === ticket { active = nil }
        advance()
        guard tickets.isEmpty else { return }
        let done = watchers
        watchers = []
        for watcher in done { watcher.resume() }
    }

    private func advance() {
        guard active == nil, !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        active = next
        next.proceed()
    }
}
