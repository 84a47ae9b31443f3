import CSwiftRuntime
import IOCModel
import Synchronization

extension Maker {
    /// An instance of a definition: the shared one, a new one, or the one being built right now.
    func instance(
        of definition: RegisteredDefinition, for asker: AnyInjectionCell?, _ arguments: ArgumentKey? = nil,
        _ found: FoundInstances? = nil
    ) throws -> AnyObject {
        try foundOrMade(definition, for: asker, arguments, found)
    }

    /// The same in the caller's place: a call more would cost each level of a graph 4 %.
    @inline(__always)
    func foundOrMade(
        _ definition: RegisteredDefinition, for asker: AnyInjectionCell?, _ arguments: ArgumentKey? = nil,
        _ found: FoundInstances? = nil
    ) throws -> AnyObject {
        if case .context = definition.sharing, arguments == nil, let instance = definition.slot.instance {
            if let frame = ConstructionFrame.innermost {
                observe(definition, for: asker, in: frame)
                frame.pointee.noteFound(instance)
            }
            return instance
        }
        if let asker, asker.isDetached, Ending.isUnderWay { try checkMaking(definition, arguments, for: asker) }
        if arguments != nil || definition.needsArguments { try check(arguments, of: definition, asker) }
        let frame = ConstructionFrame.innermost
        // Before it is made: what is made on the way may lead back to this construction, and fill a property.
        if let frame { observe(definition, for: asker, in: frame) }
        let before = frame?.pointee.reading
        frame?.pointee.reading = asker.map(Unmanaged.passUnretained)
        defer { frame?.pointee.reading = before }
        let instance = try makeOrFind(definition, arguments, asker, found)
        if let frame {
            // An alias may return it.
            frame.pointee.noteFound(instance)
        }
        return instance
    }

    /// A provider's call makes nothing new in what this thread is emptying.
    ///
    /// Otherwise two instances whose `deinit`s ask for each other would be made anew for ever.
    /// - Throws: `context-ended` and `scope-ended`.
    @inline(never)
    private func checkMaking(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, for asker: AnyInjectionCell
    ) throws {
        if Ending.isUnderWay(core) { throw IOCError(located(Fault(.contextEnded), asker)) }
        if let activation = asker.binding?.activation, Ending.isUnderWay(activation),
            definition.sharing != .context
        {
            guard definition.sharing == .store, activation.isOf(definition.facts.scope),
                activation.existing(definition, arguments) != nil
            else { throw IOCError(located(activation.endedFault, asker)) }
        }
    }

    /// - Throws: `arguments-needed` and `argument-incomparable`.
    @inline(never)
    private func check(
        _ arguments: ArgumentKey?, of definition: RegisteredDefinition, _ asker: AnyInjectionCell?
    ) throws {
        guard let arguments else {
            throw IOCError(located(Fault(.argumentsNeeded(name: definition.facts.name)), asker))
        }
        if definition.sharing != .prototype, let type = arguments.incomparable {
            throw IOCError(
                located(Fault(.argumentIncomparable(name: definition.facts.name, type: TypeName.written(type))), asker))
        }
    }

    /// The instance with a reference that the caller has to release.
    func retainedInstance(
        of definition: RegisteredDefinition, for asker: AnyInjectionCell?
    ) throws -> Unmanaged<AnyObject> {
        .passRetained(try foundOrMade(definition, for: asker))
    }

    /// Remembers what a construction asks for: an edge that no property shows.
    @inline(__always)
    private func observe(
        _ definition: RegisteredDefinition, for asker: AnyInjectionCell?, in frame: ConstructionFrame.Pointer
    ) {
        // A provider's call fills no property, so it is a lookup like any other.
        if asker?.isDetached ?? true, frame.pointee.isOf(.passUnretained(self)) { frame.pointee.observe(definition) }
    }

