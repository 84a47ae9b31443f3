import IOCModel
import IOCPlan
import IOCSource

/// Which types of the sources inherit from and conform to which, generic arguments followed.
struct TypeGraph: Sendable {
    /// A class or protocol that may stand behind a colon.
    enum Key: Hashable, Sendable {
        /// A type of the sources, with its generic arguments.
        case declared(Int, [TypeSyntax])
        /// A type that the sources only name.
        case external(String)
    }

    let index: ProjectIndex
    /// For each type everything it certainly inherits from and conforms to, itself left out.
    private(set) var ancestors: [Set<Key>] = []
    /// For each type what else it may inherit from and conform to, and what that hangs on.
    private(set) var possible: [[Key: String]] = []
    /// For each class its superclass, where the sources declare it.
    private(set) var superclasses: [Key?] = []
    /// The classes by name.
    let names: ClassIndex
    /// What extensions in the sources make types of other modules conform to, by the types' names.
    private(set) var foreign: [String: Set<Key>] = [:]
    /// Modules that the sources import and that are not among them.
    let unseenModules: Set<String>

    init(_ index: ProjectIndex) {
        self.index = index
        let own = Set(index.modules.compactMap(\.self))
        unseenModules = Set(index.files.flatMap { $0.imports.map(\.module) }).subtracting(own)
            .subtracting(StandardTypes.modules)
        let direct = index.types.indices.map { Self.direct($0, index) }
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
            index.types.enumerated().filter(\.element.isClass).map { number, type in
                (number, ClassName(qualified: type.qualifiedName, simple: type.simpleName))
            })
    }

    // MARK: Asking

    /// The names of all classes, in full and without module and outer types.
    var classNames: [String] {
        index.types.filter(\.isClass).flatMap { [$0.qualifiedName, $0.simpleName] }
    }

    /// Whether a type is a component, by its own or an inherited conformance.
    func isComponent(_ number: Int) -> Bool { conforms(number, toContainerProtocol: "IOCComponent") == .yes }

    /// Whether a type conforms to a protocol of the container's.
    func conforms(_ number: Int, toContainerProtocol name: String) -> Answer {
        func isIt(_ key: Key) -> Bool {
            switch key {
            case .declared(let other, _): index.types[other].qualifiedName == "IOC.\(name)"
            case .external(let other): other == name || other == "IOC.\(name)"
            }
        }
        if ancestors[number].contains(where: isIt) { return .yes }
        if let doubt = possible[number].first(where: { isIt($0.key) })?.value { return .open(doubt) }
        return hasUnseenSupertypes(number) ? .open("its supertypes are not in the sources") : .no
    }

    /// Whether what a definition promises conforms to a protocol of the container's.
    func fits(_ promised: WantedType?, toContainerProtocol name: String) -> Bool {
        guard case .nominal(let key)? = promised?.form else { return false }
        switch key {
        case .declared(let number, _):
            return index.types[number].qualifiedName == "IOC.\(name)"
                || conforms(number, toContainerProtocol: name) == .yes
        case .external(let other): return other == name
        }
    }

    /// Whether what a type conforms to can't be told, as it has supertypes outside the sources.
    func hasUnseenSupertypes(_ number: Int) -> Bool {
        ancestors[number].union(possible[number].keys).contains {
            if case .external(let name) = $0 { !Self.isKnown(name) } else { false }
        }
    }

    /// Everything that a type with given generic arguments inherits from and conforms to.
    func ancestors(of number: Int, _ arguments: [TypeSyntax]) -> Set<Key> {
        guard !arguments.isEmpty else { return ancestors[number] }
        let replacements = replacements(number, arguments)
        return Set(ancestors[number].map { Self.substituting(replacements, in: $0) })
    }

    /// A class's superclasses in the sources and the class itself, the topmost first, each with its generic arguments.
    func lineage(of number: Int, _ arguments: [TypeSyntax] = []) -> [(number: Int, arguments: [TypeSyntax])] {
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

    /// Whether a canonical name means a type of the container's, not one of the project's own.
    func isContainers(_ name: String, _ components: [TypeSyntax.Component], file: Int) -> Bool {
        switch key(components.map { TypeSyntax.Component($0.name) }, file: file) {
        case .declared(let number, _):
            ["IOC.\(name)", "IOCConfiguration.\(name)"].contains(index.types[number].qualifiedName)
        case .external(let other): other == name || other == "IOC.\(name)"
        }
    }

    /// Whether a canonical name means a type that the sources don't declare.
    func isForeign(_ components: [TypeSyntax.Component], file: Int) -> Bool {
        if case .external = key(components, file: file) { true } else { false }
    }

    /// Where a type is declared.
    func location(of number: Int) -> SourceLocation {
        let main = index.types[number].main
        return index.location(main.declaration.position, file: main.file)
    }

    /// What a type's generic parameters stand for.
    func replacements(_ number: Int, _ arguments: [TypeSyntax]) -> [String: TypeSyntax] {
        Self.replacements(number, arguments, index)
    }

    /// The key of a canonical name.
    func key(_ components: [TypeSyntax.Component], file: Int) -> Key { Self.key(components, file: file, index) }

    /// Whether a name belongs to the language, so that nothing of the program hides behind it.
    static func isKnown(_ name: String) -> Bool { StandardTypes.names.contains(name) }

    // MARK: Building

    /// Something that stands behind a colon, and what it hangs on whether it does.
    private struct Edge {
        var key: Key
        var doubt: String?
    }

    private static func direct(_ number: Int, _ index: ProjectIndex) -> [Edge] {
        let type = index.types[number]
        let written = (type.parts + type.branches).flatMap { part -> [Edge] in
            let hasDoubt = part.declaration.kind == .extension || !type.branches.isEmpty
            let doubt = hasDoubt ? doubt(of: part.declaration) : nil
            // The annotation adds the conformance.
            let isAnnotated = index.annotation(of: number) != nil && part.declaration == type.main.declaration
            return (part.declaration.inheritedTypes.map(\.text) + (isAnnotated ? ["IOCComponent"] : [])).flatMap {
                keys(of: $0, in: type.outerScope(part), index)
            }.map { Edge(key: $0, doubt: doubt) }
        }
        let implied: [String] =
            switch type.main.declaration.kind {
            case .actor: ["Actor"]
            case .class: ["AnyObject"]
            default: []
            }
        return written + implied.map { Edge(key: .external($0), doubt: nil) }
    }

    /// What the conformances that a declaration writes hang on; a type's own condition is that of all of it.
    private static func doubt(of declaration: TypeDeclaration) -> String? {
        let requirement = declaration.kind == .extension ? declaration.genericWhereClause : nil
        return declaration.condition.map { "'#if \($0)'" } ?? requirement.map { "'where \($0)'" }
    }

    private static func superclass(_ number: Int, _ index: ProjectIndex) -> Key? {
        let type = index.types[number]
        guard type.main.declaration.kind == .class, let first = type.main.declaration.inheritedTypes.first else {
            return nil
        }
        // An alias may stand for a class and protocols together.
        return keys(of: first.text, in: type.outerScope(type.main), index).first { key in
            guard case .declared(let other, _) = key else { return false }
            return index.types[other].main.declaration.kind == .class
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
        _ edges: [Edge], _ direct: [[Edge]], _ index: ProjectIndex
    ) -> (certain: Set<Key>, possible: [Key: String]) {
        func walk(_ edges: [Edge], _ follows: (Edge) -> Bool) -> [Key: String?] {
            var found: [Key: String?] = [:]
            var queue = edges.filter(follows)
            while let next = queue.popLast(), found.count < 4096 {
                guard found.updateValue(next.doubt, forKey: next.key) == nil else { continue }
                switch next.key {
                case .declared(let other, let arguments):
                    let replacements = replacements(other, arguments, index)
                    queue += direct[other].filter(follows).map {
                        Edge(key: substituting(replacements, in: $0.key), doubt: next.doubt ?? $0.doubt)
                    }
                case .external(let name):
                    queue += StandardTypes.refined(by: name).map { Edge(key: .external($0), doubt: next.doubt) }
                }
            }
            return found
        }
        let certain = Set(walk(edges) { $0.doubt == nil }.keys)
        guard edges.contains(where: { $0.doubt != nil }) || direct.contains(where: { $0.contains { $0.doubt != nil } })
        else { return (certain, [:]) }
        let possible = walk(edges) { _ in true }.filter { !certain.contains($0.key) }.mapValues { $0 ?? "a condition" }
        return (certain, possible)
    }

    private static func replacements(
        _ number: Int, _ arguments: [TypeSyntax], _ index: ProjectIndex
    ) -> [String: TypeSyntax] {
        let names = index.types[number].generics.flatMap { $0 }.map(\.plainName)
        return Dictionary(zip(names, arguments)) { _, inner in inner }
    }

    private static func substituting(_ replacements: [String: TypeSyntax], in key: Key) -> Key {
        guard case .declared(let number, let arguments) = key, !arguments.isEmpty, !replacements.isEmpty else {
            return key
        }
        return .declared(number, arguments.map { $0.substituting(replacements) })
    }
}
