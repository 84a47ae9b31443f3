import CSwiftRuntime
import IOCBase
import IOCModel

/// The definitions of one assembly, by key, and its collaborators, superclasses first.
///
/// A plan has everything by name, so what comes in that order needs no sorting at each boot.
///
/// Members are found in one of three ways, which answer the same:
///
/// 1. By the class's description, which shows that a field is a definition without metadata of its type.
/// 2. By the runtime's field metadata, where the description can't tell: with a superclass, or where Objective-C lists classes.
/// 3. By a mirror, where a field's value decides, or where the class has a mirror of its own.
///
/// The first two are `AssemblyFields`, read once for each class.
struct AssemblyMembers {
    private let assembly: any Assembly
    #if !IOC_MIRROR_ONLY
    /// Where the class has its definitions; nil where the mirror has shown them.
    private var fields: AssemblyFields?
    #endif
    /// A definition with the name that it is registered under.
    typealias Member = (key: String, name: String, cell: DefinitionCell)

    private var mirrored: [Member] = []
    /// The index of the definition that is declared first.
    private(set) var first: Int?
    private(set) var collaborators: [any AnyCollaboratorCell] = []
    /// The properties that hold definitions or collaborators where no context can find them.
    private(set) var unreachable: [UnreachableMember] = []

    /// - Parameter assembly: Any assembly; one with a mirror of its own offers what that shows.
    init(of assembly: any Assembly) {
        #if IOC_MIRROR_ONLY
        self.init(mirroring: assembly)
        #else
        // A field whose value decides is read by the mirror, so that both ways answer the same.
        if !Self.hasMirror(type(of: assembly)), let fields = AssemblyFields.of(type(of: assembly)).whole {
            self.init(assembly, fields)
        } else {
            self.init(mirroring: assembly)
        }
        #endif
    }

    #if !IOC_MIRROR_ONLY
    /// True if a class shows a mirror of its own, as the program's records tell: a cast would have the runtime search all of
    /// them for each class.
    private static func hasMirror(_ type: AnyClass) -> Bool {
        ProgramRecords.current().conforms(type, to: (any CustomReflectable).self)
            ?? (type is any CustomReflectable.Type)
    }

    private init(_ assembly: any Assembly, _ fields: AssemblyFields) {
        self.assembly = assembly
        self.fields = fields
        first = fields.first
        collaborators = Self.withAddress(of: assembly) { start in
            fields.collaborators.map { $0.type.cell(at: start + $0.offset) }
        }
    }

    // Sound: the offsets come from the class's own field metadata, and the types with them.
    /// Runs `body` with the start of an assembly, from which its class's fields have their offsets.
    private static func withAddress<Result>(of assembly: any Assembly, _ body: (UnsafeRawPointer) -> Result) -> Result {
        withExtendedLifetime(assembly) {
            body(UnsafeRawPointer(Unmanaged.passUnretained(assembly as AnyObject).toOpaque()))
        }
    }
    #endif

    /// The same as a mirror shows it: the reference, which a test holds against the fields.
    init(mirroring assembly: any Assembly) {
        self.assembly = assembly
        let prefix = assembly.name(of: "")
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: assembly)
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        for child in mirrors.reversed().flatMap(\.children) {
            let label = child.label ?? "?"
            switch MemberValue(child.value, storedAs: label) {
            case .definition(let cell): mirrored.append((label, prefix + label, cell))
            case .collaborator(let cell): collaborators.append(cell)
            case .unreachable(let member): unreachable.append(member)
            case nil: break
            }
        }
        let order = mirrored.indices.ordered { mirrored[$0].key < mirrored[$1].key }
        first = order.firstIndex(of: 0)
        mirrored = order.map { mirrored[$0] }
    }

    var definitions: [Member] {
        #if !IOC_MIRROR_ONLY
        if let fields {
            return Self.withAddress(of: assembly) { start in
                fields.definitions.map { ($0.key, $0.name, $0.cell(of: start)) }
            }
        }
        #endif
        return mirrored
    }

    /// The faults of the properties that no context can find.
    var unreachableFaults: [Fault] {
        unreachable.map { Fault(.definitionNotStored(name: assembly.name(of: $0.key), isLazy: $0.isLazy)) }
    }

    /// The cell of the definition that is declared first.
    private var firstCell: DefinitionCell? {
        first.map { first in
            #if !IOC_MIRROR_ONLY
            if let field = fields?.definitions[first] { return Self.withAddress(of: assembly) { field.cell(of: $0) } }
            #endif
            return mirrored[first].cell
        }
    }

    /// The name of the definition at a place of an assembly; the assembly's own where that is gone.
    static func name(of place: Int, in owner: OwnerReference) -> String {
        let assembly = try? owner.get(as: AnyObject.self) as? any Assembly
        return assembly.map { AssemblyMembers(of: $0).definitions[place].name } ?? TypeName.qualified(owner.type)
    }

    /// The definitions of a class of assemblies by key, as far as its fields' types show.
    static func promises(of type: AnyClass) -> [(key: String, type: Any.Type)] {
        #if IOC_MIRROR_ONLY
        return []
        #else
        var promises: [(key: String, type: Any.Type)] = []
        ClassFields.forEach(of: type) { name, _, type, _ in
            if let type = type as? any DefinitionMember.Type { promises.append((String(cString: name), type.promised)) }
        }
        return promises.indices.ordered { promises[$0].key < promises[$1].key }.map { promises[$0] }
        #endif
    }

    /// The member that remembers whether the assembly is activated, and owns its context.
    var anchor: DefinitionCell? { firstCell ?? collaborators.first?.anchor }
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

