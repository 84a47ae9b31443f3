import IOCBase

/// Calls of one thing that come one after another; those that come during one mean one more, together.
final class CoalescedCalls: Sendable {
    private enum Phase {
        case idle, busy, busyAndAsked
    }

    private let phase = Guarded(Phase.idle)
    private let body: @Sendable () async -> Void

    init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

    /// Asks for a call.
    @Sendable func call() {
        let isFirst = phase.withLock { phase in
            defer { phase = phase == .idle ? .busy : .busyAndAsked }
            return phase == .idle
        }
        guard isFirst else { return }
        Task {
            repeat { await body() } while goesOn()
        }
    }

    private func goesOn() -> Bool {
        phase.withLock { phase in
            defer { phase = phase == .busyAndAsked ? .busy : .idle }
            return phase == .busyAndAsked
        }
    }
}
