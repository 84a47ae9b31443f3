import IOCBase
import IOCModel

/// The binding of an instance, and the judgement of what only its wrappers show.
extension Maker {
    /// Ties an instance's wrappers to this context, fills its settings, and judges the points that the wiring doesn't know.
    func bind(_ instance: AnyObject, of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer) throws {
        let type: AnyClass = Swift.type(of: instance)
        let isForeseen = definition.promisedClass == type
        if !isForeseen, instance is AnyValueBox { return }
        let plan = isForeseen ? definition.plan ?? .empty : InjectionPlanReader.plan(of: instance)
        if plan.isPlain { return }
        let binding =
            ownBinding(plan, of: definition, in: frame) ?? (isForeseen ? binding(of: definition) : nil)
            ?? InjectionBinding(core: core, plan: plan, definition: definition)
        var faults = plan.bind(instance, to: binding)
        let isKnown = isForeseen && plan.statesAll
        // Threads that make the first instances side by side all judge, so that none of them goes on before it has.
        if !isKnown, !definition.judged.withLock({ $0.contains(ObjectIdentifier(type)) }) {
            let points = plan.facts(of: instance)
            faults += dependencies.learn {
                registry.learn(points, of: definition, replacing: isForeseen, in: &$0, parent: parent)
            }
            if faults.isEmpty { definition.judged.withLock { _ = $0.insert(ObjectIdentifier(type)) } }
        }
        for index in faults.indices { faults[index].path = ConstructionFrame.path() }
        guard faults.isEmpty else { throw IOCError(faults) }
        fillGraph(instance, of: definition, plan)
    }

    /// A binding for an instance alone, if a scope keeps it or it is made for an instance that a scope keeps.
    func ownBinding(
        _ plan: InjectionPlan, of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer
    ) -> InjectionBinding? {
        let activation = frame.pointee.activation
        let keeper = hasScopes && !definition.isShared ? ConstructionFrame.keeper(from: frame) : nil
        if activation == nil, keeper == nil { return nil }
        return InjectionBinding(
            core: core, plan: plan, definition: definition, activation: activation, keeper: keeper)
    }

    /// Has the properties filled that lead on into the graph, before it is handed out, so that its instances are shared.
    private func fillGraph(_ instance: AnyObject, of definition: RegisteredDefinition, _ plan: InjectionPlan) {
        guard definition.sharing == .graph else { return }
        let points = graphPoints(of: type(of: instance), plan)
        guard !points.isEmpty else { return }
        let cells = plan.cells(of: instance)
        ConstructionFrame.session().willFill(points.map { cells[$0] }, of: instance)
    }
}

extension ConstructionFrame {
    /// The keeper of what is made in a construction, or of what it is made for: the first one with a lifetime of its own.
    static func keeper(from frame: Pointer) -> RegisteredDefinition? {
        var next: Pointer? = frame
        while let current = next {
            if current.pointee.definition.isShared { return current.pointee.definition }
            if let asker = current.pointee.asker {
                if asker.isDetached { return nil }
                if let binding = asker.binding { return binding.retainer }
            }
            next = current.pointee.parent
        }
        return nil
    }
}