extension CollaboratorMember {
    /// The cell of the member that stands at an address.
    fileprivate static func cell(at address: UnsafeRawPointer) -> any AnyCollaboratorCell {
        address.assumingMemoryBound(to: Self.self).pointee.anyCell
    }
}

extension Assembly {
    /// The name that the definition of a key is registered under.
    func name(of key: String) -> String { AssemblyName.prefix(type(of: self)) + key }
}

private enum AssemblyName {
    /// The prefix of the keys of a class's definitions.
    static func prefix(_ type: AnyClass) -> String { TypeName.qualified(type) + "." }
}

#if !IOC_MIRROR_ONLY
/// Where a class of assemblies has its definitions and collaborators.
private final class AssemblyFields: Sendable {
    /// A field that holds a definition.
    struct DefinitionField: Sendable {
        let key: String
        let name: String
        let offset: Int

        /// The cell of the definition in an assembly that begins at an address.
        func cell(of start: UnsafeRawPointer) -> DefinitionCell {
            // Sound: every `Definition` is a reference to its cell, and nothing else.
            (start + offset).assumingMemoryBound(to: DefinitionCell.self).pointee
        }
    }

    /// By key; with the names that all assemblies of the class share.
    let definitions: [DefinitionField]
    /// The index of the definition that is declared first.
    let first: Int?
    let collaborators: [(offset: Int, type: any CollaboratorMember.Type)]
    /// True if a field may hold members in another value, which only that value tells.
    private let hangsOnValues: Bool
    /// The fields, where they tell all members; nil where values decide.
    var whole: AssemblyFields? { hangsOnValues ? nil : self }

    /// The fields read so far, which never change for a class.
    private static let memo = ClassMemo<AssemblyFields>()

    static func of(_ type: AnyClass) -> AssemblyFields { memo.fact(of: type) { AssemblyFields(type) } }

    private init(_ type: AnyClass) {
        let prefix = AssemblyName.prefix(type)
        var definitions: [DefinitionField] = []
        var collaborators: [(offset: Int, type: any CollaboratorMember.Type)] = []
        var hangsOnValues = false
        func addDefinition(_ name: UnsafePointer<CChar>, _ offset: Int) {
            let key = String(cString: name)
            definitions.append(DefinitionField(key: key, name: prefix + key, offset: offset))
        }
        func add(_ name: UnsafePointer<CChar>, _ offset: Int, _ type: Any.Type) {
            if type is any DefinitionMember.Type {
                addDefinition(name, offset)
            } else if let type = type as? any CollaboratorMember.Type {
                collaborators.append((offset, type))
            } else if MemberValue.mayStand(in: type) {
                hangsOnValues = true
            }
        }
        #if canImport(ObjectiveC)
        ClassFields.forEach(of: type) { name, offset, type, _ in add(name, offset, type) }
        #else
        /// Adds all members; returns false where only the runtime can tell a field's type.
        func addDescribed() -> Bool {
            guard let described = ClassFields.described(of: type) else { return false }
            for field in described {
                if Self.isDefinition(field) {
                    addDefinition(field.name, field.offset)
                } else if let type = field.type {
                    add(field.name, field.offset, type)
                } else {
                    return false
                }
            }
            return true
        }
        if !addDescribed() {
            (definitions, collaborators, hangsOnValues) = ([], [], false)
            ClassFields.forEach(of: type) { name, offset, type, _ in add(name, offset, type) }
        }
        #endif
        // Of one key that of the superclass comes first, as it was found first.
        let sorted = definitions.indices.ordered { definitions[$0].key < definitions[$1].key }.map { definitions[$0] }
        self.definitions = sorted
        first = sorted.indices.min { sorted[$0].offset < sorted[$1].offset }
        self.collaborators = collaborators
        self.hangsOnValues = hangsOnValues
    }

    #if !canImport(ObjectiveC)
    /// Returns true for a field whose type is made from what all definitions are made from.
    private static func isDefinition(_ field: ClassFields.Described) -> Bool {
        guard let context = field.genericContext, ioc_context_is_named(context, "Definition"),
            let module = ioc_context_parent(context)
        else { return false }
        return ioc_context_kind(module) == ioc_context_module && ioc_context_is_named(module, "IOC")
    }
    #endif
}
#endif
