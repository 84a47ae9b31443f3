import CSwiftRuntime
import IOCModel

/// Who keeps whom: a property keeps what it was given, unless that would close a cycle of strong references.
///
/// What a property leads to is held unowned
/// 1. where it is still being made, as then it may hold the property's owner;
/// 2. where a scope keeps it and it leads back to the owner, as far as edges are known;
/// 3. where it is part of the object graph that the owner is part of, leads back to the owner, and is no newer;
/// 4. where it is a weak singleton that leads back to the owner and was not made for this property. Once whoever keeps it has
///    let it go, a read makes another one.
///
/// All other references lead to what was made for them, or to what did not lead back when they were filled. The reference that
/// would close a cycle is filled when all its edges are known: then its target leads back and is not new, so it is held
/// unowned. So no cycle is closed, and reference counting frees everything.
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
    func leadsBack(_ target: FoundInstances.Element, from owner: InjectionBinding, since mark: Int) -> Bool {
        if ConstructionFrame.isBuilding(instance: target.instance) { return true }
        let isKept = target.definition.facts.scope.keepsInstances
        if isKept, ConstructionFrame.knownSession?.awaits(target.instance) ?? false { return true }
        guard target.core === self, let definition = owner.definition,
            known.leads(from: target.definition, backTo: definition)
        else { return false }
        if isKept { return true }
        switch target.definition.sharing {
        case .graph:
            guard let serial = ConstructionFrame.knownSession?.serial(of: target.definition, nil) else { return false }
            if let place = owner.graph, place.isBeingBuilt { return serial <= place.serial }
            return serial <= mark
        case .context: return !target.isNew
        case .prototype, .store: return false
        }
    }

    // MARK: To whom an instance is tied

    /// A binding for an instance alone, where it belongs to more than its context, which few do.
    @inline(__always)
    func ownBinding(
        _ plan: InjectionPlan, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer
    ) -> InjectionBinding? {
        if frame.pointee.belongsToNoScope, !hasScopes, definition.sharing != .graph { return nil }
        return tiedBinding(plan, of: definition, arguments, in: frame)
    }

    @inline(never)
    private func tiedBinding(
        _ plan: InjectionPlan, of definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        in frame: ConstructionFrame.Pointer
    ) -> InjectionBinding? {
        let activation = frame.pointee.activation
        var keeper: RegisteredDefinition?
        if activation == nil, hasScopes, definition.sharing == .prototype || definition.sharing == .graph {
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
    func inherited(_ asker: AnyInjectionCell?) -> Unmanaged<ScopeActivation>? {
        // Sound: whoever asks is held by its caller, and holds its binding.
        if let held = asker?.held {
            return held._withUnsafeGuaranteedRef { $0.activation.map(Unmanaged.passUnretained) }
        }
        return ConstructionFrame.innermost?.pointee.activationReference
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
    /// Whoever will keep what is made in a construction, or what it is made for: the first one with a life of its own.
    static func keeper(from frame: Pointer) -> RegisteredDefinition? {
        var next: Pointer? = frame
        while let current = next {
            switch current.pointee.definition.sharing {
            case .context: return current.pointee.definition
            case .store: return nil
            case .prototype, .graph:
                if let asker = current.pointee.asker {
                    if asker.isDetached { return nil }
                    if let binding = asker.binding { return binding.lifetime }
                }
                next = current.pointee.parent
            }
        }
        return nil
    }
}
