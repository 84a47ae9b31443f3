import IOCModel

/// The way a property holds an instance.
enum InjectionHold {
    /// By a reference of the property's own.
    case strong
    /// Unowned, as somebody else keeps it.
    case unowned
    /// Unowned, with a reference that a scope's end empties.
    case scoped
    /// Unowned, and made anew once it has gone.
    case renewed
}

/// The rule of ownership: a property keeps its value, unless that would close a cycle of strong references.
///
/// The target of a property is held unowned
/// 1. where it is still being made, as then it may hold the property's owner;
/// 2. where a scope keeps it and it leads back to the owner, as far as edges are known;
/// 3. where it leads back to the owner through something that an initializer was passed or a construction looked up, and so may
///    store; if a scope keeps the owner, whom it was made for, or another member of the cycle. The property then keeps the target
///    until that scope ends, and no longer;
/// 4. where it leads back to the owner, and an instance of that cycle was passed to an initializer while it was being made. Once
///    whoever keeps it has let it go, a read makes another one;
/// 5. where it is part of the object graph that the owner is part of, leads back to the owner, and is no newer;
/// 6. where it is a weak singleton that leads back to the owner and was not made for this property. Once whoever keeps it has
///    let it go, a read makes another one.
///
/// All other references lead to what was made for them, or to what did not lead back when they were filled. The reference that
/// would close a cycle is filled when all its edges are known: then its target leads back and is not new, so it is held
/// unowned. So no cycle is closed, and reference counting frees everything.
extension InjectionBinding {
    /// Returns true if a property of the owner can't be part of a cycle.
    @inline(__always)
    final func isOutsideCycles(in core: ContextCore) -> Bool {
        guard let definitionReference else { return true }
        return definitionReference._withUnsafeGuaranteedRef { core.known.isOutsideCycles($0) }
    }

    /// Returns the way a property of the owner has to hold an instance.
    /// - Parameters:
    ///   - target: The instance.
    ///   - firstSerial: Instances of a greater number were made for the property.
    final func hold(on target: FoundInstances.Element, since firstSerial: Int) -> InjectionHold {
        let scope = target.definition.facts.scope
        let isKept = scope.keepsInstances
        // A weak singleton that was there already has a keeper, and is made anew without one.
        let hasKeeper = isKept || scope.isWeak && !target.isNew
        let unowned: InjectionHold = !hasKeeper && isOwnerKept ? .scoped : .unowned
        // 1, on this thread or on another one.
        if ConstructionFrame.isBuilding(instance: target.instance) { return unowned }
        if isKept, ConstructionFrame.knownSession?.awaits(target.instance) ?? false { return .unowned }
        guard target.maker === core.maker, let definition,
            core.known.leads(from: target.definition, backTo: definition)
        else { return .strong }
        // 2 and 6.
        if hasKeeper { return .unowned }
        // 3 and 4.
        let mayBeStored = core.known.leadsByLookups(from: target.definition, backTo: definition)
        if mayBeStored {
            if keepingDefinition != nil { return .scoped }
            if ConstructionFrame.hasPassed(inCycleOf: definition, of: core.maker) { return .renewed }
        }
        // 5, before 3 where somebody else in the cycle is kept: graphs share their parts.
        if target.definition.sharing == .graph, isNoNewer(target, since: firstSerial) { return .unowned }
        return mayBeStored && !core.known.keepers(inCycleOf: definition).isEmpty ? .scoped : .strong
    }

    /// True if a part of the owner's object graph was not made after the owner; for another owner, not for its property.
    private func isNoNewer(_ target: FoundInstances.Element, since firstSerial: Int) -> Bool {
        guard let serial = ConstructionFrame.knownSession?.serial(of: target.definition, nil) else { return false }
        if let place = graph, place.isBeingBuilt { return serial <= place.serial }
        return serial <= firstSerial
    }

    /// True if a scope keeps the owner until the scope ends.
    private var isOwnerKept: Bool { definition?.facts.scope.keepsInstances ?? false }

    /// The owner, or whom it was made for, if a scope keeps that until the scope ends.
    private var keepingDefinition: RegisteredDefinition? {
        if isOwnerKept { return definition }
        return keeper.flatMap { $0.facts.scope.keepsInstances ? $0 : nil }
    }

    /// A reference to an instance that is emptied when the scope ends which keeps the owner, whom it was made for, or another
    /// member of its cycle.
    final func scopedReference(to instance: AnyObject) -> ScopedReference {
        let reference = ScopedReference(instance)
        for slot in endings { slot.group.add(reference, to: slot) }
        return reference
    }

    private var endings: [SharedSlot] {
        if let keepingDefinition { return [slot(of: keepingDefinition)] }
        guard let definition else { return [] }
        return core.known.keepers(inCycleOf: definition).compactMap { keeper in
            if keeper.sharing == .context { return keeper.slot }
            return core.maker.activation(of: keeper, for: self)?.slot(for: keeper, nil, in: core)
        }
    }

    /// The place of the instance of a component that the owner is, or was made for.
    final func slot(of definition: RegisteredDefinition) -> SharedSlot {
        ConstructionFrame.slot(building: definition) ?? activation?.slot(for: definition, nil, in: core)
            ?? definition.slot
    }

    /// The keeper of the instance that a property of the owner keeps.
    var retainer: RegisteredDefinition? {
        guard let definition else { return nil }
        return definition.sharing == .context || definition.sharing == .store ? definition : keeper
    }
}
