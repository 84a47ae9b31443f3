/// Runs navigations one after another, in the order in which they were requested.
@MainActor final class NavigationLine {
    /// A navigation that runs or waits.
    @MainActor final class Entry {
        let name: String
        fileprivate var turn: CheckedContinuation<Void, Never>?
        fileprivate var cancel: @MainActor () -> Void = {}
        /// The reason why it was given up before its turn.
        fileprivate var failure: RoutingError?

        init(_ name: String) {
            self.name = name
        }

        fileprivate func proceed() {
            turn?.resume()
            turn = nil
        }
    }

    private var running: Entry?
    private var waiting: [Entry] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    var isBusy: Bool { running != nil }

    var runningName: String? { running?.name }

    var waitingCount: Int { waiting.count }

    /// Runs the body in its turn. If the caller is canceled, so is the navigation; the caller still waits for its end.
    func run<Value: Sendable>(
        _ entry: Entry, _ body: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        waiting.append(entry)
        let task = Task { @MainActor in
            defer { leave(entry) }
            do {
                try await turn(of: entry)
                return try await body()
            } catch {
                throw entry.failure ?? (error is RoutingError ? error : RoutingError.canceled(entry.name))
            }
        }
        entry.cancel = { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Gives up a navigation that still waits for its turn.
    /// - Parameter error: Makes the error from the name of the running navigation.
    func giveUp(_ entry: Entry, _ error: (_ running: String) -> RoutingError) {
        guard let running, waiting.contains(where: { $0 === entry }) else { return }
        entry.failure = error(running.name)
        entry.cancel()
    }

    /// Cancels the running navigation and those that wait.
    func cancelAll() {
        for entry in [running].compactMap({ $0 }) + waiting { entry.cancel() }
    }

    /// Waits until no navigation runs or waits.
    func emptied() async {
        guard isBusy || !waiting.isEmpty else { return }
        await withCheckedContinuation { watchers.append($0) }
    }

    private func turn(of entry: Entry) async throws {
        advance()
        if running !== entry {
            await withTaskCancellationHandler {
                await withCheckedContinuation { entry.turn = $0 }
            } onCancel: {
                Task { @MainActor in entry.proceed() }
            }
        }
        try Task.checkCancellation()
    }

    private func leave(_ entry: Entry) {
        waiting.removeAll { $0 === entry }
        if running === entry { running = nil }
        advance()
        guard !isBusy, waiting.isEmpty else { return }
        let done = watchers
        watchers = []
        for watcher in done { watcher.resume() }
    }

    private func advance() {
        guard running == nil, !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        running = next
        next.proceed()
    }
}