    @inline(__always)
    private func makeOrFind(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ asker: AnyInjectionCell?,
        _ found: FoundInstances?
    ) throws -> AnyObject {
        switch definition.sharing {
        case .context:
            return try ofContext(definition, arguments, found)
        case .store: return try scoped(definition, arguments, asker)
        case .prototype:
            return try prototype(definition, arguments, asker)
        case .graph: return try ofGraph(definition, arguments, asker)
        }
    }

    @inline(never)
    private func ofContext(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ found: FoundInstances?
    ) throws -> AnyObject {
        let slot = arguments == nil ? definition.slot : argumented.slot(for: definition, arguments, in: core)
        return try shared(definition, arguments, in: slot, nil, found)
    }

    @inline(never)
    private func ofGraph(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ asker: AnyInjectionCell?
    ) throws -> AnyObject {
        if let frame = ConstructionFrame.building(definition, arguments) { return try early(frame, definition) }
        let shared = ConstructionFrame.sharedSession
        if let known = shared?._withUnsafeGuaranteedRef({ $0.instance(of: definition, arguments) }) {
            if let serial = known.serial { ConstructionFrame.readUnpublished(finished: serial) }
            return known.instance
        }
        return try ConstructionFrame.push(self, definition, arguments, in: inherited(asker), asker: asker) { frame in
            let made = try make(definition, arguments)
            let session = ConstructionFrame.sharedSession ?? .passUnretained(ConstructionFrame.session())
            return try session._withUnsafeGuaranteedRef { session in
                if isDone(made, of: definition, in: frame) {
                    let mayFail = frame.pointee.lowLink <= frame.pointee.depth
                    session.keep(made, of: definition, arguments, mayFail: mayFail)
                    return made
                }
                let instance = try complete(made, of: definition, arguments, in: frame) { instance in
                    session.keep(instance, of: definition, arguments)
                }
                if frame.pointee.lowLink > frame.pointee.depth { session.finish(definition, arguments) }
                return instance
            }
        }
    }

    /// The unfinished instance, for a construction that leads back to it.
    private func early(
        _ frame: ConstructionFrame.Pointer, _ definition: RegisteredDefinition
    ) throws -> AnyObject {
        guard let instance = frame.pointee.instance else { throw constructionCycle(definition, in: frame) }
        ConstructionFrame.innermost?.pointee.readUnfinished(frame.pointee.depth)
        return try processed(instance.takeUnretainedValue(), in: frame)
    }

    func shared(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, in slot: SharedSlot,
        _ activation: ScopeActivation?, _ found: FoundInstances? = nil
    ) throws -> AnyObject {
        if let instance = slot.instance { return instance }
        let thread = ioc_thread_id()
        let state = try enter(slot, as: thread, for: definition)
        if case .begun(let made) = state {
            let instance = try build(definition, arguments, from: made, in: slot, activation)
            found?.lastMade = ObjectIdentifier(instance)
            return instance
        }
        let found: (instance: AnyObject, awaited: AwaitedPublication?)
        do {
            defer { slot.group.leave(thread, waits) }
            found = try unfinished(definition, arguments, in: slot, state)
        }
        if let awaited = found.awaited { try rely(on: awaited) }
        return found.instance
    }

    /// The existing part of a shared instance, and the publication to await before anybody else may have it.
    private func unfinished(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, in slot: SharedSlot,
        _ state: ConstructionGroup.State
    ) throws -> (AnyObject, AwaitedPublication?) {
        switch state {
        case .published(let instance): return (instance, nil)
        case .building(let instance, let root):
            ConstructionFrame.innermost?.pointee.readUnfinished(root)
            guard let frame = ConstructionFrame.building(definition, arguments) else { return (instance, nil) }
            return (try early(frame, definition), nil)
        case .finished(let instance, let serial):
            ConstructionFrame.readUnpublished(finished: serial)
            return (instance, nil)
        case .others(let instance, let publication):
            let instance = try processed(instance, of: definition, in: slot)
            let awaited = AwaitedPublication(
                publication: publication, name: definition.facts.name, instance: ObjectIdentifier(instance),
                path: ConstructionFrame.path())
            return (instance, awaited)
        case .ended:
            let fault =
                definition.sharing == .store
                ? Fault(.scopeEnded(scope: definition.facts.scope.name)) : Fault(.contextEnded)
            throw IOCError(located(fault, nil))
        case .unmade, .begun:
            throw constructionCycle(definition, in: ConstructionFrame.building(definition, arguments))
        }
    }

