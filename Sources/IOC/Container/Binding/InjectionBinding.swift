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

/// The way a property has the instance that it leads to.
enum InjectionHold {
    /// The property retains the instance.
    case retained
    /// The property stores nothing. Each read asks the scope that keeps the instance.
    case asked
    /// The property has a weak reference.
    case weak
}

/// The rules of ownership. They follow from the wiring, which is known at boot:
///
/// 1. A property retains an instance that doesn't lead back to the property's owner. If the wiring doesn't know the points of
///    one of both, because its definition promises less than it is, it counts as leading back.
/// 2. A property that leads back to an instance which a scope keeps asks the scope at each read.
/// 3. A property that leads back to an instance which no scope keeps retains it if it was made for the property, and is weak if
///    not. So a caller that holds the instance it asked for holds the rest. An owner that a scope keeps always retains.
/// 4. A circle of parameters and retained properties is a fault at boot: `cycle-unkept`.
extension InjectionBinding {
    /// True if a property of the owner may lead back to it.
    var mayLeadBack: Bool { definition.map { $0.group != nil || $0.plan !== plan } ?? false }

    func hold(_ target: Lookup.Element) -> InjectionHold {
        guard let definition, target.lookup.maker === core.maker else { return .retained }
        let scope = target.definition.facts.scope
        let isUnforeseen = definition.plan !== plan || target.isUnforeseen
        if scope.keepsInstances {
            let leadsBack = definition.group != nil && definition.group === target.definition.group
            return isUnforeseen || leadsBack ? .asked : .retained
        }
        // A weak singleton that is there is retained by others, which may release it first.
        if definition.facts.scope.keepsInstances || target.instance.isNew || scope.isWeak { return .retained }
        let isLocal = definition.unkeptGroup != nil && definition.unkeptGroup == target.definition.unkeptGroup
        return isLocal || isUnforeseen || ConstructionFrame.isBuilding(instance: target.instance.object)
            ? .weak : .retained
    }
}

extension Lookup.Element {
    /// True if the instance has injection points that its definition doesn't promise.
    fileprivate var isUnforeseen: Bool {
        let type: AnyClass = Swift.type(of: instance.object)
        if definition.promisedClass == type || instance.object is AnyValueBox { return false }
        return !InjectionPlanReader.plan(of: instance.object).isPlain
    }
}
