import IOCBase
import IOCModel

extension ApplicationContext: IOCService {
    /// Starts each component after its dependencies, and runs the services that other components wait for.
    ///
    /// Singletons are started, and so is each lazy singleton that was created before its turn. A lazy singleton that is
    /// created later is not started. The start also creates the components whose initializer or function is `async`,
    /// and the eager singletons that depend on them.
    ///
    /// A call during the start waits for the same start. A call after the start does nothing. A call inside a
    /// component's own `start()`, `run()` or `stop()` is an error.
    ///
    /// The start fails if a component fails or exceeds its time limit, if a service ends, or if the start is cancelled:
    /// by ``stop()``, or by the cancellation of all tasks that wait for it. Then the components that have started are
    /// stopped, dependents first. A context starts only once: after a failed start it can't start again. While services
    /// are running, they retain the context.
    /// - Throws: ``IOCError`` with everything that went wrong, `context-stopped` after a stop or a failed start,
    ///   `context-reentered` inside a component's own call, or `CancellationError` if the start was cancelled.
    public nonisolated(nonsending) func start() async throws {
        try await holding().started()
    }

    /// Begins the start, or joins a start in progress, and waits for its end.
    /// - Parameters:
    ///   - predecessor: The context that this one replaces.
    ///   - run: The run that starts the context. If the run has been asked to end, the start is cancelled.
    nonisolated(nonsending) func started(after predecessor: ContextCore? = nil, for run: ContextRun? = nil) async throws
    {
        let lifecycle = core.lifecycle
        try Phase.refuse("start()") { $0 === lifecycle }
        let start = try lifecycle.start { roster in
            try await Self.withCurrent(self) { try await self.core.startAll(roster, after: predecessor) }
        }
        guard let start else { return }
        if run?.request.isOpen == true { lifecycle.callOffStart() }
        try await withTaskCancellationHandler {
            try await start.value
        } onCancel: {
            lifecycle.leaveStart()
        }
    }

    /// Stops the components that have started, dependents first, and continues after failures.
    ///
    /// A component that exceeds the time limit is abandoned: its task is cancelled and no longer awaited, and the error
    /// names the component.
    ///
    /// The effect of a call depends on the state of the context:
    ///
    /// - During the stop, the call waits for the stop and has the same outcome. After the stop, it does nothing.
    /// - During the start, the call cancels the start and waits for its rollback.
    /// - Before the start, the call makes a later ``run()`` return at once, and does nothing else.
    /// - Inside a component's own `start()`, `run()` or `stop()`, the call requests the stop and returns at once,
    ///   because the stop waits for the component.
    ///
    /// The cancellation of the calling task has no effect. A child context has its own lifecycle: stop it before its
    /// parent.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-ended` if the context was released before its
    ///   started components were stopped.
    public nonisolated(nonsending) func stop() async throws {
        try await beginStop()?.value
    }

    /// Begins a stop, joins a stop in progress, or cancels a start.
    /// - Parameter drain: The time for which the services continue to serve; by default, that of the configuration.
    /// - Returns: The task that the caller has to wait for. It throws what ``stop()`` throws.
    func beginStop(after drain: Duration? = nil) throws -> Task<Void, any Error>? {
        if core.isOver, !core.lifecycle.isRunning { return nil }
        let context = try holding()
        let drain = drain ?? core.configuration.drainTimeout
        let stop = core.lifecycle.stop { roster in
            await roster.drained(for: drain)
            let faults = await Self.withCurrent(context) { await context.core.stopAll(roster) }
            guard faults.isEmpty else { throw IOCError(faults) }
        }
        return Phase.isInside(core.lifecycle) ? nil : stop
    }

    /// Starts the components, runs the services until SIGTERM or SIGINT, and stops; see ``run(handlingSignals:)``.
    /// - Throws: ``IOCError`` with everything that went wrong.
    public nonisolated(nonsending) func run() async throws {
        try await run(handlingSignals: true)
    }

