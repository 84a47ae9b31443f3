import IOCModel

/// What every wrapper of an instance shares: the context it resolves in, the plan that names its property, and to whom the
/// instance belongs.
///
/// Most instances of a definition share one.
final class InjectionBinding: Sendable {
    let core: ContextCore
    let plan: InjectionPlan
    /// The component whose instance it is; nil for an object that somebody else made.
    let definition: RegisteredDefinition?
    /// The activation of a scope that keeps the instance, or for one of whose instances it was made.
    let activation: ScopeActivation?
    /// The longer-lived component that it was made for, where it has no scope of its own.
    let keeper: RegisteredDefinition?
    /// Its place in the object graph it is part of.
    let graph: GraphPlace?

    init(
        core: ContextCore, plan: InjectionPlan, definition: RegisteredDefinition?, activation: ScopeActivation? = nil,
        keeper: RegisteredDefinition? = nil, graph: GraphPlace? = nil
    ) {
        self.core = core
        self.plan = plan
        self.definition = definition
        self.activation = activation
        self.keeper = keeper
        self.graph = graph
    }

    /// The same for an owner whose activation has ended.
    var unscoped: InjectionBinding {
        InjectionBinding(core: core, plan: plan, definition: definition, keeper: keeper, graph: graph)
    }

    /// Whether the context or the activation has ended, but for a thread that is inside or is emptying it.
    var isOver: Bool { core.isOver || activation?.isOver ?? false }

    /// What a property that was not read before the end answers after it; nil while nothing has ended.
    var endedFault: Fault? {
        if core.isOver { return Fault(.contextEnded) }
        return activation.flatMap { $0.isOver ? $0.endedFault : nil }
    }

    /// Whether the owner is being made, so that what it keeps may still fail.
    var isOwnerUnfinished: Bool {
        guard let definition else { return false }
        if ConstructionFrame.isBuilding(definition) { return true }
        return graph?.isBeingBuilt ?? false
    }
}

/// When an instance of an object graph was made: references from older to newer ones close no cycle.
struct GraphPlace: Sendable {
    let session: GraphIdentity
    let serial: Int

    /// Whether this thread is building the graph.
    var isBeingBuilt: Bool { ConstructionFrame.knownSession.map { $0.identity === session } ?? false }
}

/// Tells one object graph from another, also after it was built.
final class GraphIdentity: Sendable {}
