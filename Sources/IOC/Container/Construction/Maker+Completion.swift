import IOCModel

/// The making of an instance, and the steps that follow it: it is bound, injected and post-processed.
extension Maker {
    /// The steps after making: bind, inject, post-process. Every instance takes them.
    /// - Parameter isMade: Called with the instance before it is injected, and with what replaces it.
    func complete(
        _ instance: __owned AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer, isMade: (AnyObject) -> Void = { _ in }
    ) throws -> AnyObject {
        // A definition may return what another one made, which has been injected there.
        let isAlias = frame.pointee.hasFound(instance) && definition.recipe.mayBeAlias(instance)
        frame.pointee.instance = Unmanaged.passUnretained(instance)
        isMade(instance)
        if !isAlias { try bind(instance, of: definition, arguments, in: frame) }
        if frame.pointee.isAwaited { try ConstructionFrame.session().resumeInjections(awaiting: frame) }
        let progress = InjectionProgress(isAlias: isAlias)
        let rest =
            try waiting(definition, progress, in: frame)
            ?? inject(instance, of: definition, arguments, in: frame, after: progress)
        if isAlias, !processors.isEmpty { keepProcessed(instance, in: frame) }
        let replacement = !processors.isEmpty && !isAlias ? try processed(instance, in: frame) : nil
        if let replacement, replacement !== instance { isMade(replacement) }
        if let rest { putOff(rest, of: instance, replacement ?? instance, definition, arguments, in: frame) }
        if let replacement { return replacement }
        return instance
    }

    @inline(__always)
    func make(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) throws -> AnyObject {
        if isObserved { return try makeObserved(definition, arguments) }
        return try attempt("its making", definition) { try definition.recipe.make(arguments) }
    }

    @inline(never)
    private func makeObserved(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) throws -> AnyObject {
        let begin = registry.lifecycle.now
        let instance = try attempt("its making", definition) { try definition.recipe.make(arguments) }
        registry.lifecycle.notify(.made, definition, since: begin)
        return instance
    }

    /// Runs a component's own code and words what it throws.
    @inline(__always)
    func attempt<Result>(
        _ stage: @autoclosure () -> String, _ definition: RegisteredDefinition, _ body: () throws -> Result
    ) throws -> Result {
        let begin = isObserved ? registry.lifecycle.now : nil
        do {
            return try body()
        } catch let error as IOCError {
            throw error
        } catch {
            throw failure(error, stage(), definition, since: begin)
        }
    }

    @inline(never)
    private func failure(
        _ error: any Error, _ stage: String, _ definition: RegisteredDefinition, since begin: Duration?
    ) -> IOCError {
        var fault = Fault(.componentFailed(component: definition.facts.name, stage: stage))
        fault.place = definition.facts.origin
        fault.path = ConstructionFrame.path()
        fault.cause = error
        registry.lifecycle.notify(.failed, definition, since: begin, IOCError(fault))
        return IOCError(fault)
    }
}
