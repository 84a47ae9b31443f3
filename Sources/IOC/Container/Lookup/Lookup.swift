import IOCBase
import IOCModel

/// Finds the component for a type or a name, in the context or in a parent, and returns its instance.
final class Lookup: Sendable {
    let registry: Registry
    /// The lookup of the parent context.
    let parent: Lookup?
    let maker: Maker
    /// The types that were resolved without a name so far.
    let table = TypeTable()

    init(_ registry: Registry, parent: Lookup?, maker: Maker) {
        self.registry = registry
        self.parent = parent
        self.maker = maker
    }

    /// The context whose lookups these are.
    var core: ContextCore { maker.core }

    /// The value for a type of any form: a class, a protocol, an optional, a collection or a provider.
    func supply<Value>(_ type: Value.Type, to asker: AnyInjectionCell?, named qualifier: String?) throws -> Value {
        if TypeIdentity.isClass(TypeIdentity.id(type)), let target = asker?.target {
            return try maker.value(of: target, as: type, for: asker).value
        }
        if qualifier == nil, let known = table[type] {
            return try known._withUnsafeGuaranteedRef { try $0.value(as: type, for: asker) }
        }
        if InjectionForms.form(of: type) != nil { return try supplyElements(type, to: asker, named: qualifier).value }
        let resolution = TypeResolution(of: type, try choose(type, for: asker, named: qualifier))
        return try (qualifier == nil ? table.insert(resolution, for: type) : resolution).value(as: type, for: asker)
    }

