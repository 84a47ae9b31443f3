import IOCBase
import IOCConfiguration
import IOCModel

/// All assemblies of a context: those that were asked for or passed, and the collaborators found from them.
///
/// 1. A collaborator is a passed assembly of its class or of a subclass, else another one that is there, else one that is
///    made. One that was made gives way to a subclass, whichever is found first.
/// 2. Where several fit, the one of exactly the class is taken; without one, the choice is an error.
/// 3. A definition belongs to one assembly, under one key, and is replaced once.
struct AssemblyComposition {
    private var members: [AssemblyMembers] = []
    /// The definitions of the assemblies.
    private(set) var declarations: [Declaration] = []
    /// The same definitions: the recipe, and the assembly's property, which is tied to the registry's definition.
    private(set) var definitions: [(recipe: Recipe, cell: DefinitionCell)] = []
    private(set) var error: IOCError?
    private let pool: [any Assembly]
    private var replacements: [ObjectIdentifier: DefinitionClosure] = [:]

    /// - Parameters:
    ///   - roots: The assemblies to start from.
    ///   - pool: Assemblies to use in place of those that collaborators would make.
    init(_ roots: [AssemblyMembers], pool: [any Assembly]) {
        self.pool = pool
        for root in roots { add(root.assembly, root) }
        for assembly in pool { add(assembly) }
        findCollaborators(madeFrom: members.count)
        for collaborator in members.flatMap(\.collaborators) { bind(collaborator) }
        for members in members { declare(members.assembly, members) }
    }

    var assemblies: [any Assembly] { members.map(\.assembly) }

    private mutating func add(_ assembly: any Assembly, _ known: AssemblyMembers? = nil) {
        if members.contains(where: { $0.assembly === assembly }) { return }
        members.append(known ?? AssemblyMembers(of: assembly))
    }

    private mutating func findCollaborators(madeFrom count: Int) {
        var next = 0
        while next < members.count {
            for collaborator in members[next].collaborators where !assemblies.contains(where: collaborator.accepts) {
                add(collaborator.type.init())
            }
            next += 1
        }
        let needless = assemblies.indices.dropFirst(count).filter { index in
            let type = type(of: assemblies[index])
            return assemblies.contains {
                Swift.type(of: $0) != type && TypeIdentity.inherits(Swift.type(of: $0), from: type)
            }
        }
        for index in needless.reversed() { members.remove(at: index) }
    }

    private mutating func bind(_ collaborator: any AnyCollaboratorCell) {
        guard let target = choose(pool, for: collaborator) ?? choose(assemblies, for: collaborator) else { return }
        collaborator.bind(target)
        for (cell, replacement) in collaborator.replacements(in: target) {
            guard replacements.updateValue(replacement, forKey: ObjectIdentifier(cell)) != nil else { continue }
            let name =
                members.first { $0.assembly === target }?.definitions.first { $0.cell === cell }?.name
                ?? target.name(of: "?")
            add(Fault(.definitionReplacedTwice(name: name), at: .source(collaborator.location)))
        }
    }

    /// The only assembly that fits, or that is of exactly the class.
    private mutating func choose(_ field: [any Assembly], for collaborator: any AnyCollaboratorCell) -> (any Assembly)?
    {
        let fitting = field.filter(collaborator.accepts)
        if fitting.count < 2 { return fitting.first }
        if let exact = fitting.first(where: { type(of: $0) == collaborator.type }) { return exact }
        let names = Set(fitting.map { TypeName.qualified(type(of: $0)) }).ordered()
        if names.count > 1 {
            let kind = Fault.Kind.collaboratorAmbiguous(
                type: TypeName.qualified(collaborator.type), assemblies: names)
            add(Fault(kind, at: .source(collaborator.location)))
        }
        return fitting.first
    }

    private mutating func declare(_ assembly: any Assembly, _ members: AssemblyMembers) {
        let owner = OwnerReference(assembly)
        let found = members.definitions
        declarations.reserveCapacity(definitions.count + found.count)
        definitions.reserveCapacity(definitions.count + found.count)
        for (place, (key, name, cell)) in found.enumerated() {
            if let first = cell.claim(assembly, owner, at: place) {
                add(Fault(.definitionUsedTwice(first: first, second: name)))
                continue
            }
            do {
                let replacement = replacements.isEmpty ? nil : replacements[ObjectIdentifier(cell)]
                let definition = try cell.definition(
                    of: assembly, key: key, name: name, number: definitions.count, replacement: replacement)
                guard let definition else { continue }
                declarations.append(definition.declaration)
                definitions.append((.definition(definition.template, of: owner), cell))
            } catch let fault as IOCError {
                error = IOCError((error?.faults ?? []) + fault.faults)
            } catch {}
        }
    }

    private mutating func add(_ fault: Fault) { error = IOCError((error?.faults ?? []) + [fault]) }
}
