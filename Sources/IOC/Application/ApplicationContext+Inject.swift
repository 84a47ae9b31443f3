import IOCModel

extension ApplicationContext {
    /// Injects an object that the container did not create.
    ///
    /// The container binds the object's wrapped properties to this context. If exactly one definition without arguments
    /// has the object's class, the definition's injections and hooks run as well.
    /// - Parameter object: An object that no other thread uses yet.
    /// - Throws: ``IOCError`` if there is nothing to inject into the object, if no component or more than one fits a
    ///   property, if several definitions or only definitions with arguments have the object's class, or if an
    ///   injection throws.
    public func inject(into object: AnyObject) throws {
        try inject(into: object) { _ in [] }
    }

    /// Injects an object that the container did not create, if there is anything to inject.
    package func injectIfKnown(_ object: AnyObject) throws {
        _ = try core.inGate { try core.inject(into: object) }
    }

    /// Injects an object that the container did not create, as if the definition with this name had created it.
    /// - Parameters:
    ///   - object: An object of the definition's declared type.
    ///   - name: The definition's name.
    /// - Throws: ``IOCError`` if no component has the name, if the object is of another type, or if an injection
    ///   throws.
    public func inject(into object: AnyObject, named name: String) throws {
        try core.inGate {
            let site = try core.site(named: name, wanted: type(of: object))
            guard TypeFit.fits(type(of: object), site.type, records: .current()) else {
                throw IOCError(site.core.fault(of: .wrongType(name: name, site.index), wanted: type(of: object)))
            }
            if site.facts.needsArguments { throw IOCError(site.argumentsNeeded) }
            try site.complete(existing: object)
        }
    }

    /// Injects an object and everything below it in a tree.
    ///
    /// The container skips objects into which there is nothing to inject.
    /// - Parameters:
    ///   - root: The root of the tree.
    ///   - children: Returns the objects directly below an object.
    /// - Throws: ``IOCError`` if there is nothing to inject into any object of the tree, or if an injection fails.
    public func inject(into root: AnyObject, children: (AnyObject) throws -> [AnyObject]) throws {
        try core.inGate {
            var pending = [root]
            var seen: Set<ObjectIdentifier> = []
            var isManaged = false
            while let object = pending.popLast() {
                guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
                if try core.inject(into: object) { isManaged = true }
                pending += try children(object).reversed()
            }
            guard isManaged else { throw IOCError(core.unmanaged(root)) }
        }
    }
}

extension ContextCore {
    /// Returns the fault of an object without anything to inject.
    fileprivate func unmanaged(_ object: AnyObject) -> Fault {
        let name = TypeName.qualified(type(of: object))
        if case .constructed = ComponentType.of(type(of: object)) { return Fault(.typeUnmanaged(constructed: name)) }
        return Fault(.typeUnmanaged(typeName: name))
    }

    /// Injects an object.
    /// - Returns: False if there is nothing to inject.
    fileprivate func inject(into object: AnyObject) throws -> Bool {
        let wanted = TypeIdentity.id(type(of: object))
        let all = sites.filter { $0.facts.type == wanted && !$0.creation.isScanned }
        let meant = all.filter { !$0.facts.needsArguments }
        if meant.count == 1 {
            try meant[0].complete(existing: object)
            return true
        }
        if meant.count > 1 { throw IOCError(fault(of: .ambiguous(meant.map(\.index)), wanted: type(of: object))) }
        if let site = all.first { throw IOCError(site.argumentsNeeded) }
        let plan = InjectionPlanReader.plan(of: object)
        guard !plan.isPlain else { return try parent?.core.inject(into: object) ?? false }
        let settings = plan.bind(object, to: InjectionBinding(core: self, plan: plan, site: nil))
        let inherited = Self.supply(of: parent)
        let faults = Wiring.faults(of: plan.facts(of: object), rule: rule, inherited: inherited) + settings
        guard faults.isEmpty else { throw IOCError(faults) }
        return true
    }
}

extension CallSite {
    /// The fault of an object whose class has only definitions with arguments.
    fileprivate var argumentsNeeded: Fault {
        Fault(.argumentsNeeded(name: facts.name), at: facts.origin, wanted: facts.typeName)
    }
}
