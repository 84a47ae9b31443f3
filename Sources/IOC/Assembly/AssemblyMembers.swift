/// The definitions and collaborators of one assembly, found by reflection, superclasses first.
struct AssemblyMembers {
    private(set) var definitions: [(key: String, cell: AnyDefinitionCell)] = []
    private(set) var collaborators: [any AnyCollaboratorCell] = []

    init(of assembly: any Assembly) {
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: assembly)
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        for child in mirrors.reversed().flatMap(\.children) {
            if let member = child.value as? any DefinitionMember {
                definitions.append((child.label ?? "?", member.anyCell))
            } else if let member = child.value as? any CollaboratorMember {
                collaborators.append(member.anyCell)
            }
        }
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
