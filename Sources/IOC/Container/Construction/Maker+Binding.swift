import IOCModel
import Synchronization

/// The binding of an instance, and the judgement of what only its wrappers show.
extension Maker {
    /// Ties an instance's wrappers to this context, fills its settings, and judges the names that its class doesn't state.
    func bind(_ instance: AnyObject, of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer) throws {
        guard let plan = definition.plan, definition.promisedClass == type(of: instance) else {
            return try bindUnforeseen(instance, of: definition, in: frame)
        }
        if plan.isPlain { return }
        let binding = ownBinding(plan, of: definition, in: frame) ?? binding(of: definition)
        guard let binding else { return }
        var faults = plan.bind(instance, to: binding)
        let isFirst = !definition.isJudged.load(ordering: .acquiring)
        if isFirst, !plan.statesAll {
            let points = plan.facts(of: instance)
            faults += dependencies.learn { registry.learn(points, of: definition, in: &$0, parent: parent) }
        }
        for index in faults.indices { faults[index].path = ConstructionFrame.path() }
        guard faults.isEmpty else { throw IOCError(faults) }
        if isFirst { definition.isJudged.store(true, ordering: .releasing) }
        fillGraph(instance, of: definition, plan)
    }

    /// Binds an instance of which the definition promises less than it is: a protocol or a superclass.
    private func bindUnforeseen(
        _ instance: AnyObject, of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer
    ) throws {
        if instance is AnyValueBox { return }
        let plan = InjectionPlanReader.plan(of: instance)
        if plan.isPlain { return }
        frame.pointee.slot?.unforeseen = plan
        let binding =
            ownBinding(plan, of: definition, in: frame)
            ?? InjectionBinding(core: core, plan: plan, definition: definition)
        var faults = plan.bind(instance, to: binding)
        faults += registry.faults(of: plan.facts(of: instance), parent: parent)
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
        let points = plan.facts.indices.filter { index in
            !plan.facts[index].isParameter
                && registry.targets(of: [plan.facts[index]]).contains { registry.definitions[$0].sharing == .graph }
        }
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
