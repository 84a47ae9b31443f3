/// The binding of an instance that belongs to more than its context.
final class OwnBinding: InjectionBinding, @unchecked Sendable {
    private let ownActivation: ScopeActivation?
    private let ownKeeper: RegisteredDefinition?
    private let ownGraph: GraphPlace?

    init(
        core: ContextCore, plan: InjectionPlan, definition: RegisteredDefinition?, activation: ScopeActivation?,
        keeper: RegisteredDefinition?, graph: GraphPlace?
    ) {
        ownActivation = activation
        ownKeeper = keeper
        ownGraph = graph
        super.init(core: core, plan: plan, definition: definition)
    }

    override var activation: ScopeActivation? { ownActivation }
    override var keeper: RegisteredDefinition? { ownKeeper }
    override var graph: GraphPlace? { ownGraph }
}