    /// Starts the components, runs every ``IOCService`` among them, and stops them in reverse order when the run ends.
    ///
    /// A signal, the return or the failure of a service, ``stop()`` and the cancellation of the calling task end the
    /// run. During the start, each of these rolls the start back. In the stop, a service is asked to end, and awaited,
    /// before the `stop()` of its component.
    ///
    /// A second signal, at least half a second after the first, ends the process at once with a message. The exit code
    /// is then 128 plus the number of the signal: 143 for SIGTERM, 130 for SIGINT. After the run a signal ends the
    /// process, as it does by default.
    /// - Parameter handlingSignals: True if SIGTERM and SIGINT end the run; false if a framework handles them.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-running` during another run.
    public nonisolated(nonsending) func run(handlingSignals: Bool) async throws {
        try await run(handlingSignals: handlingSignals, hangUp: nil)
    }

    /// Runs like ``run(handlingSignals:)`` with signals, and reloads on SIGHUP.
    ///
    /// Each SIGHUP reloads as ``reloading(stopFailed:)`` does: it replaces the running context, or updates its live
    /// values if only these have changed. All signals that arrive during a reload cause one more reload together.
    /// Unless ``ContextConfiguration/reload`` is `.signal`, a changed file causes a reload, too.
    /// - Parameter reloaded: Receives the outcome of each reload: the new context, the old one if only live values have
    ///   changed, or the error of a failed reload. After a failure the old context continues.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-running` during another run.
    public nonisolated(nonsending) func run(
        reloaded: @escaping @Sendable (Result<ApplicationContext, any Error>) -> Void
    ) async throws {
        try await run(handlingSignals: true) { reloaded($0.map(\.context)) }
    }

    /// Runs the context, see ``run(handlingSignals:)``.
    /// - Parameter hangUp: Receives the full outcome of each reload; nil if SIGHUP reloads nothing.
    nonisolated(nonsending) func run(
        handlingSignals: Bool, hangUp: (@Sendable (Result<Reloaded, any Error>) -> Void)?
    ) async throws {
        try Phase.refuse("run()") { $0 === core.lifecycle }
        let context = try holding()
        let complain: @Sendable (RunNote) -> Void = { note in
            // The note says that the program ends, which isn't known if a framework handles the signals.
            if case .returned = note, !handlingSignals { return }
            if let line = note.line { ProcessOutput.complain("ioc: \(line)") }
        }
        let run = ContextRun(context, note: core.lifecycle.notes.withLock { $0 } ?? complain)
        try core.lifecycle.beginRun(run)
        defer { run.latest.core.lifecycle.endRun() }
        // If `stop()` was called before, this run ends at once.
        if run.request.isOpen { return }
        let reloads = ReloadRequests(
            run,
            hangUp ?? { result in
                guard let error = result.failure else { return }
                ProcessOutput.complain("ioc: not reloaded, the program goes on as it was: \(error)")
            })
        defer { reloads.end() }
        if handlingSignals { SignalWatch.add(run, hangUp: hangUp == nil ? nil : reloads.ask) }
        defer { SignalWatch.remove(run) }
        // The run has its own threads, because the program may block the threads that all tasks share.
        let work = Task(executorPreference: core.lifecycle.executor) {
            try await context.serve(until: run, started: reloads.begin)
        }
        try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            run.end()
        }
    }

    private func serve(until run: ContextRun, started: @Sendable () -> Void) async throws {
        do {
            try await self.started(for: run)
        } catch is CancellationError where run.request.isOpen {
            return
        }
        await serve()
        started()
        await run.request.wait()
        // This doesn't wait for a reload that is still booting a context. That reload finds the old context stopped,
        // and does not start the new one. All stops are requested before one is awaited, because a request after the
        // end of a stop gets none of its errors.
        let stops = run.contexts.map { context in Result { try context.beginStop() } }
        var failures: [Fault] = []
        for stop in stops {
            do { try await stop.get()?.value } catch let error as IOCError { failures += error.faults }
        }
        guard failures.isEmpty else { throw IOCError(failures) }
    }

    /// Runs the services that no component waits for.
    /// - Parameter predecessor: The context that this one replaces, with its ``Roster``.
    /// - Returns: The faults from ending the predecessor's services.
    @discardableResult
    func serve(after predecessor: (core: ContextCore, roster: Roster)? = nil) async -> [Fault] {
        await Self.withCurrent(self) { await core.serve(after: predecessor) }
    }
}
