import IOCModel

/// The instance of a definition: the shared one, a new one, or the one that this thread is creating.
extension Maker {
    /// The result of a lookup.
    struct Instance {
        let object: AnyObject
        /// True if it was made for this lookup.
        let isNew: Bool
    }

    func instance(
        of definition: RegisteredDefinition, for asker: AnyInjectionCell?, _ arguments: ArgumentKey? = nil
    ) throws -> AnyObject {
        try found(definition, for: asker, arguments).object
    }

    /// The same, and whether it was made for this lookup.
    func found(
        _ definition: RegisteredDefinition, for asker: AnyInjectionCell?, _ arguments: ArgumentKey? = nil
    ) throws -> Instance {
        let frame = ConstructionFrame.innermost
        // Notes a lookup of a construction that no injection point shows, such as a provider's call. This comes before the
        // creation, because the order of starts may be asked for during it.
        if let frame, asker?.isDetached ?? true, frame.pointee.maker === self {
            dependencies.observe(definition, by: frame.pointee.definition)
        }
        if arguments == nil, definition.sharing == .context, let instance = definition.slot.instance {
            if let frame { frame.pointee.note(instance) }
            return Instance(object: instance, isNew: false)
        }
        if let asker, asker.isDetached { try checkMaking(definition, for: asker) }
        if arguments != nil || definition.facts.needsArguments { try check(arguments, of: definition, asker) }
        let before = frame?.pointee.reading
        frame?.pointee.reading = asker
        defer { frame?.pointee.reading = before }
        let instance =
            switch definition.sharing {
            case .context: try ofContext(definition, arguments, asker)
            case .store: try scoped(definition, arguments, asker)
            case .prototype, .graph: try unshared(definition, arguments, asker)
            }
        if let frame { frame.pointee.note(instance.object) }
        return instance
    }

    /// Refuses to create an instance for a provider's call in a context or activation that this thread is emptying.
    ///
    /// Otherwise two instances whose `deinit`s ask for each other would be created again for ever.
    /// - Throws: `context-ended` and `scope-ended`.
    private func checkMaking(_ definition: RegisteredDefinition, for asker: AnyInjectionCell) throws {
        if core.gate.isEmptiedHere { throw error(Fault(.contextEnded), asker) }
        guard let activation = asker.binding?.activation, activation.isEmptiedHere, definition.sharing != .context
        else { return }
        // An instance that the activation has is returned; `scoped` looks for it.
        guard definition.sharing == .store, activation.isOf(definition.facts.scope) else {
            throw error(activation.endedFault, asker)
        }
    }

    /// - Throws: `arguments-needed` and `argument-incomparable`.
    private func check(
        _ arguments: ArgumentKey?, of definition: RegisteredDefinition, _ asker: AnyInjectionCell?
    ) throws {
        guard let arguments else {
            throw error(Fault(.argumentsNeeded(name: definition.facts.name)), asker)
        }
        if definition.sharing != .prototype, let type = arguments.incomparable {
            let kind = Fault.Kind.argumentIncomparable(name: definition.facts.name, type: TypeName.written(type))
            throw error(Fault(kind), asker)
        }
    }

    // MARK: Shared instances

    private func ofContext(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ asker: AnyInjectionCell?
    ) throws -> Instance {
        if let error = core.notStarted(definition, asker) { throw error }
        let slot = arguments == nil ? definition.slot : argumented.slot(for: definition, arguments, in: core)
        return try shared(definition, arguments, in: slot, nil)
    }

    /// The instance of a slot. A thread that finds the slot empty makes the instance under the lock of its group.
    /// - Parameter awaited: An instance that is made already, and whether another definition has made it.
    func shared(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, in slot: SharedSlot,
        _ activation: ScopeActivation?, awaited: (instance: AnyObject, isAlias: Bool)? = nil
    ) throws -> Instance {
        if let instance = slot.instance { return Instance(object: instance, isNew: false) }
        try slot.lock.lock(for: definition, timeout: registry.base.configuration.constructionTimeout)
        do {
            if let known = try present(definition, in: slot) {
                slot.lock.unlock(for: definition)
                return Instance(object: known, isNew: false)
            }
        } catch {
            slot.lock.unlock(for: definition)
            throw error
        }
        return try ConstructionFrame.push(self, definition, arguments, for: slot, in: activation) { frame in
            if let awaited, awaited.isAlias { frame.pointee.note(awaited.instance) }
            let made = try awaited?.instance ?? make(definition, arguments)
            let instance = try complete(made, of: definition, arguments, in: frame)
            if let activation { try willStop(instance, of: definition, in: activation, slot) }
            if definition.facts.scope.isWeak, instance is AnyValueBox {
                throw IOCError(Fault(.scopeNeedsClass(name: definition.facts.name), at: definition.facts.origin))
            }
            frame.pointee.processed = instance
            return Instance(object: instance, isNew: true)
        }
    }

    /// The instance of a slot, finished or not; nil if the slot is empty. The thread has the lock.
    private func present(_ definition: RegisteredDefinition, in slot: SharedSlot) throws -> AnyObject? {
        if let instance = slot.instance { return instance }
        switch slot.unpublished {
        case nil:
            guard slot.hasEnded else { return nil }
            let ended = Fault(.scopeEnded(scope: definition.facts.scope.name))
            throw error(definition.sharing == .store ? ended : Fault(.contextEnded), nil)
        case .pending(let instance, let mark):
            ConstructionFrame.innermost?.pointee.meet(mark)
            return instance
        case .building(let frame): return try unfinished(frame, definition)
        }
    }

