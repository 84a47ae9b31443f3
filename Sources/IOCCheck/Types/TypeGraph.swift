import IOCModel
import IOCPlan
import IOCSource

/// The types of the sources with their superclasses and protocols, generic arguments followed.
struct TypeGraph: Sendable {
    /// A class or protocol that may stand behind a colon.
    enum Key: Hashable, Sendable {
        /// A type of the sources, with its generic arguments.
        case declared(Int, [TypeSyntax])
        /// A type that the sources only name.
        case external(String)
    }

    let index: ProjectIndex
    private let direct: [[Edge]]
    /// For each type everything it certainly inherits from and conforms to, itself left out.
    private(set) var ancestors: [Set<Key>] = []
    /// For each type what else it may inherit from and conform to, and what that hangs on.
    private(set) var possible: [[Key: String]] = []
    /// For each class its superclass, where the sources declare it.
    private(set) var superclasses: [Key?] = []
    /// The classes, and the values that are components, by name.
    private(set) var names = ClassIndex([])
    /// The conformances that extensions in the sources give types of other modules, by the types' names.
    private(set) var foreign: [String: Set<Key>] = [:]
    /// Modules that the sources import and that are not among them.
    var unseenModules: Set<String> { modules.unseen }
    let modules: ModuleGraph

    /// - Parameters:
    ///   - index: The sources.
    ///   - plain: Modules that are known to have no components.
    init(_ index: ProjectIndex, plain: Set<String> = []) {
        self.index = index
        modules = ModuleGraph(index, plain: plain)
        let direct = index.types.indices.map { Self.direct($0, index) }
        self.direct = direct
        superclasses = index.types.indices.map { Self.superclass($0, index) }
        let closures = index.types.indices.map { Self.closure(direct[$0], direct, index) }
        ancestors = closures.map(\.certain)
        possible = closures.map(\.possible)
        for (file, source) in index.files.enumerated() {
            for item in source.types where item.kind == .extension {
                let scope = Scope(file: file)
                guard case .external(let name)? = Self.keys(of: item.name, in: scope, index).first else { continue }
                let edges = item.inheritedTypes.flatMap { Self.keys(of: $0.text, in: scope, index) }
                    .map { Edge(key: $0, doubt: Self.doubt(of: item)) }
                let found = Self.closure(edges, direct, index)
                foreign[name, default: []].formUnion(found.certain.union(found.possible.keys))
            }
        }
        names = ClassIndex(
            index.types.indices.filter { mayBeListed($0) }.map { number in
                let type = index.types[number]
                return (number, ClassName(qualified: type.qualifiedName, simple: type.simpleName))
            })
    }

    // MARK: Asking

    /// True for a class, and for a structure or an enumeration that is a component.
    func mayBeListed(_ number: Int) -> Bool {
        index.types[number].isClass || isConstructed(number)
    }

    /// True if a type says in code how it is made; a protocol asks that of others.
    func isConstructed(_ number: Int) -> Bool {
        !index.types[number].isProtocol && conforms(number, toContainerProtocol: "ConstructedComponent") == .yes
    }

    /// The structures and enumerations that may be components by supertypes outside the sources.
    var openValues: [Int] {
        index.types.indices.filter { number in
            guard !index.types[number].isClass, !index.types[number].isProtocol, case .open = verdict(of: number)
            else { return false }
            return true
        }
    }

    /// The names of all classes and of the values that are components, in full and without module and outer types.
    var classNames: [String] {
        index.types.indices.filter(mayBeListed).map { index.types[$0] }.flatMap { [$0.qualifiedName, $0.simpleName] }
    }

    /// Returns true if a type is a component, by its own or an inherited conformance.
    func isComponent(_ number: Int) -> Bool { verdict(of: number) == .yes }

    /// Answers whether a type is a component, as far as its supertypes tell.
    func verdict(of number: Int) -> Answer {
        if isConstructed(number) { return .yes }
        return conforms(
            number, toContainerProtocol: index.types[number].isClass ? "IOCComponent" : "ConstructedComponent")
    }

    /// Returns true if a type conforms to a protocol of the container's.
    func conforms(_ number: Int, toContainerProtocol name: String) -> Answer {
        isBelow(number) { isContainers(name, $0) }
    }

    /// Returns true if a type inherits from or conforms to something.
    func isBelow(_ number: Int, _ isIt: (Key) -> Bool) -> Answer {
        if ancestors[number].contains(where: isIt) { return .yes }
        if let doubt = possible[number].first(where: { isIt($0.key) })?.value { return .open(doubt) }
        return hasUnseenSupertypes(number) ? .open("its supertypes are not in the sources") : .no
    }

    /// Returns true if what a definition promises conforms to a protocol of the container's.
    func fits(_ promised: WantedType?, toContainerProtocol name: String) -> Bool {
        guard case .nominal(let key)? = promised?.form else { return false }
        if case .declared(let number, _) = key, conforms(number, toContainerProtocol: name) == .yes { return true }
        return isContainers(name, key)
    }

