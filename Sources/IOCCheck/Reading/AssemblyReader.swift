import IOCModel
import IOCSource

/// Reads what assemblies define, and what the assemblies they work with do.
///
/// 1. Stored properties are members, those of superclasses first; optionals where their value is written, and what is `Any`
///    by its value. Lazy ones, and those that hold members in an array, a dictionary or a tuple, are faults.
/// 2. A collaborator is an assembly of its class, or of a subclass, that is there, whichever is found first; else one more.
/// 3. Of several assemblies that a collaborator may be, the one of exactly its class is; each definition is replaced once.
/// 4. What a definition promises is the type it is declared with, else what its closure says it returns, else the class
///    whose initializer the closure calls, or the promise of the definition it returns. Otherwise it is left alone.
struct AssemblyReader {
    let graph: TypeGraph
    private let types: WantedTypes
    private(set) var definitions: [SourceDefinition] = []
    private(set) var faults: [Fault] = []
    /// The parts left alone.
    private(set) var notes: [SourceDiagnostic] = []
    /// Members that may be definitions of anything.
    private(set) var unreadMembers: [String] = []
    /// The numbers of the assemblies, those that are named first.
    private(set) var assemblies: [Int] = []
    /// The definitions that collaborators replace.
    private var replaced: Set<DefinitionKey> = []

    /// A definition by its assembly and its property.
    private struct DefinitionKey: Hashable {
        var assembly: Int
        var key: String
    }

    /// - Parameter roots: The numbers of the assemblies' classes, one for each time that an assembly is named.
    init(_ roots: [Int], graph: TypeGraph, types: WantedTypes) {
        self.graph = graph
        self.types = types
        assemblies = roots
        var done = 0
        while done < assemblies.count {
            for member in members(of: assemblies[done]) where isCollaborator(member) { collaborate(member) }
            done += 1
        }
        let found = Set(assemblies)
        let made = assemblies.dropFirst(roots.count).filter { base in
            !found.contains { $0 != base && graph.inheritanceChain(of: $0).contains { $0.number == base } }
        }
        assemblies = roots + made
        for assembly in assemblies {
            for member in members(of: assembly) where member.kind == "Collaborator" { bind(member) }
        }
        for assembly in assemblies {
            for member in members(of: assembly) { read(member, of: assembly) }
        }
    }

    /// A stored property of an assembly.
    struct Member {
        var property: PropertyDeclaration
        var part: DeclaredType.Part
        var scope: IOCSource.Scope
        var chain: DefinitionChain?
        /// `Definition`, `Collaborator` or `AbstractDefinition`, with the generic arguments that are written.
        var kind: String?
        var generics: [TypeSyntax] = []
        /// True if the written type says as little as `Any` does, so that the value decides.
        var isErased = false
        /// True if the written type is an optional.
        var isOptional = false
        /// True if definitions or collaborators stand in an array, a dictionary or a tuple.
        var isEnclosing = false

        /// True if it is written to be a definition or a collaborator.
        var isMember: Bool { kind == "Definition" || kind == "Collaborator" }
        /// True if it certainly has a value: an optional whose value is not written may have none.
        var isThere: Bool { chain != nil || !isOptional }

        /// Takes the initial value's own type.
        mutating func readValue(in graph: TypeGraph) {
            guard let chain else { return }
            generics = chain.generics.map { graph.index.canonical($0, in: scope) }
            let isStatic = ["value", "option", "component"].contains(chain.root.name)
            kind = isStatic ? chain.type : chain.root.name
        }

        /// Takes what a written type says, through optionals.
        mutating func read(_ written: TypeSyntax, in graph: TypeGraph) {
            switch written.withoutAttributes {
            case .optional(let wrapped):
                isOptional = true
                read(wrapped, in: graph)
            case .named(let components):
                guard let last = components.last, last.name != "Any" else {
                    isErased = true
                    return readValue(in: graph)
                }
                kind = last.name
                generics = last.arguments
            case .any(.named(let components)) where components.last?.name == "Sendable":
                isErased = true
                readValue(in: graph)
            case let type: isEnclosing = AssemblyReader.encloses(type)
            }
        }
    }

    private static let memberKinds: Set = ["Definition", "Define", "Collaborator"]

    /// True if values of a written type are definitions or collaborators, or have them in arrays, dictionaries or tuples.
    private static func encloses(_ type: TypeSyntax) -> Bool {
        switch type.withoutAttributes {
        case .named(let components): components.suffix(1).contains { memberKinds.contains($0.name) }
        case .optional(let inner), .array(let inner), .dictionary(_, let inner): encloses(inner)
        case .tuple(let elements): elements.contains { encloses($0.type) }
        default: false
        }
    }

    /// True if an expression is a definition or a collaborator, or has one in a literal.
    private static func encloses(_ value: ExpressionSyntax) -> Bool {
        switch value.form {
        case .array(let elements): elements.contains(where: encloses)
        case .dictionary(let entries): entries.contains { encloses($0.value) }
        case .call: DefinitionChain(value).map { !memberKinds.isDisjoint(with: [$0.root.name, $0.type]) } ?? false
        default: false
        }
    }

