import CSwiftRuntime
import IOCBase
import IOCModel

/// Finds what serves a type or a name, here or in a parent, and has it made.
final class Lookup: Sendable {
    let registry: Registry
    /// Where it looks for what is not here.
    let parent: Lookup?
    let maker: Maker
    /// The lookups made so far.
    let table = TypeTable()

    init(_ registry: Registry, parent: Lookup?, maker: Maker) {
        self.registry = registry
        self.parent = parent
        self.maker = maker
    }

    /// The context whose lookups these are.
    var core: ContextCore { maker.core }

    /// The value for a type of any form: a class, a protocol, an optional, a collection or a provider.
    /// - Parameter found: Where the instances are noted, if somebody wants to know.
    func supply<Value>(
        _ type: Value.Type, to asker: AnyInjectionCell?, _ found: FoundInstances? = nil
    ) throws -> Value {
        // A name would be counted for each lookup, and few properties ask for one.
        let qualifier = asker.flatMap { $0.isNamed ? $0.qualifier : nil }
        return try supply(type, to: asker, named: qualifier, found)
    }

    /// The same by a name, if one is given. Where a type was looked for before, the table answers; all else goes further in.
    @inline(__always)
    func supply<Value>(
        _ type: Value.Type, to asker: AnyInjectionCell?, named qualifier: String?, _ found: FoundInstances? = nil
    ) throws -> Value {
        let key = TypeIdentity.id(type).rawValue
        if qualifier == nil, found == nil, let lookup = table.lookup(for: key) {
            return try lookup._withUnsafeGuaranteedRef { lookup in
                guard let value = lookup.published else {
                    return try lookup.value(as: type, publishes: true, asker: asker)
                }
                if ConstructionFrame.innermost != nil, asker?.isDetached ?? true { lookup.note() }
                return value.assumingMemoryBound(to: Value.self).pointee
            }
        }
        return try firstSupply(type, to: asker, named: qualifier, found)
    }

    /// The value for a type that was not looked for before, or that is looked for by a name or in a form.
    @inline(never)
    private func firstSupply<Value>(
        _ type: Value.Type, to asker: AnyInjectionCell?, named qualifier: String?, _ found: FoundInstances?
    ) throws -> Value {
        let key = TypeIdentity.id(type).rawValue
        if let form = InjectionForms.form(of: type) {
            return try supply(type, in: form, to: asker, named: qualifier, found)
        }
        let (owner, definition) = try choose(type, for: asker, named: qualifier)
        if let found {
            let instance = try owner.instance(of: definition, for: asker, found)
            return try InstanceCast()(instance, as: type) { IOCError(definition.mismatch(wanted: type, asker: asker)) }
        }
        let lookup = TypeLookup(of: type, maker: owner.maker, definition: definition)
        guard qualifier == nil else {
            return try lookup.value(as: type, publishes: false, asker: asker)
        }
        return try table.insert(lookup, for: key).value(as: type, publishes: true, asker: asker)
    }

    // Apart, as the metadata of an optional is looked up where a function begins that may need it.
    @inline(never)
    private func supply<Value>(
        _ type: Value.Type, in form: any InjectionForm.Type, to asker: AnyInjectionCell?, named qualifier: String?,
        _ found: FoundInstances?
    ) throws -> Value {
        guard let value = try form.supply(from: self, to: asker, named: qualifier, found) as? Value else {
            throw IOCError(fault(of: .missing, wanted: type, asker: asker))
        }
        return value
    }

    /// The definition that wins for a type, with the lookup that owns it: this one, else an ancestor's.
    /// - Throws: ``IOCError`` where there is none, or where the choice is ambiguous.
    func choose(
        _ type: Any.Type, for asker: AnyInjectionCell?, named qualifier: String?
    ) throws -> (Lookup, RegisteredDefinition) {
        if let found = try find(type, for: asker, named: qualifier) { return found }
        let choice = registry.rule.choose(TypeIdentity.id(type), qualifier: qualifier)
        throw IOCError(fault(of: choice, wanted: type, asker: asker))
    }

