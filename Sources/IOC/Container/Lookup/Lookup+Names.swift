import IOCBase
import IOCModel

/// Lookups by a name.
extension Lookup {
    func named<Wanted>(_ name: String, as type: Wanted.Type) throws -> Wanted {
        let (owner, definition) = try owner(of: name, wanted: type)
        guard let value = AnyValueBox.unboxed(try owner.maker.instance(of: definition, for: nil)) as? Wanted else {
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
