import IOCModel

/// The data that all wrapped properties of an instance share: the context that resolves them, the plan that describes
/// them, and the instance's ``CallSite``.
///
/// Most instances of a component share one binding, see ``CallSite/binding(_:in:)``.
final class InjectionBinding: Sendable {
    let core: ContextCore
    let plan: InjectionPlan
    /// The component of the instance; nil for an object that the container did not create.
    let site: CallSite?
    /// The activation that keeps the instance itself, or that keeps the instance for which it was created; nil for
    /// none.
    let activation: ScopeActivation?
    /// The shared component for which the instance was created; nil for none.
    private let keeper: CallSite?
    /// The shared component that retains the instance: the instance's own component, or `keeper`; nil for none.
    let retainer: Unmanaged<CallSite>?
    // Unretained copies of the references above, for ``Frame``.
    let coreReference: Unmanaged<ContextCore>
    let siteReference: Unmanaged<CallSite>?
    let activationReference: Unmanaged<ScopeActivation>?

    init(
        core: ContextCore, plan: InjectionPlan, site: CallSite?, activation: ScopeActivation? = nil,
        keeper: CallSite? = nil
    ) {
        self.core = core
        self.plan = plan
        self.site = site
        self.activation = activation
        self.keeper = keeper
        retainer = site.flatMap { $0.isShared ? $0 : keeper }.map(Unmanaged.passUnretained)
        coreReference = .passUnretained(core)
        siteReference = site.map(Unmanaged.passUnretained)
        activationReference = activation.map(Unmanaged.passUnretained)
    }

    /// Returns the boot's decision about a property; nil if the boot didn't know the instance's class, and for an
    /// object that the container did not create.
    func point(at index: Int) -> ArgumentSite? {
        guard let site, site.plan === plan else { return nil }
        return site.points[index]
    }

    /// The fault of a property after the end of its context or activation; nil if neither has ended.
    var endedFault: Fault? {
        if core.isOver { return Fault(.contextEnded) }
        return activation.flatMap { $0.isOver ? $0.endedFault : nil }
    }
}

/// The way a property holds an instance.
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
/// 1. A property retains an instance that doesn't lead back to the property's owner: it doesn't depend on the owner,
///    directly or through others. If the boot doesn't know the injection points of one of the two, the container
///    assumes that the instance leads back.
/// 2. If an instance leads back and a scope keeps it, the property asks the scope at each read.
/// 3. If an instance leads back and no scope keeps it, the property retains it in three cases: it was created for the
///    property, it is a weak singleton, or a scope keeps the owner. Otherwise the property has a weak reference. So a
///    caller that retains the instance that it asked for also retains the rest of the cycle.
/// 4. A cycle of parameters and retained properties is a fault at boot: `cycle-unkept`.
extension InjectionBinding {
    /// Returns the way in which a property with this binding holds an instance of another component.
    /// - Parameter isNew: True if the instance was created for the property.
    func hold(_ instance: AnyObject, of target: CallSite, isNew: Bool) -> InjectionHold {
        guard let site, target.coreReference.toOpaque() == coreReference.toOpaque() else { return .retained }
        if target.keepsInstances {
            let leadsBack = site.group != nil && site.group === target.group
            return leadsBack || isOpaque(instance, of: target, for: site) ? .asked : .retained
        }
        // A weak singleton that exists already is retained as well, because its other owners may release it first.
        if site.keepsInstances || isNew || target.facts.scope.isWeak { return .retained }
        let isLocal = site.unkeptGroup != nil && site.unkeptGroup == target.unkeptGroup
        return isLocal || isOpaque(instance, of: target, for: site) || Frame.isConstructing(instance)
            ? .weak : .retained
    }

    /// Returns true if the boot doesn't know all injection points of the owner or of the instance.
    private func isOpaque(_ instance: AnyObject, of target: CallSite, for site: CallSite) -> Bool {
        site.plan !== plan || target.isOpaque(instance)
    }
}

/// The lookup of the component that fills a property.
extension InjectionBinding {
    /// Returns the instance, and the way the property holds it. `hold` is nil if the property doesn't keep the
    /// instance. The caller is inside the gate.
    func ask(_ site: CallSite, _ point: ArgumentSite) throws -> (instance: AnyObject, hold: InjectionHold?) {
        if point.isRetained, let known = site.instance {
            Frame.innermost?.pointee.note(known)
            return (known, .retained)
        }
        let (found, met) = try Frame.ask(.reads, for: self, reading: point) { frame in
            try site.part(for: frame)
        }
        Frame.innermost?.pointee.note(found.object)
        guard keeps(met) else { return (found.object, nil) }
        return (found.object, point.isRetained ? .retained : hold(found.object, of: site, isNew: found.isNew))
    }

    /// Returns true if a property keeps a value. If the value may refer to an unfinished instance, the property keeps
    /// it only if its owner is dropped together with that instance.
    /// - Parameter met: The depth of the ``Frame`` of the unfinished instance; nil for none.
    func keeps(_ met: Int?) -> Bool {
        guard let met else { return true }
        return site.map { Frame.drops($0, withFrameAt: met) } ?? false
    }
}

extension CallSite {
    /// Returns true if the boot knows the injection points of an instance. The closure of a replacement may return the
    /// declared class although its own type is another one. Then there is no plan.
    private func knowsPoints(of instance: AnyObject) -> Bool {
        promisedClass == Swift.type(of: instance) && plan != nil
    }

