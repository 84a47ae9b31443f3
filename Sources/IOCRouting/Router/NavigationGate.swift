/// Lets one navigation through at a time; routers that share a tree share one.
@MainActor public final class NavigationGate<Screen: RoutedScreen> where Screen.Base == Screen {
    private var active: Ticket<Screen>?
    private var waiting: [Ticket<Screen>] = []

    /// A gate that nothing has gone through yet.
    nonisolated public init() {}

    /// Whether a navigation runs now.
    public var isNavigating: Bool { active != nil }

    /// How many navigations wait for their turn.
    public var waitingCount: Int { waiting.count }

    /// Cancels the navigation that runs and all that wait.
    public func cancelAll() {
        for ticket in [active].compactMap({ $0 }) + waiting { ticket.cancel(because: .cancelled) }
    }

    func run(
        _ name: String, key: AnyHashable?, policy: QueuePolicy,
        _ body: @escaping @MainActor () async throws -> Arrival<Screen>
    ) async throws -> Arrival<Screen> {
        if Task.isCancelled { throw RoutingError.cancelled(name) }
        let others = [active].compactMap { $0 } + waiting
        if let running = others.first {
            switch policy {
            case .reject:
                throw RoutingError(
                    .busy, path: [name], wanted: "no other navigation", found: "\(running.name) is under way",
                    action: "wait for it, or use another queue policy")
            case .coalesce:
                if let key, let same = others.first(where: { $0.key == key && !$0.isCancelled }) {
                    return try await same.result()
                }
            case .latestWins:
                for ticket in others { ticket.cancel(because: .superseded) }
            case .enqueue:
                break
            }
        }
        let ticket = Ticket<Screen>(name: name, key: key)
        waiting.append(ticket)
        ticket.start { [self] in
            defer { leave(ticket) }
            try await turn(of: ticket)
            return try await body()
        }
        return try await ticket.result()
    }

    private func turn(of ticket: Ticket<Screen>) async throws {
        advance()
        guard active !== ticket else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { ticket.turn = $0 }
        } onCancel: {
            Task { @MainActor in ticket.proceed() }
        }
        try Task.checkCancellation()
    }

    private func leave(_ ticket: Ticket<Screen>) {
        waiting.removeAll { $0 === ticket }
        if active === ticket { active = nil }
        advance()
    }

    private func advance() {
        guard active == nil, !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        active = next
        next.proceed()
    }
}

/// One navigation on its way through a gate, and everybody who waits for its result.
@MainActor final class Ticket<Screen: RoutedScreen> where Screen.Base == Screen {
    let name: String
    let key: AnyHashable?
    var turn: CheckedContinuation<Void, Never>?
    private(set) var isCancelled = false
    private var reason = RoutingError.Code.cancelled
    private var task: Task<Void, Never>?
    private var outcome: Result<Arrival<Screen>, any Error>?
    private var callers: [Int: CheckedContinuation<Arrival<Screen>, any Error>] = [:]
    private var count = 0

    init(name: String, key: AnyHashable?) {
        self.name = name
        self.key = key
    }

    func start(_ body: @escaping @MainActor () async throws -> Arrival<Screen>) {
        task = Task { @MainActor in
            do {
                finish(.success(try await body()))
            } catch {
                finish(.failure(translated(error)))
            }
        }
    }

    func proceed() {
        turn?.resume()
        turn = nil
    }

    func cancel(because reason: RoutingError.Code) {
        guard !isCancelled else { return }
        isCancelled = true
        self.reason = reason
        task?.cancel()
    }

    /// The navigation's result. A caller that is cancelled leaves; the last one takes the navigation with it.
    func result() async throws -> Arrival<Screen> {
        count += 1
        let caller = count
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let outcome {
                    continuation.resume(with: outcome)
                } else {
                    callers[caller] = continuation
                }
            }
        } onCancel: {
            Task { @MainActor in self.leave(caller) }
        }
    }

    private func leave(_ caller: Int) {
        guard callers[caller] != nil else { return }
        if callers.count == 1 {
            cancel(because: .cancelled)
        } else {
            callers.removeValue(forKey: caller)?.resume(throwing: RoutingError.cancelled(name))
        }
    }

    private func finish(_ result: Result<Arrival<Screen>, any Error>) {
        outcome = result
        let waiting = callers
        callers = [:]
        for caller in waiting.keys.sorted() { waiting[caller]?.resume(with: result) }
    }

    private func translated(_ error: any Error) -> any Error {
        if var error = error as? RoutingError {
            if error.code == .cancelled { error.code = reason }
            return error
        }
        return RoutingError.cancelled(name, reason)
    }
}

extension RoutingError {
    static func cancelled(_ name: String, _ code: Code = .cancelled) -> RoutingError {
        RoutingError(
            code, path: [name], wanted: "the navigation to go on",
            found: code == .superseded ? "a later navigation took its place" : "it was cancelled",
            action: "nothing: the tree is as it was")
    }
}
