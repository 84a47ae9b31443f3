import IOCModel

/// The creation and the lookup of an instance.
extension CallSite {
    /// A stage of a construction that runs a component's own code.
    enum Stage {
        case creation, injection, graph, processing
        /// The injection of an object that the container did not create.
        case adoption

        /// The event for observers after a success; nil for none.
        fileprivate var success: ContextEvent.Kind? {
            switch self {
            case .creation: .made
            case .injection: .injected
            case .graph, .processing, .adoption: nil
            }
        }
    }

    /// Runs a component's own code. An error that isn't an ``IOCError`` becomes the cause of one.
    @inline(__always)
    func attempt<Result>(_ stage: Stage, _ body: () throws -> Result) throws -> Result {
        let begin = isObserved ? core.observers.now : nil
        do {
            let result = try body()
            if isObserved, let success = stage.success { core.observers.notify(success, self, since: begin) }
            return result
        } catch let error as IOCError {
            throw error
        } catch {
            throw failure(error, stage, since: begin)
        }
    }

    @inline(never)
    private func failure(_ error: any Error, _ stage: Stage, since begin: Duration?) -> IOCError {
        let failure = IOCError(
            .componentFailed(facts.name, in: creation.name(of: stage)), at: codeOrigin,
            path: Frame.path, cause: error)
        core.observers.notify(.failed, self, since: begin, failure)
        return failure
    }

    /// Returns the instance, found or created, without the checks of a lookup by user code.
    /// - Parameter isWired: True for a parameter whose component the boot has chosen. Any other lookup of a prototype
    ///   first searches for an unfinished instance, because user code may lead back to it.
    func resolve(_ arguments: ArgumentKey? = nil, isWired: Bool = false) throws -> AnyObject {
        switch keeper {
        case nil: try make(arguments, isSearched: !isWired || steps.contains(.search))
        case .singleton(let keeper): try keeper.instance(of: self, arguments)
        case .scope(let keeper): try keeper.instance(of: self, arguments)
        case .graph: try ofGraph(arguments)
        }
    }

    /// Returns the instance for a call of the definition, from the context that ``ContextCore/target`` chooses.
    func call(_ arguments: ArgumentKey?) throws -> AnyObject {
        try coreReference._withUnsafeGuaranteedRef { core in
            if core.isPatched, case let target = core.target, target !== core {
                return try target.sites[index].call(arguments)
            }
            return try core.inGate { try enter(arguments) }
        }
    }

    /// Returns the instance for user code: for a lookup, for a call of a definition or a provider, or for the first
    /// read of a property whose component the boot has not chosen.
    func enter(_ arguments: ArgumentKey? = nil) throws -> AnyObject {
        guard let frame = Frame.innermost else {
            if arguments == nil, let instance { return instance }
            try check(arguments)
            return try resolve(arguments)
        }
        // Recorded before the creation, because code that runs during the creation may need the start order.
        if let owner = Frame.innermostConstruction, owner.pointee.isOf(coreReference) {
            owner.pointee.siteReference?._withUnsafeGuaranteedRef { $0.observe(self) }
        }
        let instance = try self.instance(for: frame, arguments)
        frame.pointee.note(instance)
        return instance
    }

    private func instance(for frame: Frame.Pointer, _ arguments: ArgumentKey?) throws -> AnyObject {
        if arguments == nil, let instance { return instance }
        if frame.pointee.role == .provides { try checkProviding(frame) }
        try check(arguments)
        return try resolve(arguments)
    }

    /// Rejects a provider's call that would create an instance while this thread empties the context or the activation.
    ///
    /// Without this check, two components whose `deinit`s look each other up would be created again and again.
    /// - Throws: `context-ended` and `scope-ended`.
    private func checkProviding(_ frame: Frame.Pointer) throws {
        if core.gate.isEmptiedHere { throw error(.contextEnded) }
        guard let activation = frame.pointee.activation, activation.isEmptiedHere else { return }
        switch keeper {
        case .singleton: return
        // The scope decides: it returns an existing instance, or throws.
        case .scope where activation.isOf(facts.scope): return
        default:
            var fault = activation.endedFault
            fault.point = Frame.asking
            throw IOCError(fault)
        }
    }

    /// Checks that a definition with parameters gets arguments, and that the arguments of shared instances can be
    /// compared.
    /// - Throws: `arguments-needed` and `argument-incomparable`.
    private func check(_ arguments: ArgumentKey?) throws {
        guard let arguments else {
            if facts.needsArguments { throw error(.argumentsNeeded(name: facts.name)) }
            return
        }
        if keeper != nil, let type = arguments.incomparable {
            throw error(.argumentIncomparable(name: facts.name, type: TypeName.written(type)))
        }
    }

    // MARK: Prototypes and graphs

    /// Returns a new instance, or the unfinished instance to which the lookup leads back.
    private func make(_ arguments: ArgumentKey?, isSearched: Bool) throws -> AnyObject {
        if isSearched, let frame = Frame.constructing(self, arguments) { return try unfinished(frame) }
        return try Frame.construct(self, arguments) { frame in
            try complete(try created(arguments), arguments, in: frame)
        }
    }