    /// Returns true if an instance has injection points that the boot doesn't know.
    fileprivate func isOpaque(_ instance: AnyObject) -> Bool {
        if knowsPoints(of: instance) || instance is AnyValueBox { return false }
        return !InjectionPlanReader.plan(of: instance).isPlain
    }

    /// Binds an instance's properties to the context, fills its settings, and checks the points that the boot doesn't
    /// know.
    func bind(_ instance: AnyObject, in frame: Frame.Pointer) throws {
        let isKnown = knowsPoints(of: instance)
        if isKnown, hasPlainPlan { return }
        if !isKnown, instance is AnyValueBox { return }
        let plan = isKnown ? self.plan ?? .empty : InjectionPlanReader.plan(of: instance)
        if plan.isPlain { return }
        var faults = plan.bind(instance, to: binding(plan, in: frame))
        if !isKnown || !hasSoundPoints {
            let found = core.judge(instance, of: self, plan)
            if isKnown, found.isEmpty { notePointsAreSound() }
            faults += found
        }
        if faults.isEmpty {
            if keeper.isGraph { fillGraph(instance, plan) }
            return
        }
        for index in faults.indices { faults[index].path = Frame.path }
        throw IOCError(faults)
    }

    /// Returns the binding of an instance. All instances of a component share one binding, except in three cases: the
    /// instance belongs to an activation, it was created for a shared component while the context has shorter-lived
    /// scopes, or the boot doesn't know its class.
    func binding(_ plan: InjectionPlan, in frame: Frame.Pointer) -> InjectionBinding {
        let activation = frame.pointee.activation
        let keeper = core.hasScopes && !isShared ? frame.pointee.retainer : nil
        if activation == nil, keeper == nil, plan === self.plan, let shared = core.binding(of: self) { return shared }
        return InjectionBinding(core: core, plan: plan, site: self, activation: activation, keeper: keeper)
    }

    /// Registers the properties whose components belong to the object graph. They are filled before the graph is
    /// returned, so that they get its instances.
    private func fillGraph(_ instance: AnyObject, _ plan: InjectionPlan) {
        let facts = plan.facts(of: instance)
        let indices = plan.fields.indices.filter { index in
            let isKnown = plan === self.plan && plan.facts[index].isQualifierKnown
            let source = isKnown ? points[index].source : core.found(facts[index])
            return source?.immediateSites.contains { $0.keeper.isGraph } ?? false
        }
        guard !indices.isEmpty else { return }
        let cells = plan.cells(of: instance)
        Frame.session().willFill(indices.map { cells[$0] }, of: instance)
    }
}

/// The boot's decisions about the parameters and properties of a component.
extension ContextCore {
    /// Decides what fills the parameters and properties of a component.
    /// - Parameter mayLeadBack: True if a lookup may lead back to an instance of the component while the instance is
    ///   being created.
    func wire(_ site: CallSite, mayLeadBack: Bool) {
        let edges = wiring.edges[site.index]
        if edges.isEmpty { return site.wire([], [], mayLeadBack: mayLeadBack) }
        let fields = site.plan?.fields ?? []
        let points = zip(fields, edges).map { field, edge in
            let source = source(of: edge)
            return ArgumentSite(
                field.facts, field.wrapper.valueType, source, isRetained: site.retains(source))
        }
        let parameters = site.creation.constructed?.constructor.parameters ?? []
        let arguments = zip(parameters, edges.dropFirst(fields.count)).map { parameter, edge in
            ArgumentSite(edge.point, parameter.type, parameter.read.map { .setting($0) } ?? source(of: edge))
        }
        site.wire(arguments, points, mayLeadBack: mayLeadBack)
    }

    private func source(of edge: Wiring.Edge) -> ArgumentSite.Source {
        let point = edge.point
        // If a class has no annotation, the boot doesn't know whether a property asks for a name. It assumes that the
        // property asks by type alone.
        if !point.isQualifierKnown { return point.shape == .setting ? .open : found(point) ?? .open }
        // The wiring doesn't contain the components of parent contexts.
        if edge.isInherited || point.shape.isCollection && parent != nil { return found(point) ?? .open }
        let targets = edge.targets.map { sites[$0] }
        switch point.shape {
        case .one: return targets.first.map { .site($0) } ?? .open
        case .optional, .all, .allByName: return .sites(targets)
        case .provider: return targets.isEmpty ? .open : .providers(targets)
        case .optionalProvider, .deferredAll: return .providers(targets)
        case .context: return .context
        case .setting, .meaningless: return .open
        }
    }

    /// Returns the source that ``CandidateRule`` chooses for a point; nil if there is none, or if the choice is
    /// ambiguous.
    fileprivate func found(_ point: InjectionPointFacts) -> ArgumentSite.Source? {
        try? source(point.shape, TypeIdentity.type(point.wanted), named: point.qualifier)
    }
}

extension CallSite {
    /// Returns true if a property always retains its instance. The owner must be in no cycle, and one component must
    /// fill the property. That component must belong to a parent context, or be of a known class with instances that a
    /// scope retains.
    fileprivate func retains(_ source: ArgumentSite.Source) -> Bool {
        guard group == nil, case .site(let target) = source else { return false }
        return target.core !== core || target.facts.scope.keepsInstances && !target.mayBeOpaque
    }
}
