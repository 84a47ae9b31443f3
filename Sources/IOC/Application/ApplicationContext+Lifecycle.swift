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
    /// A failure, a time limit overrun, a service that ends, or the cancellation of the calling task ends the start: what has started is stopped
    /// dependents first, and the context may be started again. Services at work keep the context until it is stopped.
    /// - Throws: ``IOCError`` with everything that went wrong, `context-stopped` after a stop, `context-reentered` inside a component's own
    ///   call, or `CancellationError` where the start was called off.
    public nonisolated(nonsending) func start() async throws {
        try await holding().beginStart()?.awaited()
    }

    /// Stops what has started, dependents first, and goes on past failures.
    ///
    /// A component that does not stop in time is abandoned: its task is cancelled and left to itself, and the error names
    /// it. Every call during the stop waits for it and gets its outcome; a later one does nothing. One before the start does
    /// nothing either, unless ``run()`` follows, which then returns at once. One during the start calls that off. One inside a
    /// component's own `start()`, `run()` or `stop()` asks for the stop and returns at once, as the stop waits for the
    /// component. The cancellation of the calling task changes nothing.
    ///
    /// A child context has a lifecycle of its own: stop it before its parent.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-ended` where what has started went without a stop.
    public nonisolated(nonsending) func stop() async throws {
        try await beginStop()?.value
    }

    /// Begins a stop, joins the one under way, or calls a start off.
    /// - Parameter drain: The time in which everything goes on serving; that of the configuration unless given.
    /// - Returns: The work that the caller has to wait for, which throws what ``stop()`` throws.
    func beginStop(after drain: Duration? = nil) throws -> Task<Void, any Error>? {
        if core.isOver, !core.lifecycle.isRunning { return nil }
        let context = try holding()
        let drain = drain ?? core.configuration.drainTimeout
        let stop = core.lifecycle.stop {
            await context.core.lifecycle.drained(for: drain)
            try await Self.withCurrent(context) { try await context.core.runner.stopAll() }
        }
        return LifecycleCall.isInside(core.lifecycle) ? nil : stop
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
    /// Each SIGHUP replaces the context that runs, as ``reloading()`` does; those that come during a reload together mean one
    /// more. With ``ContextConfiguration/reload`` so does each change of the content of its files.
    /// - Parameter reloaded: Takes what came of each reload: the new context, or why the old one goes on.
    /// - Throws: ``IOCError`` with everything that went wrong; `context-running` during another run.
    public nonisolated(nonsending) func run(
        reloaded: @escaping @Sendable (Result<ApplicationContext, any Error>) -> Void
    ) async throws {
        try await run(handlingSignals: true) { reloaded($0.map(\.context)) }
    }

    /// - Parameter hangUp: Takes what came of each reload in full; nil where SIGHUP reloads nothing.
    nonisolated(nonsending) func run(
        handlingSignals: Bool, hangUp: (@Sendable (Result<Reloaded, any Error>) -> Void)?
    ) async throws {
        try LifecycleCall.refuse("run()") { $0 === core.lifecycle }
        let context = try holding()
        let run = ContextRun(context)
        try core.lifecycle.beginRun(run)
        defer { run.latest.core.lifecycle.state.withLock { $0.run = nil } }
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
        let start = try beginStart()
        // The request may have come before there was a start to call off.
        if run.request.isOpen { start?.cancel() }
        do {
            try await start?.value
        } catch is CancellationError where run.request.isOpen {
            return
        }
        serve()
        started()
        await run.request.wait()
        // All are asked to stop before one is awaited, because each reports its errors to those who wait by then.
        let stops = run.contexts.map { context in Result { try context.beginStop() } }
        var failures: [Fault] = []
        for stop in stops {
            do { try await stop.get()?.value } catch let error as IOCError { failures += error.faults }
        }
        // A reload that still boots its context finds that the run has ended, and starts nothing.
        guard failures.isEmpty else { throw IOCError(failures) }
    }

    /// Sets the services to work that no component has waited for.
    func serve() { Self.withCurrent(self) { core.runner.serve() } }

    /// Begins the start, or joins the one under way.
    /// - Parameter predecessor: The context whose components those of this one replace.
    func beginStart(after predecessor: ContextCore? = nil) throws -> Task<Void, any Error>? {
        try LifecycleCall.refuse("start()") { $0 === core.lifecycle }
        return try core.lifecycle.start {
            try await Self.withCurrent(self) { try await self.core.runner.startAll(after: predecessor?.runner) }
        }
    }
}