    /// Returns the instance in the object graph that this thread is building, found or created.
    private func ofGraph(_ arguments: ArgumentKey?) throws -> AnyObject {
        if let frame = Frame.constructing(self, arguments) { return try unfinished(frame) }
        if let known = Frame.knownSession?.member(self, arguments) {
            Frame.innermost?.pointee.meet(known.mark)
            return known.instance
        }
        return try Frame.construct(self, arguments) { frame in
            let instance = try complete(try created(arguments), arguments, in: frame)
            Frame.session().add(instance, of: self, arguments, mark: frame.pointee.mark)
            return instance
        }
    }

    /// Returns the unfinished instance of a ``Frame``.
    /// - Throws: `construction-cycle` if its initializer has not returned.
    func unfinished(_ frame: Frame.Pointer) throws -> AnyObject {
        guard let instance = frame.pointee.instance else {
            Frame.session().uncreatedDepth = frame.pointee.depth
            let (steps, place) = Frame.cycle(through: self)
            throw IOCError(.constructionCycle(steps), at: place, path: Frame.path + [facts.name])
        }
        Frame.innermost?.pointee.meet(frame.pointee.depth)
        return try replacement(of: instance, in: frame) ?? instance
    }

    // MARK: The steps

    func created(_ arguments: ArgumentKey?) throws -> AnyObject {
        try attempt(.creation) { try creation.create(arguments) }
    }

    /// Binds, injects and post-processes a created instance.
    /// - Returns: The instance, or the one that post-processing returned in its place.
    @inline(__always)
    func complete(
        _ instance: AnyObject, _ arguments: ArgumentKey?, in frame: Frame.Pointer
    ) throws -> AnyObject {
        frame.pointee.instance = instance
        do {
            return try finish(instance, arguments, in: frame) ?? instance
        } catch {
            frame.pointee.retained = instance
            throw error
        }
    }

    /// Carries out the steps after the creation.
    /// - Returns: The instance that post-processing returned in place of `instance`; nil for none.
    private func finish(
        _ instance: AnyObject, _ arguments: ArgumentKey?, in frame: Frame.Pointer
    ) throws -> AnyObject? {
        // The creation may return an instance that another site has created and injected (an alias).
        let isAlias =
            steps.contains(.alias) && (frame.pointee.retained === instance || isArgument(instance))
            && mayBeAlias(instance)
        if isAlias {
            frame.pointee.noteProcessed()
        } else if steps.contains(.bind) {
            try bind(instance, in: frame)
        }
        if let session = frame.pointee.session { try session.resumeInjections(at: frame.pointee.depth) }
        if !steps.contains(.inject), group == nil {
            try attempt(.injection) {
                if !isAlias { try callHooks(of: instance) }
            }
            return try replacement(of: instance, in: frame)
        }
        var next = 0
        let depth =
            try awaitedDepth(in: frame)
            ?? inject(instance, arguments, isAlias: isAlias, from: &next, in: frame)
        let replacement = try replacement(of: instance, in: frame)
        if let depth {
            let result = replacement ?? instance
            deferInjections(until: depth, instance, result, arguments, isAlias: isAlias, from: next, in: frame)
        }
        return replacement
    }

    /// Returns true if the site's function has returned one of its arguments.
    private func isArgument(_ instance: AnyObject) -> Bool {
        creation.kind == .function
            && arguments.contains { $0.source.immediateSites.contains { $0.instance === instance } }
    }

    /// Returns true if another site may have created the instance. For a component type, that is assumed only of an
    /// instance of a subclass.
    private func mayBeAlias(_ instance: AnyObject) -> Bool {
        !creation.isOfType || creation.constructed?.isOfOwnClass(instance) == false
    }

    /// Post-processes a frame's instance, if that has not happened yet.
    /// - Returns: The instance that post-processing returned in its place; nil for none.
    func replacement(of instance: AnyObject, in frame: Frame.Pointer) throws -> AnyObject? {
        if frame.pointee.isProcessed { return frame.pointee.replacement }
        if processors.isEmpty {
            frame.pointee.noteProcessed()
            return nil
        }
        let result = try processors.process(instance, of: self)
        frame.pointee.noteProcessed(replacing: result === instance ? nil : result)
        return frame.pointee.replacement
    }
}

/// The injection of an instance, and its deferral.
///
/// If an injection needs an instance whose initializer has not returned, the rest of the injection is deferred until
/// the initializer has returned. So a cycle works whichever member is created first. A cycle that consists only of
/// initializer parameters is an error.
extension CallSite {
    /// Returns the depth of the ``Frame`` for which the injection has to wait; nil for none. That frame constructs a
    /// component of the same cycle, and the component's initializer has parameters and has not returned.
    ///
    /// A property that is read during the injection may need that frame's instance, and a read can't throw. So the
    /// whole injection is deferred.
    private func awaitedDepth(in frame: Frame.Pointer) -> Int? {
        guard let group,
            let outer = Frame.first(where: { outer in
                guard outer.role == .constructs, outer.instance == nil, let site = outer.site else { return false }
                return site.group === group && !site.arguments.isEmpty
            })
        else { return nil }
        frame.pointee.meet(outer.pointee.depth)
        return outer.pointee.depth
    }

