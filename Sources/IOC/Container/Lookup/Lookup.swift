import IOCBase
import IOCModel

/// Finds what serves a type or a name, here or in a parent, and has it made.
final class Lookup: Sendable {
    let registry: Registry
    /// Where it looks for what is not here.
    let parent: Lookup?
    let maker: Maker
    /// What types were resolved to so far, without a name.
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
        let id = TypeIdentity.id(type)
        if TypeIdentity.isClass(id), let target = asker?.target {
            let instance = try maker.instance(of: target, for: asker)
            guard let value = AnyValueBox.cast(instance, to: type) else {
                throw IOCError(target.mismatch(wanted: type, asker: asker))
            }
            return value
        }
        if qualifier == nil, let known = table[id] {
            return try known._withUnsafeGuaranteedRef { try $0.value(as: type, for: asker) }
        }
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
        let resolution = TypeResolution(of: type, try choose(type, for: asker, named: qualifier))
        return try (qualifier == nil ? table.insert(resolution, for: id) : resolution).value(as: type, for: asker)
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
