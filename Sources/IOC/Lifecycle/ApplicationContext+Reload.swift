import IOCBase
import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// Replaces this context by one that is booted from its files as they are now.
    ///
    /// 1. The files are read again, with the same profiles, environment and arguments, and the closure that changes the
    ///    configuration runs again. A context is booted from it beside this one, and checked whole.
    /// 2. If this context has started, the new one is started, with the services that others need. A ``TakesOverAtReload`` takes
    ///    over what can exist only once.
    /// 3. From then on ``shared`` is the new context if it was this one, and a ``run()`` of this one continues with it.
    /// 4. The services of this context that no component depends on are asked to end, and answer what they have begun. When they
    ///    have ended, those of the new context begin. In between the program is not ready. A ``TakesOverAtReload`` doesn't wait.
    /// 5. The rest of this context is stopped, in order.
    ///
    /// If only settings differ that live values follow, this context is kept: its live values change, and no component is
    /// created anew.
    ///
    /// Until the third step a failure changes nothing: the new context is stopped again, as far as it has come. If a service fails
    /// that begins later, the run ends with its error. Reloads of one context come one after another, and one of a context that
    /// was replaced means its replacement.
    /// - Parameter stopFailed: Takes the error of the stop of the replaced context; unless given, it is printed on
    ///   standard error in one line.
    /// - Returns: The new context, or this one if it was kept. Keep it, as any other.
    /// - Throws: ``IOCError`` with everything that is wrong with the files or that went wrong in the start, `reload-unavailable` for a
    ///   context that was not created from a file, `context-stopped` after a stop, `context-reentered` inside a component's own
    ///   `start()`, `run()` or `stop()`, for which it would wait, and `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func reloading(
        stopFailed: (@Sendable (IOCError) -> Void)? = nil
    ) async throws -> ApplicationContext {
        let reloaded = try await self.reloaded(.asked)
        if let error = reloaded.stopError {
            let complain = { ProcessOutput.complain("ioc: \(RunNote.notStopped($0).line ?? "")") }
            (stopFailed ?? complain)(error)
        }
        let latest = reloaded.context
        // A handle of its own may have kept the context meanwhile.
        return latest.core === core ? self : latest
    }

    /// Updates the live values of this context, and of those below it, from the files and sources as they are now.
    ///
    /// None changes if one is missing or does not convert. No component is created anew.
    /// A context that was created in code asks its sources again.
    /// - Returns: The changes, and the other differences of the files.
    /// - Throws: ``IOCError`` with everything that is wrong, as for ``reloading(stopFailed:)``.
    @discardableResult
    public nonisolated(nonsending) func refreshing() async throws -> LiveChanges {
        try await reloaded(.live).changes ?? LiveChanges(changed: [], pending: [])
    }

    /// Reloads for a reason.
    /// - Parameter seen: Takes the files that were looked for, as they were before they were read.
    nonisolated(nonsending) func reloaded(
        _ reason: ReloadReason, seen: @escaping @Sendable ([String: FileStamp]) -> Void = { _ in }
    ) async throws -> Reloaded {
        let chain = core.lifecycle.chain
        try Phase.refuse("reloading()") { $0.chain === chain }
        let turn = await chain.turn()
        defer { turn.open() }
        let context = try (chain.latest ?? self).holding()
        // Not on the threads that all tasks share: files are read, and components made.
        let task = Task(executorPreference: context.core.lifecycle.executor) {
            try await context.takeOver(reason, seen)
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func takeOver(
        _ reason: ReloadReason, _ seen: @Sendable ([String: FileStamp]) -> Void
    ) async throws -> Reloaded {
        guard let source = core.source else { throw IOCError(.reloadUnavailable) }
        _ = try core.lifecycle.replaceable()
        let next = reason == .live && !source.isOfFile ? source : try source.readAgain(seen)
        let configuration = next.configuration
        let newest = core.liveConfiguration.withLock { $0 } ?? source.configuration
        let isSame = configuration.differences(from: newest) == ([], [])
        if isSame, reason == .changed { return Reloaded(context: self, changes: nil, isNew: false) }
        // Settings that only live values follow need no new context. All others wait for the next one.
        let (sections, settings) = configuration.differences(from: source.configuration)
        let pending = sections + settings.filter { !core.settings.isReadLiveAlone($0) }
        let keepsContext = reason == .live || reason == .changed && source.configuration.reload == .live
        guard keepsContext || pending.isEmpty && !isSame else {
            return try await replaced(by: next)
        }
        let changed = try core.settings.refresh(from: configuration)
        core.liveConfiguration.withLock { $0 = configuration }
        return Reloaded(context: self, changes: LiveChanges(changed: changed, pending: pending), isNew: false)
    }

    private func replaced(by source: ConfigurationSource) async throws -> Reloaded {
        let lifecycle = core.lifecycle
        let next = try ApplicationContext(source, parent: parent, chain: lifecycle.chain)
        // This context may have been stopped meanwhile.
        let (roster, formerRun) = try lifecycle.replaceable()
        formerRun?.expect(next)
        defer { formerRun?.forget(next) }
        if roster != nil { try await next.started(after: core, for: formerRun) }
        let run: ContextRun?
        do {
            run = try lifecycle.handOver(to: next, isRunning: roster != nil)
        } catch {
            // This context was stopped meanwhile, and the stop is meant for the new one as well.
            try await next.beginStop(after: .zero)?.value
            throw error
        }
        lifecycle.chain.latest = next
        SharedContext.process.replace(core, by: next)
        var faults: [Fault] = []
        if let roster {
            if run != nil { faults = await next.serve(after: (core, roster)) }
            do { try await beginStop(after: .zero)?.value } catch let error as IOCError { faults += error.faults }
            run?.forget(self)
        }
        return Reloaded(
            context: next, changes: nil, isNew: true, stopError: faults.isEmpty ? nil : IOCError(faults))
    }
}

/// The reloads of a run: on SIGHUP, and on a changed file if its configuration watches them.
///
/// One task answers all requests. Those that come during a reload mean one more, together. A file has changed if its path leads
/// to another file, or if its modification time or size differs; so a swapped link, as in a mounted ConfigMap, is one change.
final class ReloadRequests: Sendable {
    private let run: ContextRun
    private let report: @Sendable (Result<Reloaded, any Error>) -> Void
    private let isAsked = Guarded(false)
    /// The files as they were when they were last read; nil before the first time.
    private let stamps = Guarded<[String: FileStamp]?>(nil)
    /// Has an element if there is something to look at.
    private let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// Wakes the task to look at the files.
    private let tick = Guarded<TimeLimit?>(nil)

    init(_ run: ContextRun, _ report: @escaping @Sendable (Result<Reloaded, any Error>) -> Void) {
        self.run = run
        self.report = report
    }

    /// Answers requests from now on, and watches files if the configuration does.
    @Sendable func begin() {
        wake.yield()
        // Not on the threads that all tasks share, because files are looked at.
        Task(executorPreference: run.latest.core.lifecycle.executor) { [self] in await answerAll() }
    }

    /// Asks for a reload, whether files have changed or not.
    @Sendable func ask() {
        isAsked.withLock { $0 = true }
        wake.yield()
    }

    /// Ends the task that answers requests.
    func end() {
        isAsked.withLock { $0 = false }
        wake.finish()
    }

    private func answerAll() async {
        // A file that stays broken is reported once.
        var refusal: String?
        for await _ in wakes {
            let isAsked = isAsked.withLock { exchange(&$0, with: false) }
            if isAsked || haveFilesChanged {
                let result = await Result {
                    try await run.latest.reloaded(isAsked ? .asked : .changed) { [self] stamps in
                        self.stamps.withLock { $0 = stamps }
                    }
                }
                let former = refusal
                refusal = result.failure.map { "\($0)" }
                let reloaded = try? result.get()
                if let error = reloaded?.stopError { run.note(.notStopped(error)) }
                let isNews = refusal != former || reloaded?.isNew == true || reloaded?.changes != nil
                // A reload that the end of the run has called off is no news.
                let isCalledOff = run.request.isOpen && refusal != nil
                if !isCalledOff, isAsked || isNews && !run.request.isOpen { report(result) }
            }
            let next = isWatching ? TimeLimit(.seconds(1)) { [wake] in wake.yield() } : nil
            tick.withLock { $0 = next }
        }
    }

    private var isWatching: Bool { (run.latest.core.source?.configuration.reload ?? .signal) != .signal }

    private var haveFilesChanged: Bool {
        guard isWatching else { return false }
        // Before the first time they may have changed since the boot.
        guard let stamps = stamps.withLock(\.self) else { return true }
        return stamps.contains { FileStamp($0.key) != $0.value }
    }
}

/// The outcome of taking new values over without a new context.
public struct LiveChanges: Sendable, Hashable, CustomStringConvertible {
    /// The keys of the live values that have changed, in order.
    public let changed: [String]
    /// The keys of everything else that differs in the files since the context was booted.
    public let pending: [String]

    /// A line for each key.
    public var description: String {
        let lines =
            changed.map { "\($0) changed" } + pending.map { "\($0) changed, takes effect at the next start" }
        return lines.isEmpty ? "nothing changed" : lines.joined(separator: "\n")
    }
}

/// The reason why files are read again.
enum ReloadReason: Sendable {
    /// It was requested.
    case asked
    /// Files have changed; if their content means the same as before, nothing is done.
    case changed
    /// Only live values were requested.
    case live
}

/// The outcome of a reload.
struct Reloaded: Sendable, CustomStringConvertible {
    let context: ApplicationContext
    /// The changes in the context that was kept; nil where nothing was looked at, or a new context is there.
    let changes: LiveChanges?
    let isNew: Bool
    /// What went wrong while the replaced context was stopped.
    var stopError: IOCError?

    var description: String {
        if isNew { return "reloaded" }
        return changes.map { "reloaded without a new context\n\($0)" }
            ?? "not reloaded, the files say again what the program runs with"
    }
}