    /// Returns true if what a type conforms to can't be told, as it has supertypes outside the sources.
    func hasUnseenSupertypes(_ number: Int) -> Bool {
        ancestors[number].union(possible[number].keys).contains {
            if case .external(let name) = $0 { !Self.isKnown(name) } else { false }
        }
    }

    /// Returns true if a name is an alias that conditions give several meanings.
    func isOpenAlias(_ key: Key) -> Bool {
        if case .external(let name) = key { index.openAliases.contains(name) } else { false }
    }

    /// The supertypes of a type with given generic arguments, the possible ones among them.
    func ancestry(
        of number: Int, _ arguments: [TypeSyntax]
    ) -> (certain: Set<Key>, possible: [Key: String]) {
        guard !arguments.isEmpty else { return (ancestors[number], possible[number]) }
        return Self.closure(direct[number], direct, index, replacements(number, arguments))
    }

    /// A class's superclasses in the sources and the class itself, the topmost first, each with its generic arguments.
    func inheritanceChain(of number: Int, _ arguments: [TypeSyntax] = []) -> [(number: Int, arguments: [TypeSyntax])] {
        var result: [(number: Int, arguments: [TypeSyntax])] = [(number, arguments)]
        let own = replacements(number, arguments)
        var next = superclasses[number].map { Self.substituting(own, in: $0) }
        while case .declared(let ancestor, let arguments)? = next, result.count < 256 {
            result.append((ancestor, arguments))
            let replacements = replacements(ancestor, arguments)
            next = superclasses[ancestor].map { Self.substituting(replacements, in: $0) }
        }
        return result.reversed()
    }

    /// Returns true if a canonical name means a type of the container's, not one of the project's own.
    func isContainers(_ name: String, _ components: [TypeSyntax.Component], file: Int) -> Bool {
        isContainers(name, key(components.map { TypeSyntax.Component($0.name) }, file: file))
    }

    /// Returns true if a key means a type of the container's.
    func isContainers(_ name: String, _ key: Key) -> Bool {
        switch key {
        case .declared(let number, _):
            ["IOC.\(name)", "IOCConfiguration.\(name)"].contains(index.types[number].qualifiedName)
        case .external(let other): other == name || other == "IOC.\(name)"
        }
    }

    /// Returns true if a canonical name means a type that the sources don't declare.
    func isForeign(_ components: [TypeSyntax.Component], file: Int) -> Bool {
        if case .external = key(components, file: file) { true } else { false }
    }

    /// Where a type is declared.
    func location(of number: Int) -> SourceLocation {
        let main = index.types[number].main
        return index.location(main.declaration.position, file: main.file)
    }

    /// The generic arguments of a type.
    func replacements(_ number: Int, _ arguments: [TypeSyntax]) -> [String: TypeSyntax] {
        Self.replacements(number, arguments, index)
    }

    /// The key of a canonical name.
    func key(_ components: [TypeSyntax.Component], file: Int) -> Key { Self.key(components, file: file, index) }

    /// Returns true if a name belongs to the language, so that nothing of the program hides behind it.
    static func isKnown(_ name: String) -> Bool { StandardTypes.names.contains(name) }

    // MARK: Building

    /// Something that stands behind a colon, and what it hangs on whether it does.
    private struct Edge {
        var key: Key
        var doubt: String?
        /// The requirements on generic arguments.
        var requirements: [TypeRequirement] = []
    }

    private static func direct(_ number: Int, _ index: ProjectIndex) -> [Edge] {
        let type = index.types[number]
        let written = (type.parts + type.branches).flatMap { part -> [Edge] in
            let isExtension = part.declaration.kind == .extension
            // A type's own condition is that of all of it.
            let doubt =
                isExtension || !type.branches.isEmpty ? part.declaration.condition.map { "'#if \($0)'" } : nil
            let requirements =
                isExtension
                ? TypeRequirement.all(in: part.declaration.genericWhereClause, scope: type.scope(part), index) : []
            // The annotation adds the conformance, in the branch of a condition that has it.
            let isAnnotated = index.annotation(of: part, type) != nil
            let added = isAnnotated ? AnnotatedMaking(part.declaration).protocols(of: part.declaration) : []
            return (part.declaration.supertypes + added).flatMap {
                keys(of: $0, in: type.outerScope(part), index)
            }.map { Edge(key: $0, doubt: doubt, requirements: requirements) }
        }
        let implied: [String] =
            switch type.main.declaration.kind {
            case .actor: ["Actor"]
            case .class: ["AnyObject"]
            default: []
            }
        return written + implied.map { Edge(key: .external($0), doubt: nil) }
    }

    /// The conditions of the conformances that an extension of another module's type writes.
    private static func doubt(of declaration: TypeDeclaration) -> String? {
        declaration.condition.map { "'#if \($0)'" } ?? declaration.genericWhereClause.map { "'where \($0)'" }
    }

