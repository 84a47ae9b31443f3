import Dispatch
import IOCBase
import IOCConfiguration

/// Looks at files once a second, and calls if one has changed.
///
/// A file has changed if its path leads to another file, or if its modification time or size is another one. So a link that is
/// swapped, as in a mounted ConfigMap, is one change on every system.
final class FileWatch: Sendable {
    private let timer: Timer
    private let stamps = Guarded<[String: FileStamp]?>(nil)

    private struct Timer: @unchecked Sendable {
        // Sound: Dispatch's objects may be used from any thread.
        let source: any DispatchSourceTimer
    }

    /// - Parameter changed: Called if a file has changed, and once at the beginning.
    init(_ changed: @escaping @Sendable () -> Void) {
        timer = Timer(source: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ioc.files")))
        timer.source.schedule(deadline: .now(), repeating: 1)
        timer.source.setEventHandler { [weak self] in if self?.look() ?? false { changed() } }
        timer.source.activate()
    }

    /// Watches files, and none of those before.
    /// - Parameter stamps: The files as they were when they were read.
    func follow(_ stamps: [String: FileStamp]) {
        self.stamps.withLock { $0 = stamps }
    }

    func end() { timer.source.cancel() }

    private func look() -> Bool {
        guard let former = stamps.withLock({ $0 }) else { return true }
        let now = former.map { ($0.key, FileStamp($0.key)) }
        return now.contains { former[$0.0] != $0.1 }
    }
}

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