    /// The component that is chosen for a type: one of this context, otherwise an ancestor's.
    /// - Throws: ``IOCError`` if there is none, or if the choice is ambiguous.
    func choose(_ type: Any.Type, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Component {
        if let found = try find(type, for: asker, named: qualifier) { return found }
        let choice = registry.rule.choose(TypeIdentity.id(type), qualifier: qualifier)
        throw IOCError(fault(of: choice, wanted: type, asker: asker))
    }

    /// The same, or nil if there is none.
    /// - Throws: ``IOCError`` if the choice is ambiguous.
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

extension Maker {
    /// The instance of a definition as a type, and as an object: itself, or its box.
    /// - Throws: `protocol-mismatch` if it isn't of the type, and what its construction throws.
    func value<Value>(
        of definition: RegisteredDefinition, as type: Value.Type, for asker: AnyInjectionCell?
    ) throws -> (value: Value, instance: AnyObject) {
        let instance = try instance(of: definition, for: asker)
        if AnyValueBox.isInstance(instance, of: type) {
            // Sound: an instance of the class `Value` is one reference to it.
            return (unsafeBitCast(instance, to: type), instance)
        }
        return (try cast(instance, of: definition, to: type, for: asker), instance)
    }

    /// The cast of an instance to a protocol, a superclass or a value type.
    ///
    /// It is a function of its own, because the runtime looks the type of a cast's result up at the begin of the function that
    /// casts (bench row: first read).
    @inline(never)
    private func cast<Value>(
        _ instance: AnyObject, of definition: RegisteredDefinition, to type: Value.Type, for asker: AnyInjectionCell?
    ) throws -> Value {
        guard let value = AnyValueBox.cast(instance, to: type) else {
            throw IOCError(definition.mismatch(wanted: type, asker: asker))
        }
        return value
    }
}

extension RegisteredDefinition {
    /// The fault of an instance that is not of the wanted type.
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

/// Lookups by a name.
extension Lookup {
    func named<Wanted>(_ name: String, as type: Wanted.Type) throws -> Wanted {
        let (owner, definition) = try owner(of: name, wanted: type)
        guard let value = AnyValueBox.cast(try owner.maker.instance(of: definition, for: nil), to: type) else {
            throw IOCError(
                owner.fault(of: .wrongType(name: name, definition.index), wanted: type, asker: nil))
        }
        return value
    }

    func owner(of name: String, wanted: Any.Type) throws -> (Lookup, RegisteredDefinition) {
        switch registry.match(name) {
        case .found(let index): return (self, registry.definitions[index])
        case .ambiguous(let indices):
            throw IOCError(fault(of: .ambiguousName(name, indices), wanted: wanted, asker: nil))
        case .unknown:
            if let parent, case .some(let found) = try? parent.owner(of: name, wanted: wanted) {
                return found
            }
            throw IOCError(fault(of: .unknownName(name), wanted: wanted, asker: nil))
        }
    }

    func ofClass(_ name: String) throws -> any ManagedComponent {
        let qualified = registry.definitions.filter { $0.facts.typeName == name }
        let field =
            qualified.isEmpty ? registry.definitions.filter { $0.facts.typeName.hasSuffix(".\(name)") } : qualified
        guard let first = field.first else {
            if let parent { return try parent.ofClass(name) }
            var fault = Fault(.classUnknown(name: name))
            let known = registry.definitions.map(\.facts.typeName).flatMap { type in
                [type] + (type.lastIndex(of: ".").map { [String(type[type.index(after: $0)...])] } ?? [])
            }
            fault.suggestion = Suggestion.nearest(to: name, among: known)
            throw IOCError(fault)
        }
        if Set(field.map(\.facts.typeName)).count > 1 {
            throw IOCError(Fault(.classAmbiguous(name: name, matches: Set(field.map(\.facts.typeName)).ordered())))
        }
        let chosen =
            field.count == 1
            ? Component(lookup: self, definition: first) : try choose(first.type, for: nil, named: nil)
        guard let component = try chosen.element(for: nil).value as? any ManagedComponent else {
            throw IOCError(chosen.definition.mismatch(wanted: (any ManagedComponent).self, asker: nil))
        }
        return component
    }
}

extension Lookup {
    /// A component that a value consists of, and the lookup of the context that it belongs to.
    struct Component: Sendable {
        let lookup: Lookup
        let definition: RegisteredDefinition

        var name: String { definition.facts.name }

        /// The component's instance.
        func element(for asker: AnyInjectionCell?) throws -> Element {
            Element(component: self, instance: try lookup.maker.found(definition, for: asker))
        }
    }

    /// A component with its instance.
    struct Element {
        let component: Component
        let instance: Maker.Instance

        var lookup: Lookup { component.lookup }
        var definition: RegisteredDefinition { component.definition }
        var value: Any { AnyValueBox.unboxed(instance.object) }
    }

    /// The value for a type of any form, with the components that it consists of.
    ///
    /// A provider and a context consist of none. It is a function of its own for the reason of ``Maker/cast(_:of:to:for:)``.
    @inline(never)
    func supplyElements<Value>(
        _ type: Value.Type, to asker: AnyInjectionCell?, named qualifier: String?
    ) throws -> (value: Value, elements: [Element]) {
        let (shape, wanted) = InjectionForms.analyze(type)
        let components: [Component]
        switch shape {
        case .one: components = [try choose(wanted, for: asker, named: qualifier)]
        case .optional: components = try find(wanted, for: asker, named: qualifier).map { [$0] } ?? []
        case .all, .allByName: components = members(of: wanted, named: qualifier)
        default:
            guard let form = InjectionForms.form(of: type),
                let value = try form.deferred(in: self, for: asker, named: qualifier) as? Value
            else { throw IOCError(fault(of: .missing, wanted: type, asker: asker)) }
            return (value, [])
        }
        let elements = try components.map { try $0.element(for: asker) }
        guard let value: Value = InjectionForms.assembled(from: elements) else {
            throw IOCError(mismatch(elements, wanted: wanted, asker: asker))
        }
        return (value, elements)
    }

    /// The fault of a value that an element doesn't fit.
    private func mismatch(_ elements: [Element], wanted: Any.Type, asker: AnyInjectionCell?) -> Fault {
        let wrong = elements.first { !Self.isInstance($0.value, of: wanted) }
        return wrong?.definition.mismatch(wanted: wanted, asker: asker)
            ?? fault(of: .missing, wanted: wanted, asker: asker)
    }

    private static func isInstance(_ value: Any, of type: Any.Type) -> Bool {
        func isInstance<Wanted>(_ type: Wanted.Type) -> Bool { value is Wanted }
        return _openExistential(type, do: isInstance)
    }
}
