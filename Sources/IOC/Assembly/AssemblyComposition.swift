import IOCBase
import IOCModel

/// All assemblies of a context: the requested ones (`roots`), those passed for use as collaborators (`pool`), and the
/// new ones that ``Collaborator`` properties need.
///
/// 1. For a collaborator the context uses, in this order: a passed assembly of its class or a subclass; an assembly
///    that is already part of the context; a new one. A new assembly is dropped again if an assembly of a subclass is
///    found later.
/// 2. If several assemblies fit, the context uses the one of exactly the declared class. Without such an assembly,
///    candidates of different classes are a fault.
/// 3. A definition belongs to one assembly, under one key, and can be replaced once.
struct AssemblyComposition {
    private(set) var assemblies: [any Assembly] = []
    /// The definitions of the assemblies.
    private(set) var declarations: [DefinitionDescription] = []
    /// The definitions, including the abstract ones, and the collaborators, with their assemblies.
    private(set) var members: [(key: String, member: AssemblyMember, owner: AssemblyReference)] = []
    private(set) var faults: [Fault] = []
    private let pool: [any Assembly]
    /// The members of each assembly, in the order of the assemblies.
    private var properties: [[(key: String, member: AssemblyMember)]] = []
    private var replacements: [ObjectIdentifier: DefinitionTemplate.Make] = [:]

    /// - Parameters:
    ///   - roots: The assemblies to start from.
    ///   - pool: Assemblies to use instead of those that collaborators would create.
    init(_ roots: [any Assembly], pool: [any Assembly]) {
        self.pool = pool
        for assembly in roots + pool { add(assembly) }
        findCollaborators(madeFrom: assemblies.count)
        for link in collaborators(of: properties.joined()) { bind(link) }
        // A definition may inherit from a definition of another assembly, so the owner of every member is recorded
        // first.
        for (assembly, properties) in zip(assemblies, properties) { claim(properties, of: assembly) }
        for case (let key, let member as DefinitionMember, let owner) in members
        where member.template.make != nil {
            do {
                let replacement = replacements[ObjectIdentifier(member)]
                declarations.append(try member.declaration(key: key, in: owner, replacement: replacement))
            } catch let error as IOCError {
                faults += error.faults
            } catch {
                let kind = Fault.Kind.componentFailed(
                    member.name ?? key, in: "the closure that names its parent")
                faults.append(Fault(kind, at: .source(member.location), cause: error))
            }
        }
    }

    // MARK: Assemblies

    private mutating func add(_ assembly: any Assembly) {
        if assemblies.contains(where: { $0 === assembly }) { return }
        assemblies.append(assembly)
        properties.append(Array(AssemblyMember.all(of: assembly)))
        faults += AssemblyLayout.of(type(of: assembly)).faults(of: assembly)
    }

    private func collaborators(of members: some Sequence<(key: String, member: AssemblyMember)>) -> [CollaboratorLink] {
        members.compactMap { $0.member as? CollaboratorLink }
    }

    private mutating func findCollaborators(madeFrom count: Int) {
        var next = 0
        while next < assemblies.count {
            for link in collaborators(of: properties[next]) where !assemblies.contains(where: link.accepts) {
                add(link.type.init())
            }
            next += 1
        }
        let needless = assemblies.indices.dropFirst(count).filter { index in
            let type = type(of: assemblies[index])
            return assemblies.contains {
                Swift.type(of: $0) != type && TypeIdentity.inherits(Swift.type(of: $0), from: type)
            }
        }
        for index in needless.reversed() {
            assemblies.remove(at: index)
            properties.remove(at: index)
        }
    }

    private mutating func bind(_ link: CollaboratorLink) {
        guard let target = choose(pool, for: link) ?? choose(assemblies, for: link) else { return }
        link.target.withLock { $0 = AssemblyReference(target) }
        for replacement in link.replacements {
            guard let member = replacement.member(target),
                replacements.updateValue(replacement.make, forKey: ObjectIdentifier(member)) != nil
            else { continue }
            let key = AssemblyMember.all(of: target).first { $0.member === member }?.key ?? "?"
            faults.append(Fault(.definitionReplacedTwice(name: target.name(of: key)), at: .source(link.location)))
        }
    }

    /// Returns the assembly for a collaborator: the only one that fits, or the one of exactly the declared class. If
    /// there is neither and the candidates have different classes, adds a fault.
    private mutating func choose(_ field: [any Assembly], for link: CollaboratorLink) -> (any Assembly)? {
        let fitting = field.filter(link.accepts)
        if fitting.count < 2 { return fitting.first }
        if let exact = fitting.first(where: { type(of: $0) == link.type }) { return exact }
        let names = Set(fitting.map { TypeName.qualified(type(of: $0)) }).ordered()
        if names.count > 1 {
            let kind = Fault.Kind.collaboratorAmbiguous(type: TypeName.qualified(link.type), assemblies: names)
            faults.append(Fault(kind, at: .source(link.location)))
        }
        return fitting.first
    }

    // MARK: Definitions

    /// Records the assembly as the owner of its members. A member that already belongs to another property is a fault.
    private mutating func claim(_ properties: [(key: String, member: AssemblyMember)], of assembly: any Assembly) {
        let owner = AssemblyReference(assembly)
        let prefix = assembly.name(of: "")
        for (key, member) in properties {
            if let first = member.claim(for: owner, as: prefix + key) {
                faults.append(Fault(.definitionUsedTwice(first: first, second: prefix + key)))
            } else {
                members.append((key, member, owner))
            }
        }
    }
}
