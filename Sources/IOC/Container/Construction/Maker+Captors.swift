import IOCModel

/// The notes of who may have stored an instance that no scope keeps, for the rule of ownership.
extension Maker {
    /// Remembers the constructions that may store an instance which a lookup of theirs has found, or a parameter is passed.
    @inline(__always)
    func noteCaptors(
        of definition: RegisteredDefinition, _ instance: AnyObject, for asker: AnyInjectionCell?,
        in frame: ConstructionFrame.Pointer
    ) {
        // Without a property it leads nowhere; what a property is filled with, its owner decides on.
        guard definition.isHeldByOthers, !definition.isPlain(instance),
            asker?.isDetached ?? true || asker is ParameterCell
        else { return }
        addCaptors(of: definition, from: frame)
    }

    @inline(never)
    private func addCaptors(of definition: RegisteredDefinition, from frame: ConstructionFrame.Pointer) {
        let found = captors(from: frame)
        guard !found.isEmpty else { return }
        if definition.sharing == .graph {
            ConstructionFrame.session().identity.captors.add(found, of: definition.index)
        } else {
            captors.add(found, of: definition.index)
        }
    }

    /// The constructions that what the innermost one has got may belong to: the first one whose instance is shared, and those of
    /// object graphs on the way there.
    private func captors(from frame: ConstructionFrame.Pointer) -> [Captors.Captor] {
        var captors: [Captors.Captor] = []
        var next: ConstructionFrame.Pointer? = frame
        while let current = next, current.pointee.isOf(.passUnretained(self)) {
            let definition = current.pointee.definition
            if definition.isShared {
                return captors + [captor(definition, in: current.pointee.slot ?? definition.slot)]
            }
            if definition.sharing == .graph { captors.append(Captors.Captor(definition: definition.index)) }
            if let asker = current.pointee.asker, !asker.isDetached, let binding = asker.binding {
                guard binding.core === core, let retainer = binding.retainer else { break }
                return captors + [captor(retainer, in: binding.slot(of: retainer))]
            }
            next = current.pointee.parent
        }
        return captors
    }

    private func captor(_ definition: RegisteredDefinition, in slot: SharedSlot) -> Captors.Captor {
        Captors.Captor(definition: definition.index, scopedSlot: slot === definition.slot ? nil : slot)
    }
}
