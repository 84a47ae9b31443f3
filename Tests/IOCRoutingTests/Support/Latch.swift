/// A place where code waits until a test lets it go on, and a test waits until code has come.
@MainActor final class Latch {
    private(set) var isOpen = false
    private(set) var arrivals = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Waits for ``open()``, or for the task's cancellation.
    func wait() async throws {
        arrive()
        guard !isOpen else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append($0) }
        } onCancel: {
            Task { @MainActor in self.release() }
        }
        try Task.checkCancellation()
    }

    /// Waits for ``open()``, even if the task is canceled.
    func waitStubbornly() async {
        arrive()
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func arrive() {
        arrivals += 1
        for watcher in watching where watcher.count <= arrivals { watcher.continuation.resume() }
        watching.removeAll { $0.count <= arrivals }
    }

    func arrived(_ count: Int = 1) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { watching.append((count, $0)) }
    }

    func open() {
        isOpen = true
        release()
    }

    private func release() {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume() }
    }
}
