import CSwiftRuntime
import IOCModel

/// Who keeps whom: a property keeps what it was given, unless that would close a cycle of strong references.
///
/// What a property leads to is held unowned
/// 1. where this thread is still making it, as then it may hold the property's owner;
/// 2. where a scope keeps it and it leads back to the owner, as far as edges are known;
/// 3. where it is part of the object graph that the owner is part of, leads back to the owner, and is no newer.
///
/// All other references lead to what was made for them, from older to newer instances, or never back. So none of them closes a
/// cycle, and reference counting frees everything.
extension ContextCore {
    /// Whether a property of what a definition has made can't be part of a cycle.
    @inline(__always)
    func isOutsideCycles(_ definition: RegisteredDefinition?) -> Bool {
        guard let definition else { return true }
        return known.isOutsideCycles(definition)
    }

    /// Whether the property has to hold an instance unowned.
    /// - Parameters:
    ///   - target: What it leads to.
    ///   - owner: To what its owner is tied.
    ///   - mark: What was numbered later was made for the property.
    /// - Throws: `cycle-unkept` where nobody would keep any member of the cycle that it closes.
    func leadsBack(
        _ target: FoundInstances.Element, from owner: InjectionBinding, since mark: Int, at cell: AnyInjectionCell
    ) throws -> Bool {
        if ConstructionFrame.isBuilding(instance: target.instance) { return true }
        let isKept = target.definition.facts.scope.keepsInstances
        if isKept, target.isUnfinished { return true }
        guard target.core === self, let definition = owner.definition,
            known.areInOneCycle(definition, target.definition)
        else { return false }
        if isKept { return true }
        switch target.definition.sharing {
        case .graph:
            guard let serial = ConstructionFrame.knownSession?.serial(of: target.definition, nil) else { return false }
            if let place = owner.graph, place.isBeingBuilt { return serial <= place.serial }
            return serial <= mark
        case .context:
            if let cycle = known.unkeptCycle(definition, target.definition) {
                throw error(Fault(.cycleUnkept(cycle)), at: cell.facts(wanted: Never.self))
            }
            return false
        case .prototype, .store: return false
        }
    }

    // MARK: To whom an instance is tied

    /// A binding for an instance alone, where it belongs to more than its context.
    func ownBinding(
        _ plan: InjectionPlan, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer, _ asker: AnyInjectionCell?
    ) -> InjectionBinding? {
        let activation = frame.pointee.activation
        let keeper = activation == nil && hasScopes ? keeper(of: definition, in: frame, asker) : nil
        var graph: GraphPlace?
        if definition.sharing == .graph, let session = ConstructionFrame.knownSession {
            graph = session.serial(of: definition, arguments).map {
                GraphPlace(session: session.identity, serial: $0)
            }
        }
        guard activation != nil || keeper != nil || graph != nil else { return nil }
        return InjectionBinding(
            core: self, plan: plan, definition: definition, activation: activation, keeper: keeper, graph: graph)
    }

    /// Has the properties filled that lead on into the graph, before it is handed out, so that its instances are shared.
    func fillGraph(_ instance: AnyObject, _ binding: InjectionBinding) {
        let points = graphPoints(of: binding.plan)
        guard !points.isEmpty else { return }
        let cells = binding.plan.cells(of: instance)
        ConstructionFrame.session().willFill(points.map { cells[$0] }, of: instance)
    }

    /// The activation that an instance without a scope of its own is made in: that of whom it is made for.
    @inline(__always)
    func inherited(_ asker: AnyInjectionCell?) -> ScopeActivation? {
        if let frame = ConstructionFrame.innermost { return frame.pointee.activation }
        return asker?.binding?.activation
    }

    /// The longer-lived component that an instance without a scope of its own is made for.
    private func keeper(
        of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer, _ asker: AnyInjectionCell?
    ) -> RegisteredDefinition? {
        guard definition.sharing == .prototype || definition.sharing == .graph, asker?.isDetached != true else {
            return nil
        }
        if let parent = frame.pointee.parent { return ConstructionFrame.keeper(from: parent) }
        return asker?.binding?.lifetime
    }
}

extension InjectionBinding {
    /// Whoever keeps what a property of the owner keeps.
    var lifetime: RegisteredDefinition? {
        guard let definition else { return nil }
        return definition.sharing == .context ? definition : keeper
    }
}

extension ConstructionFrame {
    /// Whoever will keep what is made inside a construction: the first one outwards with a life of its own.
    static func keeper(from frame: Pointer) -> RegisteredDefinition? {
        var next: Pointer? = frame
        while let current = next {
            switch current.pointee.definition.sharing {
            case .context: return current.pointee.definition
            case .store: return nil
            case .prototype, .graph:
                let reading = current.pointee.parent?.pointee.reading
                if reading?._withUnsafeGuaranteedRef(\.isDetached) == true { return nil }
                next = current.pointee.parent
            }
        }
        return nil
    }
}
