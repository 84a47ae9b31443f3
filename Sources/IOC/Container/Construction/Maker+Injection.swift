import IOCModel

/// The injection of an instance, and what is put off.
///
/// Where an injection asks for something whose making has not returned, it is put off until that is made, and then run again
/// from its beginning. So a cycle works from whichever member is asked for first; only one of makings alone is an error.
extension Maker {
    /// The rest of an injection that waits for an instance which a construction further out has not made yet.
    struct RestOfInjection {
        let progress: InjectionProgress
        /// The depth of the construction it waits for.
        let maker: Int
    }

    /// The part of an injection to put off, where the owner's initializer waits for the instance; nil for most.
    ///
    /// A property of the instance, or of what it leads to, leads back to that owner, which is there once its initializer has
    /// returned.
    @inline(__always)
    func waiting(
        _ definition: RegisteredDefinition, _ progress: InjectionProgress, in frame: ConstructionFrame.Pointer
    ) -> RestOfInjection? {
        guard let cycle = definition.slot.cycle else { return nil }
        return waiting(in: cycle, progress, from: frame)
    }

    @inline(never)
    private func waiting(
        in cycle: ConstructionGroup, _ progress: InjectionProgress, from frame: ConstructionFrame.Pointer
    ) -> RestOfInjection? {
        var next = frame.pointee.parent
        while let outer = next {
            if outer.pointee.instance == nil, outer.pointee.definition.slot.cycle === cycle,
                !outer.pointee.definition.recipe.parameters.isEmpty
            {
                frame.pointee.readUnfinished(outer.pointee.depth)
                return RestOfInjection(progress: progress, maker: outer.pointee.depth)
            }
            next = outer.pointee.parent
        }
        return nil
    }

    /// Injects an instance.
    /// - Returns: The part to put off; nil where there is none.
    @inline(__always)
    func inject(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer, after earlier: InjectionProgress = InjectionProgress()
    ) throws -> RestOfInjection? {
        var progress = earlier
        let begin = isObserved ? registry.lifecycle.now : nil
        do {
            let wasNeeded = try attempt(definition.recipe.injection, definition) {
                try definition.recipe.inject(instance, arguments, &progress)
            }
            if isObserved { registry.lifecycle.notify(.injected, definition, since: begin) }
            if definition.awaitsGraph {
                awaitGraph(instance, of: definition)
            } else if !wasNeeded, definition.isPlain(instance) {
                definition.knownDone.remember(instance)
            }
            return nil
        } catch {
            return try rest(of: progress, error, in: frame)
        }
    }

    @inline(never)
    private func rest(
        of progress: InjectionProgress, _ error: any Error, in frame: ConstructionFrame.Pointer
    ) throws -> RestOfInjection {
        guard progress.isInjecting, let cycle = error as? IOCError, cycle.code == .constructionCycle,
            let maker = ConstructionFrame.knownSession?.unmade, maker < frame.pointee.depth
        else { throw error }
        // From now on it may hold what is being made, and is published with it.
        frame.pointee.readUnfinished(maker)
        return RestOfInjection(progress: progress, maker: maker)
    }

    /// Puts off what is left to inject.
    /// - Parameter handedOut: The value that others get for the instance.
    @inline(never)
    func putOff(
        _ rest: RestOfInjection, of instance: AnyObject, _ handedOut: AnyObject, _ definition: RegisteredDefinition,
        _ arguments: ArgumentKey?, in frame: ConstructionFrame.Pointer
    ) {
        let activation = frame.pointee.activation
        frame.pointee.outer(at: rest.maker)?.pointee.isAwaited = true
        ConstructionFrame.session().putOff(until: rest.maker) { [self] in
            try ConstructionFrame.push(self, definition, arguments, in: activation.map(Unmanaged.passUnretained)) {
                frame in
                frame.pointee.instance = Unmanaged.passUnretained(instance)
                frame.pointee.processed = handedOut
                let rest = try inject(instance, of: definition, arguments, in: frame, after: rest.progress)
                if let rest { putOff(rest, of: instance, handedOut, definition, arguments, in: frame) }
            }
        }
    }

    /// Has `didBuildGraph` called when the outermost build ends; until then nobody else gets what may hold the instance.
    @inline(never)
    func awaitGraph(_ instance: AnyObject, of definition: RegisteredDefinition) {
        ConstructionFrame.innermost?.pointee.readUnfinished(1)
        ConstructionFrame.session().atEnd { [self] in
            try attempt("didBuildGraph", definition) {
                try definition.recipe.didBuildGraph(instance)
            }
        }
    }
}

extension GraphSession {
    /// An injection that waits for the making of something further out.
    struct PutOffInjection {
        let maker: Int
        let serial: Int
        let resume: () throws -> Void
    }

    /// Keeps an injection until the construction at a depth has made its instance.
    fileprivate func putOff(until maker: Int, _ resume: @escaping () throws -> Void) {
        injections.append(PutOffInjection(maker: maker, serial: ConstructionFrame.nextSerial(), resume: resume))
    }

    /// Runs the injections that have waited for an instance, which is made by now.
    @inline(never)
    func resumeInjections(awaiting frame: ConstructionFrame.Pointer) throws {
        while let next = injections.firstIndex(where: { $0.maker == frame.pointee.depth }) {
            try injections.remove(at: next).resume()
        }
        frame.pointee.isAwaited = false
    }
}

extension ConstructionFrame {
    /// The frame around this one at a depth.
    fileprivate func outer(at depth: Int) -> Pointer? {
        var next = parent
        while let frame = next, frame.pointee.depth > depth { next = frame.pointee.parent }
        return next
    }
}