    /// Calls an instance's `willInject`, runs the injections of its definition, and calls `didInject`.
    /// - Parameter next: The number of the next step: 0 for the instance's own `willInject`, then the definition's
    ///   steps.
    /// - Returns: The depth of the frame whose instance must exist before the injection can continue; nil if the
    ///   injection is complete.
    private func inject(
        _ instance: AnyObject, _ arguments: ArgumentKey?, isAlias: Bool, from next: inout Int, in frame: Frame.Pointer
    ) throws -> Int? {
        do {
            try attempt(.injection) {
                try runInjections(instance, arguments, isAlias: isAlias, from: &next)
            }
        } catch {
            guard next > 0, next <= creation.steps.count, creation.steps[next - 1].phase == .inject,
                (error as? IOCError)?.code == .constructionCycle, let depth = Frame.knownSession?.uncreatedDepth,
                depth < frame.pointee.depth
            else { throw error }
            // This instance may refer to the unfinished one, so both are published together.
            frame.pointee.meet(depth)
            return depth
        }
        if creation.steps.last?.phase == .didBuildGraph { awaitGraph(instance) }
        return nil
    }

    private func runInjections(
        _ instance: AnyObject, _ arguments: ArgumentKey?, isAlias: Bool, from next: inout Int
    ) throws {
        guard let owner = creation.owner, !creation.steps.isEmpty else {
            // The site that created an alias has called its hooks.
            return isAlias ? () : try callHooks(of: instance)
        }
        let component = isAlias ? nil : component(instance)
        let assembly = try owner.get()
        if next == 0 {
            component?.willInject()
            next = 1
        }
        for step in creation.steps.dropFirst(next - 1) where step.phase == .willInject || step.phase == .inject {
            try step.run(instance, assembly, arguments)
            next += 1
        }
        try component?.didInject()
        for step in creation.steps where step.phase == .didInject { try step.run(instance, assembly, arguments) }
    }

    /// Returns an instance, or the value in its box, as a ``ManagedComponent``; nil if it isn't one.
    private func component(_ instance: AnyObject) -> (any ManagedComponent)? {
        if instance is AnyValueBox { return AnyValueBox.unboxed(instance) as? any ManagedComponent }
        return hooks(of: instance) == nil ? nil : instance as? any ManagedComponent
    }

    private func callHooks(of instance: AnyObject) throws {
        if creation.hooks == nil, instance is AnyValueBox {
            guard let component = component(instance) else { return }
            component.willInject()
            return try component.didInject()
        }
        try hooks(of: instance)?.call(on: instance)
    }

    /// Defers the rest of the injections until the frame at a depth has created its instance.
    /// - Parameter result: The instance after post-processing, which other components get.
    private func deferInjections(
        until depth: Int, _ instance: AnyObject, _ result: AnyObject, _ arguments: ArgumentKey?, isAlias: Bool,
        from next: Int, in frame: Frame.Pointer
    ) {
        let activation = frame.pointee.activation
        Frame.session().deferInjection(until: depth) { [self] in
            _ = try Frame.construct(self, arguments, in: activation) { frame in
                frame.pointee.instance = instance
                frame.pointee.noteProcessed(replacing: result === instance ? nil : result)
                var next = next
                let rest = try inject(instance, arguments, isAlias: isAlias, from: &next, in: frame)
                if let rest {
                    deferInjections(until: rest, instance, result, arguments, isAlias: isAlias, from: next, in: frame)
                }
                return result
            }
        }
    }

    /// Calls `didBuildGraph` at the end of the outermost construction. Until then no other thread gets an instance that
    /// may refer to this one.
    private func awaitGraph(_ instance: AnyObject) {
        Frame.innermost?.pointee.meet(1)
        Frame.session().atEnd { [self] in
            try attempt(.graph) {
                guard let owner = creation.owner else { return }
                let assembly = try owner.get()
                for step in creation.steps where step.phase == .didBuildGraph { try step.run(instance, assembly, nil) }
            }
        }
    }

    /// Binds and injects an object that exists already, without post-processing.
    func complete(existing object: AnyObject) throws {
        _ = try Frame.construct(self, nil) { frame in
            frame.pointee.instance = object
            frame.pointee.noteProcessed()
            try bind(object, in: frame)
            var next = 0
            try attempt(.adoption) {
                try runInjections(object, nil, isAlias: false, from: &next)
            }
            if creation.steps.last?.phase == .didBuildGraph { awaitGraph(object) }
            return object
        }
    }
}
