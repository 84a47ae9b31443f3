import IOCModel

/// The injection of an instance, and its deferral.
///
/// An injection that asks for an instance whose initializer has not returned is deferred until the initializer has returned, and
/// then runs again. So a circle works from whichever member is asked for first. Only a circle of initializers alone is an error.
extension Maker {
    /// The rest of an injection that waits for an instance which a frame further out has not made yet.
    struct RestOfInjection {
        let progress: InjectionProgress
        /// The depth of the frame.
        let depth: Int
    }

    /// The injection as a whole if a frame of the instance's circle waits for an initializer with parameters; nil for most.
    ///
    /// A property of the instance, or of what it leads to, may lead back to that frame's instance, and a read of a property
    /// can't throw.
    func waiting(
        _ definition: RegisteredDefinition, _ progress: InjectionProgress, in frame: ConstructionFrame.Pointer
    ) -> RestOfInjection? {
        guard definition.group != nil else { return nil }
        var next = frame.pointee.parent
        while let outer = next {
            if outer.pointee.instance == nil, outer.pointee.maker === self,
                outer.pointee.definition.group === definition.group,
                !outer.pointee.definition.recipe.parameters.isEmpty
            {
                frame.pointee.meet(outer.pointee.depth)
                return RestOfInjection(progress: progress, depth: outer.pointee.depth)
            }
            next = outer.pointee.parent
        }
        return nil
    }

    /// Injects an instance.
    /// - Returns: The rest that has to be deferred; nil for none.
    func inject(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer, after earlier: InjectionProgress = InjectionProgress()
    ) throws -> RestOfInjection? {
        var progress = earlier
        let begin = isObserved ? registry.lifecycle.now : nil
        do {
            try attempt(definition.recipe.injection, definition) {
                try definition.recipe.inject(instance, arguments, &progress) { definition.component(instance) }
            }
        } catch {
            guard progress.isInjecting, let cycle = error as? IOCError, cycle.code == .constructionCycle,
                let depth = ConstructionFrame.knownSession?.unmade, depth < frame.pointee.depth
            else { throw error }
            // From now on it may hold what is being made, and is published with it.
            frame.pointee.meet(depth)
            return RestOfInjection(progress: progress, depth: depth)
        }
        if isObserved { registry.lifecycle.notify(.injected, definition, since: begin) }
        if definition.recipe.awaitsGraph { awaitGraph(instance, of: definition) }
        return nil
    }

    /// Defers what is left to inject.
    /// - Parameter handedOut: The value that others get for the instance.
    func putOff(
        _ rest: RestOfInjection, of instance: AnyObject, _ handedOut: AnyObject, _ definition: RegisteredDefinition,
        _ arguments: ArgumentKey?, in frame: ConstructionFrame.Pointer
    ) {
        let activation = frame.pointee.activation
        ConstructionFrame.session().deferInjection(until: rest.depth) { [self] in
            try ConstructionFrame.push(self, definition, arguments, in: activation) { frame in
                frame.pointee.instance = instance
                frame.pointee.processed = handedOut
                let rest = try inject(instance, of: definition, arguments, in: frame, after: rest.progress)
                if let rest { putOff(rest, of: instance, handedOut, definition, arguments, in: frame) }
            }
        }
    }

    /// Has `didBuildGraph` called when the outermost construction ends. Until then no other thread gets what may hold the instance.
    func awaitGraph(_ instance: AnyObject, of definition: RegisteredDefinition) {
        ConstructionFrame.innermost?.pointee.meet(1)
        ConstructionFrame.session().atEnd { [self] in
            try attempt("didBuildGraph", definition) { try definition.recipe.didBuildGraph(instance) }
        }
    }
}