    /// The unfinished instance of a frame.
    private func unfinished(
        _ frame: ConstructionFrame.Pointer, _ definition: RegisteredDefinition
    ) throws -> AnyObject {
        guard let instance = frame.pointee.instance else {
            ConstructionFrame.session().unmade = frame.pointee.depth
            let (steps, place) = ConstructionFrame.cycle(through: definition)
            throw IOCError(
                .constructionCycle(steps), at: place, path: ConstructionFrame.path() + [definition.facts.name])
        }
        ConstructionFrame.innermost?.pointee.meet(frame.pointee.depth)
        return try processed(instance, in: frame)
    }

    // MARK: Prototypes and graphs

    /// An instance that the caller owns: a new one, or the one of the prototypes or the graph that this thread is making.
    private func unshared(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ asker: AnyInjectionCell?
    ) throws -> Instance {
        if let frame = ConstructionFrame.building(definition, arguments) {
            return Instance(object: try unfinished(frame, definition), isNew: false)
        }
        let isMember = definition.sharing == .graph
        if isMember, let known = ConstructionFrame.knownSession?.member(definition, arguments) {
            ConstructionFrame.innermost?.pointee.meet(known.mark)
            return Instance(object: known.instance, isNew: false)
        }
        return try ConstructionFrame.push(self, definition, arguments, in: inherited(asker), asker: asker) { frame in
            let instance = try complete(try make(definition, arguments), of: definition, arguments, in: frame)
            if isMember {
                ConstructionFrame.session().add(instance, of: definition, arguments, mark: frame.pointee.mark)
            }
            return Instance(object: instance, isNew: true)
        }
    }

    /// The activation for an instance without a scope of its own: that of the instance that it is created for.
    private func inherited(_ asker: AnyInjectionCell?) -> ScopeActivation? {
        if let binding = asker?.binding { return binding.activation }
        return ConstructionFrame.innermost?.pointee.activation
    }

    // MARK: The steps

    private func make(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) throws -> AnyObject {
        try attempt(definition.recipe.steps.creation, definition, .made) { try definition.recipe.make(arguments) }
    }

    /// The steps after making: bind, inject, post-process.
    private func complete(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer
    ) throws -> AnyObject {
        // A definition may return an instance that another one has created and injected (an alias).
        let isAlias = frame.pointee.found === instance && definition.recipe.mayBeAlias(instance)
        frame.pointee.instance = instance
        if isAlias {
            frame.pointee.processed = instance
        } else {
            try bind(instance, of: definition, in: frame)
        }
        try ConstructionFrame.knownSession?.resumeInjections(at: frame.pointee.depth)
        var progress = InjectionProgress(isAlias: isAlias)
        let depth =
            try waiting(definition, in: frame) ?? inject(instance, of: definition, arguments, in: frame, &progress)
        let result = try processed(instance, in: frame)
        if let depth { putOff(progress, until: depth, of: instance, result, definition, arguments, in: frame) }
        return result
    }
}

/// The injection of an instance, and its deferral.
///
/// An injection that asks for an instance whose initializer has not returned is deferred until the initializer has
/// returned, and then runs again. So a circle works from whichever member is asked for first. Only a circle of
/// initializers alone is an error.
extension Maker {
    /// The depth of a frame of the instance's circle that waits for an initializer with parameters; nil for most.
    ///
    /// A property of the instance, or of what it leads to, may lead back to that frame's instance, and a read of a property
    /// can't throw. So the whole injection is deferred.
    func waiting(_ definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer) -> Int? {
        guard definition.group != nil,
            let outer = ConstructionFrame.first(where: {
                $0.instance == nil && $0.maker === self && $0.definition.group === definition.group
                    && !$0.definition.recipe.parameters.isEmpty
            })
        else { return nil }
        frame.pointee.meet(outer.pointee.depth)
        return outer.pointee.depth
    }

    /// Injects an instance.
    /// - Returns: The depth of the frame that has to make its instance before the rest can be injected; nil if there is no rest.
    func inject(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer, _ progress: inout InjectionProgress
    ) throws -> Int? {
        do {
            try attempt(definition.recipe.steps.injection, definition, .injected) {
                try definition.recipe.inject(instance, arguments, &progress) { definition.component(instance) }
            }
        } catch {
            guard progress.isInjecting, let cycle = error as? IOCError, cycle.code == .constructionCycle,
                let depth = ConstructionFrame.knownSession?.unmade, depth < frame.pointee.depth
            else { throw error }
            // The instance may hold the unfinished one from now on, so it is published with it.
            frame.pointee.meet(depth)
            return depth
        }
        if definition.recipe.awaitsGraph { awaitGraph(instance, of: definition) }
        return nil
    }

    /// Defers what is left to inject until the frame at a depth has made its instance.
    /// - Parameter handedOut: The value that others get for the instance.
    func putOff(
        _ progress: InjectionProgress, until depth: Int, of instance: AnyObject, _ handedOut: AnyObject,
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, in frame: ConstructionFrame.Pointer
    ) {
        let activation = frame.pointee.activation
        ConstructionFrame.session().deferInjection(until: depth) { [self] in
            try ConstructionFrame.push(self, definition, arguments, in: activation) { frame in
                frame.pointee.instance = instance
                frame.pointee.processed = handedOut
                var progress = progress
                let next = try inject(instance, of: definition, arguments, in: frame, &progress)
                if let next {
                    putOff(progress, until: next, of: instance, handedOut, definition, arguments, in: frame)
                }
            }
        }
    }

    /// Calls `didBuildGraph` when the outermost construction ends. Until then no other thread gets an instance that may
    /// hold this one.
    func awaitGraph(_ instance: AnyObject, of definition: RegisteredDefinition) {
        ConstructionFrame.innermost?.pointee.meet(1)
        ConstructionFrame.session().atEnd { [self] in
            try attempt("didBuildGraph", definition) { try definition.recipe.didBuildGraph(instance) }
        }
    }
}
