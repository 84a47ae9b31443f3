import IOCModel

/// The part that all wrappers of an instance share: the context to resolve in, the plan that names its properties, and the
/// instance's definition.
///
/// Instances of a definition share one, except those of a scope's activation.
final class InjectionBinding: Sendable {
    let core: ContextCore
    let plan: InjectionPlan
    /// The component whose instance it is; nil for an object that the container did not make.
    let definition: RegisteredDefinition?
    /// The activation of a scope that keeps the instance, or for one of whose instances it was made.
    let activation: ScopeActivation?
    /// The longer-lived component that the instance was made for, if the instance has no scope of its own.
    private let keeper: RegisteredDefinition?

    init(
        core: ContextCore, plan: InjectionPlan, definition: RegisteredDefinition?, activation: ScopeActivation? = nil,
        keeper: RegisteredDefinition? = nil
    ) {
        self.core = core
        self.plan = plan
        self.definition = definition
        self.activation = activation
        self.keeper = keeper
    }

    /// The same for an owner whose activation has ended.
    var unscoped: InjectionBinding {
        activation == nil
            ? self : InjectionBinding(core: core, plan: plan, definition: definition, keeper: keeper)
    }

    /// The component that retains what a property of the instance retains.
    var retainer: RegisteredDefinition? { definition.map { $0.isShared ? $0 : keeper } ?? nil }

    /// The fault of a property after the end of its context or activation; nil while neither has ended.
    var endedFault: Fault? {
        if core.isOver { return Fault(.contextEnded) }
        return activation.flatMap { $0.isOver ? $0.endedFault : nil }
    }
}
