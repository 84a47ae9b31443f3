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
extension InjectionBinding {
    /// Whether a property of the owner can't be part of a cycle.
    @inline(__always)
    final func isOutsideCycles(in core: ContextCore) -> Bool {
        guard let definition else { return true }
        return core.known.isOutsideCycles(definition)
    }

    /// Whether a property of the owner has to hold an instance unowned.
    /// - Parameters:
    ///   - target: What it leads to.
    ///   - mark: What was numbered later was made for the property.
    final func leadsBack(_ target: FoundInstances.Element, since mark: Int) -> Bool {
        if ConstructionFrame.isBuilding(instance: target.instance) { return true }
        let isKept = target.definition.facts.scope.keepsInstances
        if isKept, ConstructionFrame.knownSession?.awaits(target.instance) ?? false { return true }
        guard target.maker === core.maker, let definition,
            core.known.leads(from: target.definition, backTo: definition)
        else { return false }
        if isKept { return true }
        switch target.definition.sharing {
        case .graph:
            guard let serial = ConstructionFrame.knownSession?.serial(of: target.definition, nil) else { return false }
            if let place = graph, place.isBeingBuilt { return serial <= place.serial }
            return serial <= mark
        case .context: return !target.isNew
        case .prototype, .store: return false
        }
    }

    /// Whoever keeps what a property of the owner keeps.
    var lifetime: RegisteredDefinition? {
        guard let definition else { return nil }
        return definition.sharing == .context ? definition : keeper
    }
}
