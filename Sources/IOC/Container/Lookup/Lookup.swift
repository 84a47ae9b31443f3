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
    func supply<Value>(_ type: Value.Type, to asker: AnyInjectionCell?) throws -> Value {
        try supply(type, to: asker, named: asker?.qualifier)
    }

    /// The same by a name, if one is given. If a type was looked for before, the table answers.
    func supply<Value>(_ type: Value.Type, to asker: AnyInjectionCell?, named qualifier: String?) throws -> Value {
        let key = TypeIdentity.id(type).rawValue
        if qualifier == nil, let lookup = table.lookup(for: key) {
            return try lookup._withUnsafeGuaranteedRef { lookup in
                guard let value = lookup.published else {
                    return try lookup.value(as: type, publishes: true, asker: asker)
                }
                if ConstructionFrame.innermost != nil, asker?.isDetached ?? true { lookup.note() }
                return value.assumingMemoryBound(to: Value.self).pointee
            }
        }
        return try firstSupply(type, to: asker, named: qualifier)
    }

    /// The instance of a class that was looked for before, without a name; nil if it wasn't.
    func object(_ type: AnyClass, to asker: AnyInjectionCell) throws -> AnyObject? {
        guard asker.qualifier == nil, let lookup = table.lookup(for: TypeIdentity.id(type).rawValue) else { return nil }
        return try lookup._withUnsafeGuaranteedRef { try $0.object(for: asker) }
    }

    /// The value for a type that was not looked for before, or that is looked for by a name or in a form.
    private func firstSupply<Value>(
        _ type: Value.Type, to asker: AnyInjectionCell?, named qualifier: String?
    ) throws -> Value {
        if let form = InjectionForms.form(of: type) {
            switch form.shape {
            case .one, .optional, .all, .allByName: return try supplyElements(type, to: asker, named: qualifier).value
            default: break
            }
            guard let value = try form.deferred(in: self, for: asker, named: qualifier) as? Value else {
                throw IOCError(fault(of: .missing, wanted: type, asker: asker))
            }
            return value
        }
        let component = try choose(type, for: asker, named: qualifier)
        let lookup = TypeLookup(of: type, maker: component.lookup.maker, definition: component.definition)
        guard qualifier == nil else {
            return try lookup.value(as: type, publishes: false, asker: asker)
        }
        let key = TypeIdentity.id(type).rawValue
        return try table.insert(lookup, for: key).value(as: type, publishes: true, asker: asker)
    }

    /// The component that wins for a type: one of this context, else an ancestor's.
    /// - Throws: ``IOCError`` where there is none, or where the choice is ambiguous.
    func choose(_ type: Any.Type, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Component {
        if let found = try find(type, for: asker, named: qualifier) { return found }
        let choice = registry.rule.choose(TypeIdentity.id(type), qualifier: qualifier)
        throw IOCError(fault(of: choice, wanted: type, asker: asker))
    }

    /// The same, or nil where there is none.
    /// - Throws: ``IOCError`` where the choice is ambiguous.
    func find(_ type: Any.Type, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Component? {
        let choice = registry.rule.choose(TypeIdentity.id(type), qualifier: qualifier)
        switch choice {
        case .chosen(let index): return Component(lookup: self, definition: registry.definitions[index])
        case .missing, .unknownName: return try parent?.find(type, for: asker, named: qualifier)
        default: throw IOCError(fault(of: choice, wanted: type, asker: asker))
        }
    }

    /// Every component of a type, by order and then by name, ancestors' included unless a name is taken here.
    func all<Wanted>(_ type: Wanted.Type, to asker: AnyInjectionCell?) throws -> [Wanted] {
        try supplyElements([Wanted].self, to: asker, named: nil).value
    }

    func members(of type: Any.Type, named qualifier: String?) -> [Component] {
        let own = registry.rule.all(TypeIdentity.id(type), qualifier: qualifier).map {
            Component(lookup: self, definition: registry.definitions[$0])
        }
        guard let parent else { return own }
        let taken = Set(own.map(\.name))
        let inherited = parent.members(of: type, named: qualifier).filter { !taken.contains($0.name) }
        return (inherited + own).ordered { DefinitionFacts.precedes($0.definition.facts, $1.definition.facts) }
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
        if case .replacement = recipe {
            let replacement = component.map { TypeName.written(Swift.type(of: $0)) }
            fault = Fault(.protocolMismatch(replacing: facts.typeName, by: replacement))
        }
        fault.point = asker?.facts(wanted: wanted)
        fault.wanted = TypeName.written(wanted)
        fault.namedCandidates = [Fault.NamedCandidate(facts)]
        return fault
    }
}