    private func build(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, from made: AnyObject?, in slot: SharedSlot,
        _ activation: ScopeActivation?
    ) throws -> AnyObject {
        try ConstructionFrame.push(
            self, definition, arguments, for: slot, in: activation.map(Unmanaged.passUnretained)
        ) { frame in
            let instance = try complete(
                made ?? make(definition, arguments), of: definition, arguments, in: frame
            ) {
                let instance = $0
                slot.group.isMade(slot, instance)
            }
            if let activation { try willStop(instance, of: definition, in: activation, slot) }
            if case .weakSingleton = definition.facts.scope, instance is AnyValueBox {
                throw IOCError(Fault(.scopeNeedsClass(name: definition.facts.name), at: definition.facts.origin))
            }
            return instance
        }
    }

    /// Ties what is being built here to an instance that another thread has not published; where nothing is, waits for it.
    private func rely(on awaited: AwaitedPublication) throws {
        guard let frame = ConstructionFrame.innermost else {
            return try waits.settle([], [awaited], timeout: registry.constructionTimeout)
        }
        ConstructionFrame.session().awaited.append(awaited)
        frame.pointee.readUnfinished(0)
    }

    /// Returns true if an instance that was made needs nothing more, as the last one of its class.
    @inline(__always)
    private func isDone(
        _ instance: AnyObject, of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer
    ) -> Bool {
        definition.knownDone.isClass(of: instance) && !isObserved && processors.isEmpty && !frame.pointee.isAwaited
    }

    /// A new instance; where the last one of its class needed nothing after it was made, that is all.
    @inline(never)
    private func prototype(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ asker: AnyInjectionCell?
    ) throws -> AnyObject {
        if let frame = ConstructionFrame.buildingPrototype(definition, arguments) {
            if asker is ParameterCell { frame.pointee.wasPassed = true }
            return try early(frame, definition)
        }
        return try newPrototype(definition, arguments, in: inherited(asker), asker)
    }

    /// A new instance that this thread is not making already.
    @inline(__always)
    func newPrototype(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, in activation: Unmanaged<ScopeActivation>?,
        _ asker: AnyInjectionCell?
    ) throws -> AnyObject {
        try ConstructionFrame.push(self, definition, arguments, in: activation, asker: asker) { frame in
            let instance = try make(definition, arguments)
            if isDone(instance, of: definition, in: frame) { return instance }
            return try complete(instance, of: definition, arguments, in: frame)
        }
    }

    @inline(__always)
    private func enter(
        _ slot: SharedSlot, as thread: UInt, for definition: RegisteredDefinition
    ) throws -> ConstructionGroup.State {
        let depth = (ConstructionFrame.innermost?.pointee.depth ?? 0) + 1
        return try waits.enter(slot, as: thread, depth: depth, timeout: registry.constructionTimeout) {
            ConstructionFrame.path() + [definition.facts.name]
        }
    }

    func located(_ fault: Fault, _ asker: AnyInjectionCell?) -> Fault {
        var fault = fault
        fault.point = asker?.facts(wanted: Never.self)
        fault.path = ConstructionFrame.path()
        return fault
    }

    /// The error for what needs an instance whose making has not returned.
    private func constructionCycle(
        _ definition: RegisteredDefinition, in maker: ConstructionFrame.Pointer?
    ) -> IOCError {
        var fault = Fault(
            .constructionCycle(ConstructionFrame.cycle(through: definition)),
            at: ConstructionFrame.place(through: definition))
        fault.path = ConstructionFrame.path() + [definition.facts.name]
        ConstructionFrame.session().unmade = maker.flatMap { $0.pointee.isEarly ? nil : $0.pointee.depth }
        return IOCError(fault)
    }
}