    /// An edge with generic parameters replaced; nil where its requirements don't hold.
    private static func resolved(
        _ edge: Edge, _ replacements: [String: TypeSyntax], _ direct: [[Edge]], _ index: ProjectIndex
    ) -> Edge? {
        var edge = edge
        edge.key = substituting(replacements, in: edge.key)
        for requirement in edge.requirements {
            switch requirement.holds(replacements, index, conforms: { conforms($0, to: $1, direct, index) }) {
            case .yes: continue
            case .no: return nil
            case .open(let reason): edge.doubt = edge.doubt ?? reason
            }
        }
        return edge
    }

    /// Returns true if a type that a generic parameter stands for conforms to a protocol.
    private static func conforms(_ key: Key, to wanted: Key, _ direct: [[Edge]], _ index: ProjectIndex) -> Bool? {
        switch key {
        case .external(let name): return StandardTypes.conforms(name, to: wanted)
        case .declared(let number, _):
            let found = closure(direct[number].filter(\.requirements.isEmpty), direct, index)
            if found.certain.contains(wanted) || key == wanted { return true }
            let isWhole = found.possible.isEmpty && direct[number].allSatisfy(\.requirements.isEmpty)
            let isSeen = found.certain.allSatisfy { if case .external(let name) = $0 { isKnown(name) } else { true } }
            return isWhole && isSeen ? false : nil
        }
    }

    private static func superclass(_ number: Int, _ index: ProjectIndex) -> Key? {
        let type = index.types[number]
        guard let first = type.main.declaration.inheritedTypes.first else { return nil }
        // An alias may stand for a class and protocols together.
        return keys(of: first.text, in: type.outerScope(type.main), index).first { key in
            guard case .declared(let other, _) = key else { return false }
            return index.types[other].main.declaration.kind == .class
        }
    }

    /// The key of a canonical type; nil where it is no plain name.
    static func key(of type: TypeSyntax, file: Int, _ index: ProjectIndex) -> Key? {
        switch type.withoutAttributes {
        case .named(let components), .any(.named(let components)): key(components, file: file, index)
        default: nil
        }
    }

    private static func keys(of text: String, in scope: Scope, _ index: ProjectIndex) -> [Key] {
        (TypeSyntax(text).withoutAttributes.conjuncts ?? []).flatMap { name in
            (index.canonical(name, in: scope).conjuncts ?? []).compactMap { part in
                guard case .named(let components) = part else { return nil }
                return key(components, file: scope.file, index)
            }
        }
    }

    private static func key(_ components: [TypeSyntax.Component], file: Int, _ index: ProjectIndex) -> Key {
        var names = components.map(\.name)
        if let number = index.number(of: names, from: Scope(file: file)) {
            let arguments = index.types[number].isProtocol ? [] : components.flatMap(\.arguments)
            return .declared(number, arguments)
        }
        if names.count > 1, index.files[file].imports.contains(where: { $0.module == names[0] }) || names[0] == "Swift"
        {
            names.removeFirst()
        }
        let arguments = components.flatMap(\.arguments).map(\.description)
        let list = arguments.isEmpty ? "" : "<\(arguments.joined(separator: ", "))>"
        return .external(names.joined(separator: ".") + list)
    }

    private static func closure(
        _ edges: [Edge], _ direct: [[Edge]], _ index: ProjectIndex, _ replacements: [String: TypeSyntax] = [:]
    ) -> (certain: Set<Key>, possible: [Key: String]) {
        let edges = edges.compactMap { resolved($0, replacements, direct, index) }
        func walk(_ edges: [Edge], _ follows: (Edge) -> Bool) -> [Key: String?] {
            var found: [Key: String?] = [:]
            var queue = edges.filter(follows)
            while let next = queue.popLast(), found.count < 4096 {
                guard found.updateValue(next.doubt, forKey: next.key) == nil else { continue }
                switch next.key {
                case .declared(let other, let arguments):
                    let replacements = self.replacements(other, arguments, index)
                    queue += direct[other].compactMap { resolved($0, replacements, direct, index) }.filter(follows)
                        .map { Edge(key: $0.key, doubt: next.doubt ?? $0.doubt) }
                case .external(let name):
                    queue += StandardTypes.refined(by: name).map { Edge(key: .external($0), doubt: next.doubt) }
                }
            }
            return found
        }
        let certain = Set(walk(edges) { $0.doubt == nil }.keys)
        let possible = walk(edges) { _ in true }.filter { !certain.contains($0.key) }.compactMapValues(\.self)
        return (certain, possible)
    }

    private static func replacements(
        _ number: Int, _ arguments: [TypeSyntax], _ index: ProjectIndex
    ) -> [String: TypeSyntax] {
        let names = index.types[number].generics.flatMap { $0 }.map(\.plainName)
        return Dictionary(zip(names, arguments)) { _, inner in inner }
    }

    private static func substituting(_ replacements: [String: TypeSyntax], in key: Key) -> Key {
        guard case .declared(let number, let arguments) = key else { return key }
        return .declared(number, arguments.map { $0.substituting(replacements) })
    }
}
