import IOCModel

/// The way a property holds an instance.
enum InjectionHold {
    /// By a reference of the property's own.
    case strong
    /// Unowned, as somebody else keeps it.
    case unowned
    /// Unowned, as the scope that keeps the property's owner keeps it too.
    case companion
    /// Unowned, and made anew once it has gone.
    case renewed
}

/// The rule of ownership: a property keeps its value, unless that would close a cycle of strong references.
///
/// The target of a property is held unowned
/// 1. where it is still being made, as then it may hold the property's owner;
/// 2. where a scope keeps it and it leads back to the owner, as far as edges are known;
/// 3. where a scope keeps the owner alone, or whom it was made for, and what was made leads back to the owner through something
///    that an initializer was passed or a construction looked up, and so may store: then that scope keeps it with the owner; so it
///    is where what a scope keeps may have stored the owner, which is a weak singleton or part of an object graph;
/// 4. where it leads back to the owner, whose instance was passed to an initializer while it was being made. Once whoever keeps
///    it has let it go, a read makes another one;
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
        let hasKeeper = isKept || scope == .weakSingleton && !target.isNew
        let unowned: InjectionHold = !hasKeeper && isOwnerKept ? .companion : .unowned
        if ConstructionFrame.isBuilding(instance: target.instance) { return unowned }
        if isKept, ConstructionFrame.knownSession?.awaits(target.instance) ?? false { return .unowned }
        guard target.maker === core.maker, let definition,
            core.known.leads(from: target.definition, backTo: definition)
        else { return .strong }
        if hasKeeper { return .unowned }
        if core.known.leadsByLookups(from: target.definition, backTo: definition) {
            if keepingDefinition != nil || captor != nil { return .companion }
            if ConstructionFrame.wasPassed(definition) { return .renewed }
        }
        guard target.definition.sharing == .graph,
            let serial = ConstructionFrame.knownSession?.serial(of: target.definition, nil)
        else { return .strong }
        if let place = graph, place.isBeingBuilt { return serial <= place.serial ? .unowned : .strong }
        return serial <= firstSerial ? .unowned : .strong
    }

    /// True if a scope keeps the owner until the scope ends.
    private var isOwnerKept: Bool { definition?.facts.scope.keepsInstances ?? false }

    /// The owner, or whom it was made for, if a scope keeps that until the scope ends.
    private var keepingDefinition: RegisteredDefinition? {
        if isOwnerKept { return definition }
        return keeper.flatMap { $0.facts.scope.keepsInstances ? $0 : nil }
    }

    /// The place of an instance that a scope keeps, and that may have stored the owner; nil where nobody has it or the owner
    /// belongs to one alone.
    private var captor: SharedSlot? {
        guard let definition, definition.isHeldByOthers else { return nil }
        var seen: Set<Int> = [definition.index]
        var pending = [definition.index]
        while let next = pending.popLast() {
            for captor in core.maker.captors.captors(of: next) + (graph?.session.captors.captors(of: next) ?? []) {
                let found = core.registry.definitions[captor.definition]
                if found.facts.scope.keepsInstances, let slot = captor.isScoped ? captor.scopedSlot : found.slot {
                    return slot
                }
                if seen.insert(captor.definition).inserted { pending.append(captor.definition) }
            }
        }
        return nil
    }

    /// Has the scope that keeps the owner, whom it was made for, or who has stored it, keep an instance as long.
    ///
    /// Where the scope has ended, nobody reads the property any more.
    final func keepWithOwner(_ instance: AnyObject) {
        guard let slot = keepingDefinition.map(slot) ?? captor else { return }
        slot.group.keep(instance, with: slot)
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