    /// The same, or nil where there is none.
    /// - Throws: ``IOCError`` where the choice is ambiguous.
    func find(
        _ type: Any.Type, for asker: AnyInjectionCell?, named qualifier: String?
    ) throws -> (Lookup, RegisteredDefinition)? {
        let choice = registry.rule.choose(TypeIdentity.id(type), qualifier: qualifier)
        switch choice {
        case .chosen(let index): return (self, registry.definitions[index])
        case .missing, .unknownName: return try parent?.find(type, for: asker, named: qualifier)
        default: throw IOCError(fault(of: choice, wanted: type, asker: asker))
        }
    }

    /// Every component of a type, by order and then by name, ancestors' included unless a name is taken here.
    func all<Element>(
        _ type: Element.Type, to asker: AnyInjectionCell?, named qualifier: String? = nil,
        _ found: FoundInstances? = nil
    ) throws -> [(name: String, value: Element)] {
        try members(of: type, named: qualifier).map { owner, definition in
            let instance = try owner.instance(of: definition, for: asker, found)
            guard let value = AnyValueBox.unboxed(instance) as? Element else {
                throw IOCError(definition.mismatch(wanted: type, asker: asker))
            }
            return (definition.facts.name, value)
        }
    }

    /// An instance, noted with what is known of it.
    private func instance(
        of definition: RegisteredDefinition, for asker: AnyInjectionCell?, _ found: FoundInstances?
    ) throws -> AnyObject {
        found?.lastMade = nil
        let instance = try maker.instance(of: definition, for: asker, nil, found)
        found?.append(
            FoundInstances.Element(
                maker: maker, definition: definition, instance: instance,
                isNew: found?.lastMade == ObjectIdentifier(instance)))
        return instance
    }

    /// The instances that a value comes from which was just supplied; nothing is made for it.
    func parts<Value>(of value: Value, for asker: AnyInjectionCell) throws -> [FoundInstances.Element] {
        let (shape, element) = InjectionForms.analyze(Value.self)
        guard shape.isImmediate else { return [] }
        let members =
            shape.isCollection
            ? members(of: element, named: asker.qualifier)
            : [try choose(element, for: asker, named: asker.qualifier)]
        let names = members.map(\.1.facts.name)
        let components = (value as? any InjectionForm)?.components(named: names) ?? [value]
        return try zip(members, components).map { member, component in
            let (owner, definition) = member
            // The box of a shared value is where that is kept.
            let instance =
                definition.facts.scope.keepsInstances
                ? try owner.maker.instance(of: definition, for: asker) : AnyValueBox.boxed(component)
            return FoundInstances.Element(
                maker: owner.maker, definition: definition, instance: instance, isNew: false)
        }
    }

    func members(of type: Any.Type, named qualifier: String?) -> [(Lookup, RegisteredDefinition)] {
        let own = registry.rule.all(TypeIdentity.id(type), qualifier: qualifier).map { registry.definitions[$0] }
        guard let parent else { return own.map { (self, $0) } }
        let taken = Set(own.map(\.facts.name))
        let inherited = parent.members(of: type, named: qualifier).filter { !taken.contains($0.1.facts.name) }
        return (inherited + own.map { (self, $0) }).ordered { DefinitionFacts.precedes($0.1.facts, $1.1.facts) }
    }

    // MARK: Faults

    func fault(of choice: Choice, wanted: Any.Type, asker: AnyInjectionCell?) -> Fault {
        let point = asker?.facts(wanted: wanted)
        var fault =
            registry.rule.fault(of: choice, wanted: TypeIdentity.id(wanted), at: point) ?? Fault(.dependencyMissing)
        fault.path = ConstructionFrame.path()
        return fault
    }
}

extension RegisteredDefinition {
    /// The fault of an instance that is not of the type its definition promises.
    func mismatch(wanted: Any.Type, asker: AnyInjectionCell?) -> Fault {
        var fault = Fault(.protocolMismatch(found: facts.typeName))
        fault.point = asker?.facts(wanted: wanted)
        fault.wanted = TypeName.written(wanted)
        fault.namedCandidates = [Fault.NamedCandidate(facts)]
        return fault
    }
}
