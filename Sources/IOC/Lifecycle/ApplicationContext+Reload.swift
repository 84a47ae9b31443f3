import IOCBase
import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// Replaces this context with a new one, booted from the files as they are now.
    ///
    /// 1. The files are read again, with the same profiles, environment and arguments. The closure that changes the
    ///    configuration runs again. A new context is booted from the result and checked, while this one continues.
    /// 2. If this context has started, the new one is started, including the services that others depend on. A
    ///    component that conforms to ``TakesOverAtReload`` takes over resources that can exist only once.
    /// 3. From then on ``shared`` is the new context if it was this one. A ``run()`` of this context continues with the
    ///    new one.
    /// 4. During a run, the services of this context that no component depends on are asked to end, and finish the work
    ///    that they have begun. Then the same services of the new context begin. In between the program is not ready. A
    ///    service that conforms to ``TakesOverAtReload`` begins without waiting for its predecessor.
    /// 5. The rest of this context is stopped, dependents first.
    ///
    /// If only the values of live settings differ, this context is kept. Its live values change, and no component is
    /// created.
    ///
    /// If a step before the third one fails, the new context is stopped and this one continues. If a service of the new
    /// context fails after the third step, the run ends with its error. Reloads of one context run one after another.
    /// Reloading a context that was replaced reloads its replacement.
    /// - Parameter stopFailed: Receives the error of stopping the replaced context. By default, the error is printed on
    ///   standard error in one line.
    /// - Returns: The new context, or this one if it was kept. The caller has to retain it, as any other context.
    /// - Throws: ``IOCError`` with everything that is wrong with the files or that went wrong in the start;
    ///   `reload-unavailable` for a context that was not created from a file; `context-stopped` after a stop;
    ///   `context-reentered` inside a component's own `start()`, `run()` or `stop()`, because the reload would wait for
    ///   that call; and `CancellationError`.
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
        // If the context was kept, `latest` may be another handle of it. Then return this one.
        return latest.core === core ? self : latest
    }

    /// Updates the live values of this context and of its children from the files and sources as they are now.
    ///
    /// If one value is missing or does not convert, no value changes. No component is created.
    /// For a context that was created in code, only the sources are read again.
    /// - Returns: The keys of the changed live values, and the keys of all other changes, which take effect at the next
    ///   start.
    /// - Throws: ``IOCError`` with everything that is wrong, as for ``reloading(stopFailed:)``.
    @discardableResult
    public nonisolated(nonsending) func refreshing() async throws -> LiveChanges {
        try await reloaded(.live).changes ?? LiveChanges(changed: [], pending: [])
    }

    /// Reloads the latest context of the chain. Reloads run one after another.
    /// - Parameter seen: Receives the files that the loader looked for, in the state before they were read.
    nonisolated(nonsending) func reloaded(
        _ reason: ReloadReason, seen: @escaping @Sendable ([String: FileStamp]) -> Void = { _ in }
    ) async throws -> Reloaded {
        let chain = core.lifecycle.chain
        try Phase.refuse("reloading()") { $0.chain === chain }
        let turn = await chain.turn()
        defer { turn.open() }
        let context = try (chain.latest ?? self).holding()
        // The reload has its own threads, because reading files and creating components may block a thread.
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
        // If only live values read the changed settings, the context is kept. All other changes need a new context.
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
        // This context may have been stopped while the new one booted.
        let (roster, formerRun) = try lifecycle.replaceable()
        formerRun?.expect(next)
        defer { formerRun?.forget(next) }
        if roster != nil { try await next.started(after: core, for: formerRun) }
        let run: ContextRun?
        do {
            run = try lifecycle.handOver(to: next, isRunning: roster != nil)
        } catch {
            // This context was stopped in the meantime. That stop applies to the new context as well.
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

/// The reloads of a run: on SIGHUP, and on a changed file if the configuration watches files.
///
/// One task answers all requests. All requests that arrive during a reload cause one more reload together. A file
/// counts as changed if its path leads to another file, or if its modification time or size differs. So a swapped link,
/// as in a mounted ConfigMap, is one change.
final class ReloadRequests: Sendable {
    private let run: ContextRun
    private let report: @Sendable (Result<Reloaded, any Error>) -> Void
    private let isAsked = Guarded(false)
    /// The files as they were when they were last read; nil before the first time.
    private let stamps = Guarded<[String: FileStamp]?>(nil)
    /// Has an element if a reload was requested, or if it is time to check the files.
    private let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// The timer of the next check of the files.
    private let tick = Guarded<TimeLimit?>(nil)

    init(_ run: ContextRun, _ report: @escaping @Sendable (Result<Reloaded, any Error>) -> Void) {
        self.run = run
        self.report = report
    }

    /// Begins to answer requests, and to watch files if the configuration says so.
    @Sendable func begin() {
        wake.yield()
        // The task has its own threads, because reading the state of files may block a thread.
        Task(executorPreference: run.latest.core.lifecycle.executor) { [self] in await answerAll() }
    }

    /// Requests a reload, whether files have changed or not.
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
        // The last error. A file that stays broken is reported only once.
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
                // If the end of the run has cancelled the reload, its error isn't reported.
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
        // Before the first reload, the files may have changed since the boot, so they are read again.
        guard let stamps = stamps.withLock(\.self) else { return true }
        return stamps.contains { FileStamp($0.key) != $0.value }
    }
}

/// The outcome of reading values again without creating a new context.
public struct LiveChanges: Sendable, Hashable, CustomStringConvertible {
    /// The keys of the live values that have changed, in order.
    public let changed: [String]
    /// The keys of all other parts of the configuration that differ from those of the boot.
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
    /// Files have changed. If their meaning is the same as before, nothing is done.
    case changed
    /// Only live values are to be updated.
    case live
}

/// The outcome of a reload.
struct Reloaded: Sendable, CustomStringConvertible {
    let context: ApplicationContext
    /// The changes in the context that was kept; nil if there is a new context, or if the files mean the same as
    /// before.
    let changes: LiveChanges?
    let isNew: Bool
    /// The error of stopping the replaced context.
    var stopError: IOCError?

    var description: String {
        if isNew { return "reloaded" }
        return changes.map { "reloaded without a new context\n\($0)" }
            ?? "not reloaded, the files say again what the program runs with"
    }
}
