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
    /// For each type everything it inherits from and conforms to, itself left out.
    private(set) var ancestors: [Set<Key>] = []
    /// For each class its superclass, where the sources declare it.
    private(set) var superclasses: [Key?] = []
    private var qualifiedNames: [String: [Int]] = [:]
    private var simpleNames: [String: [Int]] = [:]
    /// What extensions in the sources make types of other modules conform to, by the types' names.
    private(set) var foreign: [String: Set<Key>] = [:]
    /// Modules that the sources import and that are not among them.
    let unseenModules: Set<String>

    init(_ index: ProjectIndex) {
        self.index = index
        let own = Set(index.modules.compactMap { $0 })
        unseenModules = Set(index.files.flatMap { $0.imports.map(\.module) }).subtracting(own)
        let direct = index.types.indices.map { Self.direct($0, index) }
        superclasses = index.types.indices.map { Self.superclass($0, index) }
        ancestors = index.types.indices.map { Self.closure(direct[$0], direct, index) }
        for (file, source) in index.files.enumerated() {
            for item in source.types where item.kind == .extension {
                let scope = Scope(file: file)
                guard case .external(let name)? = Self.keys(of: item.name, in: scope, index).first else { continue }
                let keys = item.inheritedTypes.flatMap { Self.keys(of: $0.text, in: scope, index) }
                foreign[name, default: []].formUnion(Self.closure(keys, direct, index))
            }
        }
        for (number, type) in index.types.enumerated() where type.isClass {
            qualifiedNames[type.qualifiedName, default: []].append(number)
            simpleNames[type.simpleName, default: []].append(number)
        }
    }

    // MARK: Asking

    /// The classes of a name: those it names in full, else those it names without module and outer types.
    func classes(named name: String) -> [Int] { qualifiedNames[name] ?? simpleNames[name] ?? [] }

    /// The names of all classes, in full and without module and outer types.
    var classNames: [String] {
        index.types.filter(\.isClass).flatMap { [$0.qualifiedName, $0.simpleName] }
    }

    /// Whether a type is a component, by its own or an inherited conformance.
    func isComponent(_ number: Int) -> Bool { conforms(number, toContainerProtocol: "IOCComponent") }

    /// Whether a type conforms to a protocol of the container's.
    func conforms(_ number: Int, toContainerProtocol name: String) -> Bool {
        ancestors[number].contains { key in
            switch key {
            case .declared(let other, _): index.types[other].qualifiedName == "IOC.\(name)"
            case .external(let other): other == name
            }
        }
    }

    /// Whether what a definition promises conforms to a protocol of the container's.
    func fits(_ promised: WantedType?, toContainerProtocol name: String) -> Bool {
        guard case .nominal(let key)? = promised?.form else { return false }
        switch key {
        case .declared(let number, _):
            return index.types[number].qualifiedName == "IOC.\(name)" || conforms(number, toContainerProtocol: name)
        case .external(let other): return other == name
        }
    }

    /// Whether what a type conforms to can't be told, as it has supertypes outside the sources.
    func hasUnseenSupertypes(_ number: Int) -> Bool {
        ancestors[number].contains { if case .external(let name) = $0 { !Self.isKnown(name) } else { false } }
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

    /// What a type's generic parameters stand for.
    func replacements(_ number: Int, _ arguments: [TypeSyntax]) -> [String: TypeSyntax] {
        Self.replacements(number, arguments, index)
    }

    /// The key of a canonical name.
    func key(_ components: [TypeSyntax.Component], file: Int) -> Key { Self.key(components, file: file, index) }

    /// Whether a name belongs to the language, so that nothing of the program hides behind it.
    static func isKnown(_ name: String) -> Bool { knownNames.contains(name) }

    // MARK: Building

    private static func direct(_ number: Int, _ index: ProjectIndex) -> [Key] {
        let type = index.types[number]
        return type.parts.flatMap { part in
            // The annotation adds the conformance.
            let added =
                index.annotation(of: number) == nil || part.declaration != type.main.declaration
                ? [] : ["IOCComponent"]
            return (part.declaration.inheritedTypes.map(\.text) + added).flatMap {
                keys(of: $0, in: type.outerScope(part), index)
            }
        }
    }

    private static func superclass(_ number: Int, _ index: ProjectIndex) -> Key? {
        let type = index.types[number]
        guard type.main.declaration.kind == .class, let first = type.main.declaration.inheritedTypes.first else {
            return nil
        }
        guard let key = keys(of: first.text, in: type.outerScope(type.main), index).first,
            case .declared(let other, _) = key, index.types[other].main.declaration.kind == .class
        else { return nil }
        return key
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

    private static func closure(_ keys: [Key], _ direct: [[Key]], _ index: ProjectIndex) -> Set<Key> {
        var found: Set<Key> = []
        var queue = keys
        while let next = queue.popLast(), found.count < 4096 {
            guard found.insert(next).inserted else { continue }
            switch next {
            case .declared(let other, let arguments):
                let replacements = replacements(other, arguments, index)
                queue += direct[other].map { substituting(replacements, in: $0) }
            case .external("IOCComponent"): queue += [.external("AnyObject"), .external("Sendable")]
            case .external: break
            }
        }
        return found
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

    /// The protocols among the known names.
    static let knownProtocols: Set<String> = [
        "Any", "AnyObject", "Sendable", "SendableMetatype", "Equatable", "Hashable", "Comparable", "Identifiable",
        "Codable", "Encodable", "Decodable", "Error", "CustomStringConvertible", "CustomDebugStringConvertible",
        "CaseIterable", "RawRepresentable", "Sequence", "Collection", "IteratorProtocol", "AsyncSequence", "Actor",
        "AnyActor", "Copyable", "Escapable", "BitwiseCopyable", "ExpressibleByStringLiteral", "TextOutputStream",
        "IOCComponent", "Startable", "Stoppable", "IOCService", "DefinitionPostProcessor", "InstancePostProcessor",
        "PropertyConverter", "Assembly",
    ]

    private static let knownNames = knownProtocols.union([
        "String", "Substring", "Character", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
        "UInt32", "UInt64", "Double", "Float", "Duration",
    ])
}
