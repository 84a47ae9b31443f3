import IOCModel

/// The part that all wrappers of an instance share: the context to resolve in, the plan that names its properties, and the
/// owner of the instance.
///
/// Most instances of a definition share one, as they belong to nobody but their context or their caller.
class InjectionBinding: @unchecked Sendable {
    // Sound: nothing changes after `init`, in subclasses neither.
    /// The context, retained: for those who ask it something without counting a reference.
    final let coreReference: Unmanaged<ContextCore>
    final let plan: InjectionPlan
    /// The component whose instance it is, retained as well; nil for an object that somebody else made.
    final let definitionReference: Unmanaged<RegisteredDefinition>?

    init(core: ContextCore, plan: InjectionPlan, definition: RegisteredDefinition?) {
        coreReference = .passRetained(core)
        self.plan = plan
        definitionReference = definition.map(Unmanaged.passRetained)
    }

    deinit {
        coreReference.release()
        definitionReference?.release()
    }

    final var core: ContextCore { coreReference.takeUnretainedValue() }
    final var definition: RegisteredDefinition? { definitionReference?.takeUnretainedValue() }

    /// The activation of a scope that keeps the instance, or for one of whose instances it was made.
    var activation: ScopeActivation? { nil }
    /// The longer-lived component that it was made for, where it has no scope of its own: the retainer of what it holds.
    var keeper: RegisteredDefinition? { nil }
    /// Its place in the object graph it is part of.
    var graph: GraphPlace? { nil }

    /// The same for an owner whose activation has ended.
    final var unscoped: InjectionBinding {
        activation == nil
            ? self
            : OwnBinding(
                core: core, plan: plan, definition: definition, activation: nil, keeper: keeper, graph: graph)
    }

    /// True if the context or the activation has ended, but for a thread that is inside or is emptying it.
    final var isOver: Bool { core.isOver || activation?.isOver ?? false }

    /// The answer, after the end, of a property that was not read before it; nil while nothing has ended.
    final var endedFault: Fault? {
        if core.isOver { return Fault(.contextEnded) }
        return activation.flatMap { $0.isOver ? $0.endedFault : nil }
    }
}
