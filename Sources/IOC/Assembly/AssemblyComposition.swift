import IOCBase
import IOCModel

/// All assemblies of a context: those that were asked for or passed, and the collaborators found from them.
///
/// 1. A collaborator is a passed assembly of its class or of a subclass, else another one that is there, else one that is
///    made. One that was made gives way to a subclass, whichever is found first.
/// 2. Where several fit, the one of exactly the class is taken; without one, the choice is an error.
/// 3. A definition belongs to one assembly, under one key, and is replaced once.
struct AssemblyComposition {
    private(set) var assemblies: [any Assembly] = []
    /// The definitions of the assemblies.
    private(set) var declarations: [Declaration] = []
    /// The recipes of the same definitions, and the members that they were declared as.
    private(set) var definitions: [(recipe: Recipe, member: AssemblyMember)] = []
    /// The collaborators, and the abstract definitions.
    private(set) var otherMembers: [AssemblyMember] = []
    private(set) var faults: [Fault] = []
    private let pool: [any Assembly]
    /// The members of each assembly, in the order of the assemblies.
    private var members: [[(key: String, member: AssemblyMember)]] = []
    private var replacements: [ObjectIdentifier: DefinitionTemplate.Make] = [:]

    /// - Parameters:
    ///   - roots: The assemblies to start from.
    ///   - pool: Assemblies to use in place of those that collaborators would make.
    init(_ roots: [any Assembly], pool: [any Assembly]) {
        self.pool = pool
        for assembly in roots + pool { add(assembly) }
        findCollaborators(madeFrom: assemblies.count)
        for link in collaborators(of: members.joined()) { bind(link) }
        let owners = assemblies.map(AssemblyReference.init)
        // A definition may inherit from one of another assembly, so all are claimed first.
        let own = assemblies.indices.map { claimed(members[$0], by: owners[$0]) }
        for (owner, members) in zip(owners, own) { for (key, member) in members { declare(member, key, owner) } }
    }

    // MARK: Assemblies

    private mutating func add(_ assembly: any Assembly) {
        if assemblies.contains(where: { $0 === assembly }) { return }
        assemblies.append(assembly)
        members.append(Array(AssemblyMember.all(of: assembly)))
    }

    private func collaborators(of members: some Sequence<(key: String, member: AssemblyMember)>) -> [CollaboratorLink] {
        members.compactMap { $0.member as? CollaboratorLink }
    }

    private mutating func findCollaborators(madeFrom count: Int) {
        var next = 0
        while next < assemblies.count {
            for link in collaborators(of: members[next]) where !assemblies.contains(where: link.accepts) {
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
            members.remove(at: index)
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

    /// The only assembly that fits, or that is of exactly the class.
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

    /// Claims the members of an assembly.
    /// - Returns: Those that no other property has.
    private mutating func claimed(
        _ members: [(key: String, member: AssemblyMember)], by owner: AssemblyReference
    ) -> [(key: String, member: AssemblyMember)] {
        let prefix = owner.assembly?.name(of: "") ?? ""
        return members.filter { key, member in
            guard let first = member.claim(for: owner, as: prefix + key) else { return true }
            faults.append(Fault(.definitionUsedTwice(first: first, second: prefix + key)))
            return false
        }
    }

    private mutating func declare(_ member: AssemblyMember, _ key: String, _ owner: AssemblyReference) {
        guard let definition = member as? DefinitionMember, definition.template.content.make != nil else {
            otherMembers.append(member)
            return
        }
        do {
            let template = try definition.template(in: owner, replacement: replacements[ObjectIdentifier(member)])
            declarations.append(
                template.declaration(key: key, name: member.name ?? key, number: definitions.count))
            definitions.append((.definition(template, of: owner), member))
        } catch {
            faults += (error as? IOCError)?.faults ?? []
        }
    }
}
