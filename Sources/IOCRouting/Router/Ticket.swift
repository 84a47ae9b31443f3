/// One navigation in a line, and everybody who waits for its result.
@MainActor final class Ticket<Screen: RoutedScreen>: AnyTicket where Screen.Base == Screen {
    private var callers: [Int: CheckedContinuation<NavigationResult<Screen>, any Error>] = [:]
    private var count = 0

    override init(name: String, key: AnyHashable? = nil) { super.init(name: name, key: key) }

    func start(_ body: @escaping @MainActor () async throws -> NavigationResult<Screen>) {
        task = Task { @MainActor in
            do {
                finish(.success(try await body()))
            } catch {
                finish(.failure(translated(error)))
            }
        }
    }

    /// The navigation's result, for who asks while it is in its line: it leaves that first, and then the result is there
    /// before anything else runs. A caller that is canceled leaves; the last one takes the navigation with it.
    func result() async throws -> NavigationResult<Screen> {
        count += 1
        let caller = count
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { callers[caller] = $0 }
        } onCancel: {
            Task { @MainActor in self.leave(caller) }
        }
    }

    private func leave(_ caller: Int) {
        // A waiter that has got the result meanwhile got it with all others, so nobody else's place is given up here.
        if callers.count == 1 {
            cancel(because: .navigationCanceled)
        } else {
            callers.removeValue(forKey: caller)?.resume(throwing: RoutingError.canceled(name))
        }
    }

    private func finish(_ result: Result<NavigationResult<Screen>, any Error>) {
        for caller in callers.keys.sorted() { callers.removeValue(forKey: caller)?.resume(with: result) }
    }

    private func translated(_ error: any Error) -> any Error {
        if let failure { return failure }
        if var error = error as? RoutingError {
            if error.code == .navigationCanceled { error.code = reason }
            return error
        }
        return RoutingError.canceled(name, reason)
    }
}
