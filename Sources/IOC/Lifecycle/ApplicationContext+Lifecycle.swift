import IOCBase
import IOCModel

extension ApplicationContext: IOCService {
    /// Starts the components, each once what it depends on has started, and sets those services to work that others wait for.
    ///
    /// Components with an `async` initializer are created at their place, and so are those that are passed them.
    /// Shared instances take part: the singletons, and the lazy ones that are made by the time their turn comes. A lazy
    /// singleton that is created later is not started. A call while the context starts waits for the same start; one
    /// after that does nothing. One inside a component's own `start()`, `run()` or `stop()` is an error.
    ///
    /// A failure, a time limit overrun, a service that ends, or the cancellation of all tasks that wait for the start ends it: what
    /// has started is stopped dependents first. A context starts once, so it is stopped then, and can't start again. Services at
    /// work keep the context until it is stopped.
    /// - Throws: ``IOCError`` with everything that went wrong, `context-stopped` after a stop or a failed start,
    ///   `context-reentered` inside a component's own call, or `CancellationError` if the start was called off.
    public nonisolated(nonsending) func start() async throws {
        try await holding().started()
    }

    /// Begins the start, or joins the one under way, and waits for it.
    /// - Parameters:
    ///   - predecessor: The context whose components those of this one replace.
    ///   - run: A run that may have ended before there was a start to call off.
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

    /// Stops what has started, dependents first, and continues after failures.
    ///
    /// A component that does not stop in time is abandoned: its task is cancelled and left to itself, and the error names
    /// it. Every call during the stop waits for it and gets its outcome; a later one does nothing. One before the start does
    /// nothing either, unless ``run()`` follows, which then returns at once. One during the start calls that off. One inside a
    /// component's own `start()`, `run()` or `stop()` asks for the stop and returns at once, as the stop waits for the
    /// component. The cancellation of the calling task changes nothing.
    ///
    /// A child context has a lifecycle of its own: stop it before its parent.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-ended` if what has started was released without a stop.
    public nonisolated(nonsending) func stop() async throws {
        try await beginStop()?.value
    }

    /// Begins a stop, joins the one under way, or calls a start off.
    /// - Parameter drain: The time in which everything continues to serve; that of the configuration unless given.
    /// - Returns: The work that the caller has to wait for, which throws what ``stop()`` throws.
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

    /// Starts the components with every ``IOCService`` among them at its place, and stops dependents first.
    ///
    /// The run ends with a signal, with a service's return or failure, with ``stop()``, or with the cancellation of the
    /// calling task; during the start each of these rolls back. A service is asked to end, and awaited, where its component
    /// is in the reverse order, before its `stop()`.
    ///
    /// A second signal, half a second or more after the first, ends the process at once, with a message and the exit code 128 + the signal's number: 143 for
    /// SIGTERM, 130 for SIGINT. After the run a signal ends the process, as it does by default.
    /// - Parameter handlingSignals: True if SIGTERM and SIGINT end the run; false where a framework handles them.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-running` during another run.
    public nonisolated(nonsending) func run(handlingSignals: Bool) async throws {
        try await run(handlingSignals: handlingSignals, hangUp: nil)
    }

    /// Runs as ``run(handlingSignals:)`` does with signals, and reloads on SIGHUP.
    ///
    /// Each SIGHUP replaces the context that runs, as ``reloading(stopFailed:)`` does; those that come during a reload together mean one
    /// more. With ``ContextConfiguration/reload`` so does each change of the content of its files.
    /// - Parameter reloaded: Takes the outcome of each reload: the new context, or the error that keeps the old one.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-running` during another run.
    public nonisolated(nonsending) func run(
        reloaded: @escaping @Sendable (Result<ApplicationContext, any Error>) -> Void
    ) async throws {
        try await run(handlingSignals: true) { reloaded($0.map(\.context)) }
    }

    /// - Parameter hangUp: Takes the full outcome of each reload; nil if SIGHUP reloads nothing.
    nonisolated(nonsending) func run(
        handlingSignals: Bool, hangUp: (@Sendable (Result<Reloaded, any Error>) -> Void)?
    ) async throws {
        try Phase.refuse("run()") { $0 === core.lifecycle }
        let context = try holding()
        let complain: @Sendable (RunNote) -> Void = { note in
            // Without signals it is not the program that ends.
            if case .returned = note, !handlingSignals { return }
            if let line = note.line { ProcessOutput.complain("ioc: \(line)") }
        }
        let run = ContextRun(context, note: core.lifecycle.notes.withLock { $0 } ?? complain)
        try core.lifecycle.beginRun(run)
        defer { run.latest.core.lifecycle.endRun() }
        // A stop that came before means this run.
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
        // Not on the threads that all tasks share, as the program's may block them.
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
        // All are asked to stop before one is awaited, because each reports its errors to the callers that wait by then.
        let stops = run.contexts.map { context in Result { try context.beginStop() } }
        var failures: [Fault] = []
        for stop in stops {
            do { try await stop.get()?.value } catch let error as IOCError { failures += error.faults }
        }
        // A reload that still boots its context finds that the run has ended, and starts nothing.
        guard failures.isEmpty else { throw IOCError(failures) }
    }

    /// Sets the services to work that no component has waited for.
    /// - Parameter predecessor: The context that this one replaces, with what it has brought up.
    /// - Returns: The faults of the services of the predecessor that have ended.
    @discardableResult
    func serve(after predecessor: (core: ContextCore, roster: Roster)? = nil) async -> [Fault] {
        await Self.withCurrent(self) { await core.serve(after: predecessor) }
    }
}
