/// The definitions and collaborators of one assembly, found by reflection, superclasses first.
struct AssemblyMembers {
    private(set) var definitions: [(key: String, cell: AnyDefinitionCell)] = []
    private(set) var collaborators: [any AnyCollaboratorCell] = []
    /// The keys of definitions that are made when they are first asked for, which is too late.
    private(set) var lazyKeys: [String] = []

    init(of assembly: any Assembly) {
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: assembly)
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        for child in mirrors.reversed().flatMap(\.children) {
            if let key = Self.lazyKey(of: child) {
                lazyKeys.append(key)
            } else if let member = child.value as? any DefinitionMember {
                definitions.append((child.label ?? "?", member.anyCell))
            } else if let member = child.value as? any CollaboratorMember {
                collaborators.append(member.anyCell)
            }
        }
    }

    /// The name of a `lazy var` that is to hold a definition.
    private static func lazyKey(of child: Mirror.Child) -> String? {
        let prefix = "$__lazy_storage_$_"
        guard let label = child.label, label.hasPrefix(prefix),
            let type = type(of: child.value) as? any OptionalDefinition.Type, type.isForDefinition
        else { return nil }
        return String(label.dropFirst(prefix.count))
    }

    /// The member that remembers whether the assembly is activated, and owns its context.
    var anchor: AnyDefinitionCell? { definitions.first?.cell ?? collaborators.first?.anchor }
}

/// What makes a property a definition.
protocol DefinitionMember {
    var anyCell: AnyDefinitionCell { get }
}

extension Definition: DefinitionMember {
    var anyCell: AnyDefinitionCell { cell }
}

/// What makes a property a collaborator.
protocol CollaboratorMember {
    var anyCell: any AnyCollaboratorCell { get }
}

extension Collaborator: CollaboratorMember {
    var anyCell: any AnyCollaboratorCell { cell }
}

extension Assembly {
    /// The name that the definition of a key is registered under.
    func name(of key: String) -> String { "\(TypeName.qualified(type(of: self))).\(key)" }
}

/// An optional whose type is not known.
private protocol OptionalDefinition {
    static var isForDefinition: Bool { get }
}

extension Optional: OptionalDefinition {
    fileprivate static var isForDefinition: Bool { Wrapped.self is any DefinitionMember.Type }
}