    // MARK: Members

    func members(of assembly: Int) -> [Member] {
        graph.inheritanceChain(of: assembly).flatMap { number, _ -> [Member] in
            let type = graph.index.types[number]
            let scope = type.scope(type.main)
            return type.main.declaration.properties.filter { !$0.isStatic && !$0.isComputed }.map { property in
                var member = Member(property: property, part: type.main, scope: scope)
                member.chain = property.initialValue.flatMap { DefinitionChain(ExpressionSyntax($0.text)) }
                if let written = property.type {
                    member.read(graph.index.canonical(TypeSyntax(written.text), in: scope), in: graph)
                } else {
                    member.readValue(in: graph)
                    let value = property.initialValue.map { ExpressionSyntax($0.text) }
                    if member.chain == nil, let value { member.isEnclosing = Self.encloses(value) }
                }
                if member.kind == "Define" {
                    // A definition of this very assembly.
                    member.kind = "Definition"
                    if !member.generics.isEmpty {
                        member.generics.insert(graph.index.canonical(TypeSyntax(type.simpleName), in: scope), at: 0)
                    }
                }
                return member
            }
        }
    }

    private func isCollaborator(_ member: Member) -> Bool {
        member.kind == "Collaborator" && !member.property.modifiers.contains("lazy") && member.isThere
    }

    private func location(_ member: Member) -> SourceLocation {
        graph.index.location(member.property.position, file: member.part.file)
    }

    /// - Parameter name: The name of a member that may be a definition of anything.
    private mutating func note(_ member: Member, _ text: String, unread name: String? = nil) {
        notes.append(.note(at: location(member), text))
        if let name { unreadMembers.append(name) }
    }

    private mutating func read(_ member: Member, of assembly: Int) {
        let isLazy = member.property.modifiers.contains("lazy")
        if member.isEnclosing || member.isMember && isLazy {
            let name = "\(graph.index.types[assembly].qualifiedName).\(member.property.name)"
            return report(.definitionNotStored(name: name, isLazy: isLazy), of: member)
        }
        switch member.kind {
        case "Definition" where member.isThere: define(member, of: assembly)
        case "Collaborator" where member.isThere: break
        case "AbstractDefinition": break
        default:
            guard mayBeDefinition(member) else { return }
            let label = "\(graph.index.types[assembly].simpleName).\(member.property.name)"
            note(
                member,
                member.isMember
                    ? "whether \(label) is there can't be told: its value is not written"
                    : "whether \(label) is a definition can't be told: its type is not written", unread: label)
        }
    }

    /// True if an unwritten type may be that of a definition, or an optional be one: what no literal, class or closure makes.
    private func mayBeDefinition(_ member: Member) -> Bool {
        guard member.property.type == nil || member.isErased || member.isMember else { return false }
        // The assignments of an initializer are not read.
        guard let text = member.property.initialValue else { return member.property.type != nil }
        let value = ExpressionSyntax(text.text)
        if value.form == .none { return !member.property.isLet }
        switch value.form {
        case .call(let function, _):
            if case .nominal? = constructed(function, in: member.scope)?.form { return false }
            let name = function.callee?.name ?? ""
            return name.first?.isLowercase ?? true
        case .name, .member, .other: return true
        default: return false
        }
    }

    private mutating func collaborate(_ member: Member) {
        guard let target = collaborator(member) else {
            let name = member.property.name
            return note(
                member, "the collaborator \(name) is left alone: its assembly is not in the sources", unread: name)
        }
        if !assemblies.contains(where: { graph.inheritanceChain(of: $0).contains { $0.number == target } }) {
            assemblies.append(target)
        }
    }

    /// Finds the assembly that a collaborator is, and what it replaces there.
    private mutating func bind(_ member: Member) {
        guard let type = collaborator(member) else { return }
        let fitting = assemblies.filter { assembly in
            graph.inheritanceChain(of: assembly).contains { $0.number == type }
        }
        let target = fitting.contains(type) ? type : fitting.first
        if target != type {
            let names = Set(fitting.map { graph.index.types[$0].qualifiedName }).sorted()
            if names.count > 1 {
                let name = graph.index.types[type].qualifiedName
                report(.collaboratorAmbiguous(type: name, assemblies: names), of: member)
            }
        }
        guard let target else { return }
        guard let chain = member.chain else {
            return note(
                member, "what the collaborator \(member.property.name) replaces can't be told: it has no value here")
        }
        for replacement in chain.modifiers("replace") {
            guard let path = replacement.arguments.first?.value.text, path.hasPrefix("\\"),
                let key = path.split(separator: ".").last.map(String.init)
            else {
                note(member, "what the collaborator \(member.property.name) replaces is no plain key path: left alone")
                continue
            }
            guard !replaced.insert(DefinitionKey(assembly: target, key: key)).inserted else { continue }
            let name = "\(graph.index.types[target].qualifiedName).\(key)"
            report(.definitionReplacedTwice(name: name), of: member)
        }
    }

