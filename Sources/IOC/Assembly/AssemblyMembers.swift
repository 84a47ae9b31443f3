import IOCBase
import IOCModel

/// The definitions of one assembly, by key, and its collaborators, superclasses first, as a mirror shows them.
struct AssemblyMembers {
    /// A definition with the name that it is registered under.
    typealias Member = (key: String, name: String, cell: DefinitionCell)

    let assembly: any Assembly
    private(set) var definitions: [Member] = []
    private(set) var collaborators: [any AnyCollaboratorCell] = []
    /// The index of the definition that is declared first.
    private(set) var first: Int?

    /// - Parameter assembly: Any assembly; one with a mirror of its own offers what that shows.
    init(of assembly: any Assembly) {
        self.assembly = assembly
        var declared: [Member] = []
        let prefix = assembly.name(of: "")
        var next: Mirror? = Mirror(reflecting: assembly)
        var mirrors: [Mirror] = []
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        for child in mirrors.reversed().flatMap(\.children) {
            let key = child.label ?? "?"
            // A `lazy var` is created after the context has looked for definitions.
            if key.hasPrefix("$__lazy_storage_$_") { continue }
            if let member = child.value as? any DefinitionMember {
                declared.append((key, prefix + key, member.anyCell))
            } else if let member = child.value as? any CollaboratorMember {
                collaborators.append(member.anyCell)
            }
        }
        let order = declared.indices.ordered { declared[$0].key < declared[$1].key }
        first = order.firstIndex(of: 0)
        definitions = order.map { declared[$0] }
    }

    /// The name of the definition at a place of an assembly; the assembly's own if that is gone.
    static func name(of place: Int, in owner: OwnerReference) -> String {
        let assembly = try? owner.get(as: AnyObject.self) as? any Assembly
        return assembly.map { AssemblyMembers(of: $0).definitions[place].name } ?? TypeName.qualified(owner.type)
    }

    /// The definitions of a class of assemblies by key, as far as its fields' types show.
    static func promises(of type: AnyClass) -> [(key: String, type: Any.Type)] {
        var promises: [(key: String, type: Any.Type)] = []
        ClassFields.forEach(of: type) { name, _, type, _ in
            if let type = type as? any DefinitionMember.Type { promises.append((String(cString: name), type.promised)) }
        }
        return promises.indices.ordered { promises[$0].key < promises[$1].key }.map { promises[$0] }
    }

    /// The member that remembers whether the assembly is activated, and owns its context.
    var anchor: DefinitionCell? { first.map { definitions[$0].cell } ?? collaborators.first?.anchor }
}

/// The protocol that makes a property a definition.
protocol DefinitionMember: Sendable {
    /// The type that its instances are promised to have.
    static var promised: Any.Type { get }
    var anyCell: DefinitionCell { get }
}

extension Definition: DefinitionMember {
    static var promised: Any.Type { Instance.self }
    var anyCell: DefinitionCell { cell }
}

/// The protocol that makes a property a collaborator.
protocol CollaboratorMember: Sendable {
    var anyCell: any AnyCollaboratorCell { get }
}

extension Collaborator: CollaboratorMember {
    var anyCell: any AnyCollaboratorCell { cell }
}

extension Assembly {
    /// The name that the definition of a key is registered under.
    func name(of key: String) -> String { "\(TypeName.qualified(type(of: self))).\(key)" }
}
