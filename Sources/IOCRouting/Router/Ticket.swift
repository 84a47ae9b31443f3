/// One navigation in a line.
@MainActor class AnyTicket {
    let name: String
    let key: AnyHashable?
    var turn: CheckedContinuation<Void, Never>?
    private(set) var isCancelled = false
    fileprivate var reason = RoutingError.Code.cancelled
    fileprivate var task: Task<Void, Never>?

    fileprivate init(name: String, key: AnyHashable?) {
        self.name = name
        self.key = key
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
}

/// One navigation in a line, and everybody who waits for its result.
@MainActor final class Ticket<Screen: RoutedScreen>: AnyTicket where Screen.Base == Screen {
    private var outcome: Result<Arrival<Screen>, any Error>?
    private var callers: [Int: CheckedContinuation<Arrival<Screen>, any Error>] = [:]
    private var count = 0

    override init(name: String, key: AnyHashable? = nil) { super.init(name: name, key: key) }

    func start(_ body: @escaping @MainActor () async throws -> Arrival<Screen>) {
        task = Task { @MainActor in
            do {
                finish(.success(try await body()))
            } catch {
                finish(.failure(translated(error)))
            }
        }
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
