import IOCModel
import Synchronization

/// The binding of an instance, and the names that only its wrappers show.
extension Maker {
    /// Ties an instance's wrappers to this context, and judges the names that its class doesn't state.
    @inline(__always)
    func bind(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey? = nil,
        in frame: ConstructionFrame.Pointer
    ) throws {
        if definition.isPlain(instance) { return }
        try bindWrappers(instance, of: definition, arguments, in: frame)
    }

    private func bindWrappers(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer
    ) throws {
        guard let plan = definition.plan, plan.type == type(of: instance) else {
            return try bindUnforeseen(instance, of: definition, arguments, in: frame)
        }
        let own = ownBinding(plan, of: definition, arguments, in: frame)
        if let binding = own ?? bindings[definition.index]?.takeUnretainedValue() { plan.bind(instance, to: binding) }
        if let own, own.graph != nil { fillGraph(instance, own) }
        try judge(instance, of: definition, plan)
    }

    /// Binds an instance of which the definition promises less than it is: a protocol or a superclass.
    @inline(never)
    private func bindUnforeseen(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer
    ) throws {
        if instance is AnyValueBox { return }
        let plan = plan(ofClass: type(of: instance))
        if plan.isPlain { return }
        let own =
            ownBinding(plan, of: definition, arguments, in: frame)
            ?? InjectionBinding(core: core, plan: plan, definition: definition)
        plan.bind(instance, to: own)
        let points = plan.facts(of: instance)
        known.add(registry.targets(of: points), of: definition)
        let faults = registry.faults(of: points, parent: parent) + plan.fillSettings(of: instance)
        guard faults.isEmpty else { throw IOCError(faults) }
        if own.graph != nil { fillGraph(instance, own) }
    }

    /// Fills the settings of an instance, and judges the names that its class doesn't state.
    private func judge(_ instance: AnyObject, of definition: RegisteredDefinition, _ plan: InjectionPlan) throws {
        var faults = plan.fillSettings(of: instance)
        if let fault = plan.statementFault(of: instance) { faults.append(fault) }
        let isFirst = !definition.isJudged.load(ordering: .acquiring)
        if isFirst, !plan.statesAll {
            let points = plan.facts(of: instance)
            faults += known.learn(definition) { registry.learn(points, of: definition, in: &$0, parent: parent) }
        }
        for index in faults.indices { faults[index].path = ConstructionFrame.path() }
        guard faults.isEmpty else { throw IOCError(faults) }
        if isFirst { definition.isJudged.store(true, ordering: .releasing) }
    }

    /// A binding for an instance alone, where it belongs to more than its context, which few do.
    @inline(__always)
    func ownBinding(
        _ plan: InjectionPlan, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer
    ) -> InjectionBinding? {
        // The asker of an instance matters where a scope may be left, and where a cycle may be closed.
        if frame.pointee.belongsToNoScope, !hasScopes, definition.sharing != .graph, definition.slot.cycle == nil {
            return nil
        }
        return tiedBinding(plan, of: definition, arguments, in: frame)
    }

    @inline(never)
    private func tiedBinding(
        _ plan: InjectionPlan, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer
    ) -> InjectionBinding? {
        let activation = frame.pointee.activation
        var keeper: RegisteredDefinition?
        if hasScopes || definition.slot.cycle != nil,
            definition.sharing == .prototype || definition.sharing == .graph
        {
            keeper = ConstructionFrame.keeper(from: frame)
        }
        var graph: GraphPlace?
        if definition.sharing == .graph, let session = ConstructionFrame.knownSession {
            graph = session.serial(of: definition, arguments).map {
                GraphPlace(session: session.identity, serial: $0)
            }
        }
        guard activation != nil || keeper != nil || graph != nil else { return nil }
        return OwnBinding(
            core: core, plan: plan, definition: definition, activation: activation, keeper: keeper, graph: graph)
    }

    /// Has the properties filled that lead on into the graph, before it is handed out, so that its instances are shared.
    func fillGraph(_ instance: AnyObject, _ binding: InjectionBinding) {
        let points = graphPoints(of: binding.plan)
        guard !points.isEmpty else { return }
        let cells = binding.plan.cells(of: instance)
        ConstructionFrame.session().willFill(points.map { cells[$0] }, of: instance)
    }

    /// The activation that an instance without a scope of its own is made in: that of the instance it is made for.
    @inline(__always)
    func inherited(_ asker: AnyInjectionCell?) -> Unmanaged<ScopeActivation>? {
        // Sound: the asking cell is held by its caller, and holds its binding.
        if let held = asker?.held {
            return held._withUnsafeGuaranteedRef { $0.activation.map(Unmanaged.passUnretained) }
        }
        return ConstructionFrame.innermost?.pointee.activationReference
    }
}

extension ConstructionFrame {
    /// The keeper of what is made in a construction, or of what it is made for: the first one with a lifetime of its own.
    static func keeper(from frame: Pointer) -> RegisteredDefinition? {
        var next: Pointer? = frame
        while let current = next {
            switch current.pointee.definition.sharing {
            case .context, .store: return current.pointee.definition
            case .prototype, .graph:
                if let asker = current.pointee.asker {
                    if asker.isDetached { return nil }
                    if let binding = asker.binding { return binding.retainer }
                }
                next = current.pointee.parent
            }
        }
        return nil
    }
}
