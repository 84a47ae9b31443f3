package import IOCModel

/// Every type of the sources by name, with what can be asked about names.
package struct ProjectIndex: Sendable {
    /// Files that are compiled together.
    package struct Module: Sendable {
        /// The name, where it is known.
        package var name: String?
        /// The models of its files.
        package var files: [SourceFile]

        /// A module made of its parts.
        package init(name: String?, files: [SourceFile]) {
            self.name = name
            self.files = files
        }
    }

    /// A type alias and where its target is looked up.
    package struct Alias: Sendable {
        /// The written text.
        package var declaration: AliasDeclaration
        /// From where the names in it are looked up.
        package var scope: Scope
        /// Its access level.
        package var access: AccessLevel
    }

    /// The files of all modules; their numbers are what ``DeclaredType/Part/file`` means.
    package let files: [SourceFile]
    /// Per file, the name of its module.
    package let modules: [String?]
    /// Every type, in source order.
    package private(set) var types: [DeclaredType] = []
    private var numbers: [String: [Int]] = [:]
    private var aliases: [String: [Alias]] = [:]
    /// The names of aliases that branches of an `#if` give several meanings.
    package private(set) var openAliases: Set<String> = []
    /// For each alias's name the types that declare one.
    private(set) var aliasOwners: [String: Set<[String]>] = [:]

    /// The types of one module.
    package init(files: [SourceFile], module: String?) {
        self.init([Module(name: module, files: files)])
    }

    /// The types of several modules. A name means the type of its own module before that of another.
    package init(_ list: [Module]) {
        files = list.flatMap(\.files)
        modules = list.flatMap { module in module.files.map { _ in module.name } }
        for (number, file) in files.enumerated() {
            for alias in file.aliases {
                add(alias, scope: Scope(file: number), access: alias.writtenAccess ?? .internal)
            }
            for type in file.types where type.kind != .extension {
                add(type, file: number, path: [], generics: [], outer: nil, fallback: .internal)
            }
        }
        for (number, file) in files.enumerated() {
            for type in file.types where type.kind == .extension { addExtension(type, file: number) }
            for local in file.locals {
                let outer = type(of: local.path.prefix { !$0.hasPrefix("(") }, from: Scope(file: number))
                let missing = max(0, local.path.count - (outer?.generics.count ?? 0))
                add(
                    local.declaration, file: number, path: local.path,
                    generics: (outer?.generics ?? []) + Array(repeating: [], count: missing), outer: .private,
                    fallback: .private)
            }
        }
    }

    // MARK: Building

    /// A type that only its own file sees has a name of its own there, and may repeat another file's.
    private func key(_ path: [String], file: Int, isHidden: Bool) -> String {
        isHidden ? "\(file):\(path.joined(separator: "."))" : path.joined(separator: ".")
    }

    private mutating func add(
        _ declaration: TypeDeclaration, file: Int, path outerPath: [String],
        generics outerGenerics: [[GenericParameter]],
        outer: AccessLevel?, fallback: AccessLevel
    ) {
        let path = outerPath + [declaration.name]
        let generics = outerGenerics + [declaration.genericParameters]
        let access = min(declaration.writtenAccess ?? fallback, outer ?? .open)
        let part = DeclaredType.Part(declaration: declaration, file: file)
        var type = DeclaredType(path: path, main: part, access: access, generics: generics)
        type.condition = declaration.condition
        type.module = modules[file]
        let key = key(path, file: file, isHidden: !access.isVisibleInModule)
        if let known = numbers[key]?.first(where: { types[$0].module == type.module }) {
            // Branches of one `#if` declare the type each; the first stands for all.
            if let first = types[known].condition, let other = declaration.condition, first != other {
                types[known].branches.append(part)
                // Of two branches one exists.
                if other == "!(\(first))" { types[known].condition = nil }
            }
        } else {
            numbers[key, default: []].append(types.count)
            types.append(type)
        }
        addMembers(of: declaration, file: file, path: path, generics: generics, access: access)
    }

    private mutating func addMembers(
        of declaration: TypeDeclaration, file: Int, path: [String], generics: [[GenericParameter]], access: AccessLevel
    ) {
        let isProtocol = declaration.kind == .protocol
        let written = declaration.kind == .extension ? declaration.writtenAccess : nil
        let fallback = isProtocol ? access : written ?? .internal
        let names = Set(generics.flatMap { $0 }.map(\.plainName))
        for alias in declaration.aliases {
            let level = min(alias.writtenAccess ?? fallback, access)
            add(alias, scope: Scope(path: path, file: file, generics: names), access: level)
        }
        for type in declaration.types {
            add(type, file: file, path: path, generics: generics, outer: access, fallback: fallback)
        }
    }

    private mutating func add(_ alias: AliasDeclaration, scope: Scope, access: AccessLevel) {
        let key = key(scope.path + [alias.name], file: scope.file, isHidden: !access.isVisibleInModule)
        // Branches of one `#if` declare it each. What it stands for is known where all of them say the same.
        if !alias.isAssociatedType { aliasOwners[alias.name, default: []].insert(scope.path) }
        let known = aliases[key]?.firstIndex { modules[$0.scope.file] == modules[scope.file] }
        guard let known else {
            aliases[key, default: []].append(Alias(declaration: alias, scope: scope, access: access))
            return
        }
        if aliases[key]?[known].declaration.target?.text != alias.target?.text {
            aliases[key]?[known].declaration.target = nil
            openAliases.insert(alias.name)
        }
    }

    private mutating func addExtension(_ declaration: TypeDeclaration, file: Int) {
        var name = TypeSyntax(declaration.name)
        switch name {
        case .array: name = .name("Array")
        case .dictionary: name = .name("Dictionary")
        case .optional: name = .name("Optional")
        default: break
        }
        guard case .named(let components) = name else { return }
        var path = components.map(\.name)
        // The extended type may be known by an alias, and with its module in front.
        if number(of: path, from: Scope(file: file)) == nil {
            var written = canonical(name, in: Scope(file: file))
            if case .any(let base) = written { written = base }
            if case .named(let components) = written { path = components.map(\.name) }
        }
        let number = number(of: path, from: Scope(file: file))
        let part = DeclaredType.Part(declaration: declaration, file: file)
        let known = number.map { types[$0] }
        if let number { types[number].extensions.append(part) }
        addMembers(
            of: declaration, file: file, path: path, generics: known?.generics ?? path.map { _ in [] },
            access: known?.access ?? .public)
    }

    // MARK: Asking

    /// The number of the type with exactly this path, as a place sees it.
    package func number(of path: [String], from scope: Scope) -> Int? {
        let name = path.joined(separator: ".")
        if scope.module == nil, let hidden = numbers["\(scope.file):\(name)"]?.first { return hidden }
        guard let candidates = numbers[name] else { return nil }
        if let module = scope.module { return candidates.first { types[$0].module == module } }
        return candidates.first { types[$0].module == modules[scope.file] }
            ?? candidates.first { types[$0].access > .internal } ?? candidates.first
    }

    /// The type with exactly this path, as a place sees it.
    package func type(of path: [String], from scope: Scope) -> DeclaredType? {
        number(of: path, from: scope).map { types[$0] }
    }

    /// The alias with exactly this path, as a place sees it.
    package func alias(of path: [String], from scope: Scope) -> Alias? {
        let name = path.joined(separator: ".")
        if scope.module == nil, let hidden = aliases["\(scope.file):\(name)"]?.first { return hidden }
        guard let candidates = aliases[name] else { return nil }
        if let module = scope.module { return candidates.first { modules[$0.scope.file] == module } }
        return candidates.first { modules[$0.scope.file] == modules[scope.file] } ?? candidates.first
    }

    /// The type that a canonical name stands for in a file.
    package func type(named type: TypeSyntax, file: Int) -> DeclaredType? {
        guard case .named(let components) = type else { return nil }
        return self.type(of: components.map(\.name), from: Scope(file: file))
    }

    /// A position with the path of its file.
    package func location(_ position: SourcePosition, file: Int) -> SourceLocation {
        position.location(in: files[file].path)
    }
}
