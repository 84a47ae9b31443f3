import IOCBase
import IOCModel

/// The definitions of one assembly, by key, and its collaborators, superclasses first.
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
        let prefix = assembly.name(of: "")
        var declared: [Member] = []
        for (key, value) in Self.stored(in: assembly) ?? Self.mirrored(assembly) {
            switch value {
            case .definition(let cell): declared.append((key, prefix + key, cell))
            case .collaborator(let cell): collaborators.append(cell)
            }
        }
        let order = declared.indices.ordered { declared[$0].key < declared[$1].key }
        first = order.firstIndex(of: 0)
        definitions = order.map { declared[$0] }
    }

    private enum Value {
        case definition(DefinitionCell)
        case collaborator(any AnyCollaboratorCell)
    }

    /// What the mirror of an assembly shows.
    private static func mirrored(_ assembly: any Assembly) -> [(key: String, value: Value)] {
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: assembly)
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        return mirrors.reversed().flatMap(\.children).compactMap { child in
            // A `lazy var` is created after the context has looked for definitions.
            if child.label?.hasPrefix("$__lazy_storage_$_") == true { return nil }
            if let member = child.value as? any DefinitionMember {
                return (child.label ?? "?", .definition(member.anyCell))
            }
            return (child.value as? any CollaboratorMember).map { (child.label ?? "?", .collaborator($0.anyCell)) }
        }
    }

    /// A property of a class of assemblies.
    private struct Field: Sendable {
        let key: String
        let offset: Int
        let isDefinition: Bool
    }

    private static let fields = Guarded<[ObjectIdentifier: [Field]?]>([:])

    /// The properties of an assembly that are definitions or collaborators, by the fields of its class.
    /// - Returns: Nil if only a mirror shows them.
    private static func stored(in assembly: any Assembly) -> [(key: String, value: Value)]? {
        if assembly is any CustomReflectable { return nil }
        guard let fields = fields(of: type(of: assembly)) else { return nil }
        let start = UnsafeRawPointer(Unmanaged.passUnretained(assembly as AnyObject).toOpaque())
        return fields.map { field in
            // Sound: the offset comes from the class's own field metadata, and the only word of a definition or a
            // collaborator is a strong reference to its cell; a test pins both.
            let cell = Unmanaged<AnyObject>.fromOpaque((start + field.offset).load(as: UnsafeRawPointer.self))
                .takeUnretainedValue()
            if field.isDefinition { return (field.key, .definition(unsafeDowncast(cell, to: DefinitionCell.self))) }
            return (field.key, .collaborator(cell as! any AnyCollaboratorCell))
        }
    }

    /// The definitions and collaborators among the fields of a class; nil if a field may hold one and its type doesn't tell,
    /// such as an optional.
    private static func fields(of type: AnyClass) -> [Field]? {
        if let known = fields.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        var found: [Field]? = []
        let isRead = ClassFields.forEach(of: type) { name, offset, type, isStructure in
            let isDefinition = isStructure && type is any DefinitionMember.Type
            if isDefinition || isStructure && type is any CollaboratorMember.Type {
                found?.append(Field(key: String(cString: name), offset: offset, isDefinition: isDefinition))
            } else if !isStructure, !(type is AnyClass), !String(cString: name).hasPrefix("$__lazy_storage_$_") {
                found = nil
            }
        }
        if !isRead { found = nil }
        fields.withLock { [found] in $0[ObjectIdentifier(type)] = .some(found) }
        return found
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
