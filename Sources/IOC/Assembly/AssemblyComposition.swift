/// All assemblies of a context: those that were asked for, and the collaborators found from them, one of each type.
struct AssemblyComposition {
    private(set) var assemblies: [any Assembly] = []
    private(set) var declarations: [Declaration] = []
    private(set) var error: IOCError?
    private var pool: [any Assembly]
    private var replacements: [ObjectIdentifier: DefinitionReplacement] = [:]

    /// - Parameters:
    ///   - roots: The assemblies to start from.
    ///   - pool: Assemblies to use in place of those that collaborators would make.
    init(_ roots: [any Assembly], pool: [any Assembly]) {
        self.pool = pool
        for root in roots { add(root) }
        var done = 0
        var members: [AssemblyMembers] = []
        while done < assemblies.count {
            let found = AssemblyMembers(of: assemblies[done])
            members.append(found)
            for collaborator in found.collaborators { bind(collaborator) }
            done += 1
        }
        for (assembly, members) in zip(assemblies, members) { declare(assembly, members) }
    }

    private mutating func add(_ assembly: any Assembly) {
        if !assemblies.contains(where: { $0 === assembly }) { assemblies.append(assembly) }
    }

    private mutating func bind(_ collaborator: any AnyCollaboratorCell) {
        let target =
            pool.first(where: collaborator.accepts) ?? assemblies.first(where: collaborator.accepts)
            ?? collaborator.type.init()
        add(target)
        collaborator.bind(target)
        for (cell, replacement) in collaborator.replacements(in: target) {
            replacements[ObjectIdentifier(cell)] = replacement
        }
    }

    private mutating func declare(_ assembly: any Assembly, _ members: AssemblyMembers) {
        for (key, cell) in members.definitions {
            do {
                let replacement = replacements[ObjectIdentifier(cell)]
                if let declaration = try cell.declaration(of: assembly, key: key, replacement: replacement) {
                    declarations.append(declaration)
                }
            } catch let fault as IOCError {
                error = IOCError((error?.models ?? []) + fault.models)
            } catch {}
        }
    }
}
