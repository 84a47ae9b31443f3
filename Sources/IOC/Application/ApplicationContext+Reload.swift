import IOCBase
import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// Replaces this context by one that is booted from its files as they are now.
    ///
    /// 1. The files are read anew, with the same profiles, environment and arguments; what code has changed in the
    ///    configuration is changed again. A context is booted from it beside this one, and checked whole.
    /// 2. Where this context has started, the new one is started. A ``TakesOverAtReload`` takes over what can't be there twice.
    /// 3. From then on ``shared`` is the new context where it was this one, and a ``run()`` of this one goes on with it.
    /// 4. This context is stopped, in order: its servers answer what they have begun. What goes wrong then is told to its
    ///    observers.
    ///
    /// Where nothing but live values differs, this context is kept: they change in one step, and no component is made anew.
    ///
    /// Until the third step a failure changes nothing: the new context is stopped again, as far as it has come. Reloads of one
    /// context come one after another, and one of a context that was replaced means its replacement.
    /// - Returns: The new context, or this one where it was kept. Keep it, as any other.
    /// - Throws: ``IOCError`` with everything that is wrong with the files or that went wrong in the start, `context-not-reloadable` for a
    ///   context of assemblies that code has made or of a patch, `context-stopped` after a stop, `context-reentered` inside a component's own
    ///   `start()`, `run()` or `stop()`, for which it would wait, and `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func reloading() async throws -> ApplicationContext {
        let latest = try await reloaded(.asked).context
        // A handle of its own may have kept the context meanwhile.
        return latest.core === core ? self : latest
    }

    /// Takes what the files and sources say now over into the live values of this context, and of those below it.
    ///
    /// All of them change in one step, or none where one is missing or does not convert. No component is made anew.
    /// - Returns: The changes, and the other differences of the files.
    /// - Throws: ``IOCError`` with everything that is wrong, as for ``reloading()``.
    @discardableResult
    public nonisolated(nonsending) func refreshing() async throws -> LiveChanges {
        try await reloaded(.live).changes ?? LiveChanges(changed: [], pending: [])
    }

    /// Reloads for a reason.
    /// - Parameter seen: Takes the files that were looked for, before anything comes of them.
    nonisolated(nonsending) func reloaded(
        _ reason: ReloadReason, seen: @escaping @Sendable ([String]) -> Void = { _ in }
    ) async throws -> Reloaded {
        let chain = core.lifecycle.chain
        try LifecycleCall.refuse("reloading()") { $0.chain === chain }
        await chain.enter()
        defer { chain.leave() }
        let context = try (chain.latest ?? self).holding()
        // Not on the threads that all tasks share: files are read, and components made.
        let task = Task(executorPreference: context.core.lifecycle.executor) {
            try await context.takeOver(reason, in: chain, seen)
        }
        return try await task.awaited()
    }

    private func takeOver(
        _ reason: ReloadReason, in chain: ReloadChain, _ seen: @Sendable ([String]) -> Void
    ) async throws -> Reloaded {
        guard let recipe = core.recipe else { throw IOCError(.contextNotReloadable) }
        let isRunning = try core.lifecycle.isStarted()
        let reading = recipe.reading()
        seen(reading.sought)
        let configuration = try reading.result.get()
        let former = core.liveConfiguration.withLock { $0 } ?? recipe.original
        let isSame = ConfigurationDifference(from: former, to: configuration).isEmpty
        let isLive = reason == .live || reason == .changed && recipe.original.reload == .live
        if isSame, reason == .changed { return Reloaded(context: self, changes: nil, isNew: false) }
        let all = ConfigurationDifference(from: recipe.original, to: configuration)
        let live = core.registry.properties.readLiveAlone(all.properties)
        let pending = all.sections + all.properties.filter { !live.contains($0) }
        guard isLive || pending.isEmpty && !isSame else {
            let next = try await replaced(by: configuration, in: chain, isRunning: isRunning)
            return Reloaded(context: next, changes: nil, isNew: true)
        }
        let changed = try core.registry.properties.takeOver(configuration)
        core.liveConfiguration.withLock { $0 = configuration }
        return Reloaded(context: self, changes: LiveChanges(changed: changed, pending: pending), isNew: false)
    }

    private func replaced(
        by configuration: ContextConfiguration, in chain: ReloadChain, isRunning: Bool
    ) async throws -> ApplicationContext {
        let formerRun = core.lifecycle.run
        let next = try ApplicationContext(configuration, parent: parent, chain: chain)
        // This context may have been stopped meanwhile.
        _ = try core.lifecycle.isStarted()
        formerRun?.expect(next)
        defer { formerRun?.expect(nil) }
        if isRunning {
            let start = try next.beginStart(after: core)
            // The run may have been asked to end before there was a start to call off.
            if formerRun?.request.isOpen == true { start?.cancel() }
            try await start?.awaited()
        }
        let run: ContextRun?
        do {
            run = try core.lifecycle.handOver(to: next)
        } catch {
            // Somebody has stopped this context meanwhile, and means the new one as well.
            try await next.stop(after: .zero)
            throw error
        }
        chain.latest = next
        SharedContext.process.replace(core, by: next)
        if run != nil { next.serve() }
        guard isRunning else { return next }
        // Observers hear of a failure here, as the caller already has its result.
        _ = try? await stop(after: .zero)
        run?.forget(self)
        return next
    }
}

extension Lifecycle {
    fileprivate var run: ContextRun? { state.withLock(\.run) }

    /// Returns true if there is something to start in a replacement, and to stop here.
    /// - Throws: `context-stopped` after a stop.
    fileprivate func isStarted() throws -> Bool {
        switch state.withLock(\.phase) {
        case .idle: false
        case .started: true
        case .starting, .stopping, .stopped: throw IOCError(.contextStopped)
        }
    }

    /// Gives the run to a replacement, if there is one.
    /// - Throws: `context-stopped` after a stop, or where the run has ended.
    fileprivate func handOver(to next: ApplicationContext) throws -> ContextRun? {
        try state.withLock { state in
            switch state.phase {
            case .idle, .started: break
            case .starting, .stopping, .stopped: throw IOCError(.contextStopped)
            }
            // A service of the replacement that is of no use any more keeps nobody from going on with this context.
            guard !next.core.lifecycle.state.withLock(\.hasServiceEnded) else { throw IOCError(.contextStopped) }
            if let run = state.run {
                guard !run.request.isOpen else { throw IOCError(.contextStopped) }
                run.goOn(with: next)
                next.core.lifecycle.state.withLock { next in
                    next.run = run
                    next.isReady = false
                }
            }
            return state.run.take()
        }
    }
}