    /// Tells a fault of a member; where that may not be there, it is a note.
    private mutating func report(_ kind: Fault.Kind, of member: Member) {
        let fault = Fault(kind, at: .source(location(member)))
        guard let condition = member.property.condition else { return faults.append(fault) }
        notes.append(
            .note(
                at: location(member), "\(fault.headline): left alone, as it hangs on '#if \(condition)'",
                code: fault.code.rawValue))
    }

    // MARK: Definitions

    private mutating func define(_ member: Member, of assembly: Int) {
        let closure = member.chain?.root.arguments.closure
        let owner =
            member.generics.first
            ?? closure?.parameters.first?.type.map {
                graph.index.canonical($0, in: member.scope)
            }
        if case .named(let components)? = owner,
            case .declared(let number, _) = graph.key(components, file: member.scope.file),
            !graph.inheritanceChain(of: assembly).contains(where: { $0.number == number })
        {
            // A definition for another kind of assembly is none of this one's.
            return
        }
        var definition = SourceDefinition(assembly: assembly, key: member.property.name, location: location(member))
        definition.condition = member.property.condition
        definition.promised = promise(of: member, in: assembly, depth: 0)
        definition.needsArguments =
            member.generics.isEmpty ? (closure?.parameters.count ?? 1) > 1 : member.generics.count > 2
        let traits = member.chain?.modifiers("traits").flatMap(\.arguments).map(\.value) ?? []
        let reader = TraitReader(graph: graph, types: types)
        definition.traits = reader.read(traits, in: member.scope, at: definition.location)
        let isReplaced = replaced.contains(DefinitionKey(assembly: assembly, key: definition.key))
        if case .nominal(.declared(let number, _))? = definition.promised?.form, let root = member.chain?.root {
            definition.isMadeByType =
                !isReplaced && root.arguments.closure == nil
                && ["Definition", "Define", "init", "component"].contains(root.name)
            if root.name == "component" {
                definition.declaringType = number
                definition.traits = reader.ownTraits(of: number).followed(by: definition.traits)
            }
        }
        if member.chain == nil { definition.traits.unread.append(definition.location) }
        switch scope(of: member, in: assembly, depth: 0) {
        case .said(let scope): definition.scope = scope
        case .unread: definition.isScopeUnread = true
        case .circle:
            let name = definition.promised?.written ?? definition.key
            faults.append(Fault(.abstractParentCycle(name: name), at: .source(definition.location)))
            return
        }
        if member.chain?.root.name == "option", !isReplaced {
            definition.choice = member.chain.flatMap { SourceChoice($0.root.arguments) }
        }
        let label = "\(graph.index.types[assembly].simpleName).\(definition.key)"
        if definition.promised == nil {
            note(member, "what \(label) makes can't be told: a declared type would say it")
        }
        if definition.isScopeUnread || !definition.traits.unread.isEmpty {
            note(member, "scope or traits of \(label) are no literals: left alone")
        }
        definitions.append(definition)
    }

    private enum ScopeReading {
        case said(ScopeFacts?)
        case unread
        case circle
    }

    /// The scope that a definition or a parent of it says.
    private func scope(of member: Member, in assembly: Int, depth: Int) -> ScopeReading {
        if depth > 64 { return .circle }
        guard let chain = member.chain else { return .said(nil) }
        if ["value", "component"].contains(chain.root.name) { return .said(.singleton) }
        var said: ScopeFacts?
        if chain.root.name != "option" {
            let isAbstract = chain.root.name == "AbstractDefinition"
            let written = chain.root.arguments.first { argument in
                isAbstract ? argument.label == "scope" : argument.label == nil && argument.value.closure == nil
            }
            if let written {
                guard let scope = TraitReader(graph: graph, types: types).scope(written.value) else { return .unread }
                said = scope
            }
        }
        let arguments = chain.modifiers("parent").last?.arguments
        guard let parent = arguments?.first?.value.text else { return .said(said) }
        func key(_ path: String) -> String { String(path.split(separator: ".").last ?? "") }
        var home = assembly
        if let other = arguments?.first(where: { $0.label == "of" }) {
            guard let target = collaborator(key(other.value.text), of: assembly) else { return .unread }
            home = target
        }
        guard let above = members(of: home).last(where: { $0.property.name == key(parent) }) else { return .unread }
        switch scope(of: above, in: home, depth: depth + 1) {
        case .said(let inherited): return .said(said ?? inherited)
        case let other: return other
        }
    }

    // MARK: Collaborators

    func collaborator(_ key: String, of assembly: Int) -> Int? {
        guard let member = members(of: assembly).last(where: { $0.property.name == key }),
            member.kind == "Collaborator"
        else { return nil }
        return collaborator(member)
    }

    /// The number of the assembly that a collaborator names.
    private func collaborator(_ member: Member) -> Int? {
        let written =
            member.generics.first
            ?? member.chain?.root.arguments.first?.value.metatype.map {
                graph.index.canonical(TypeSyntax($0), in: member.scope)
            }
        guard case .named(let components)? = written,
            case .declared(let target, _) = graph.key(components, file: member.scope.file)
        else { return nil }
        return target
    }
}
