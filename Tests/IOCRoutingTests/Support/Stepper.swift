import TestSupport

/// Places where code waits until a driver lets it go on: what time is elsewhere, without any.
@MainActor final class Stepper {
    private var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var count = 0

    var isIdle: Bool { waiting.isEmpty }

    /// Waits for a step; also for the task's cancellation, unless it is stubborn.
    func wait(isStubborn: Bool) async throws {
        count += 1
        let id = count
        if isStubborn {
            await withCheckedContinuation { waiting.append((id, $0)) }
            return
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append((id, $0)) }
        } onCancel: {
            Task { @MainActor in self.go(id) }
        }
        try Task.checkCancellation()
    }

    /// Lets one of those who wait go on.
    func step(_ random: inout SplitMix) {
        guard !waiting.isEmpty else { return }
        go(random.pick(waiting).id)
    }

    private func go(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume()
    }
}
