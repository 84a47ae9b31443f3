/// An index of all types in the sources by name.
package struct ProjectIndex: Sendable {
    /// Files that are compiled together.
    package struct Module: Sendable {
        /// The name; nil if it is unknown.
        package var name: String?
        /// The models of its files.
        package var files: [SourceFile]

        /// Creates a module.
        package init(name: String?, files: [SourceFile]) {
            self.name = name
            self.files = files
        }
    }

    /// A type alias and the scope of its target.
    struct Alias: Sendable {
        var declaration: AliasDeclaration
        var scope: Scope
    }

    /// The files of all modules. ``DeclaredType/Part/file`` is an index into this array.
    package let files: [SourceFile]
    /// The module name of each file.
    package let modules: [String?]
    /// Every type, in source order.
    package private(set) var types: [DeclaredType] = []
    private var numbers: [String: [Int]] = [:]
    private var aliases: [String: [Alias]] = [:]

    /// Creates an index of several modules. A name refers to a type of the module that uses the name, otherwise to a
    /// type of another module.
    package init(_ list: [Module]) {
        files = list.flatMap(\.files)
        modules = list.flatMap { module in module.files.map { _ in module.name } }
        for (number, file) in files.enumerated() {
            for alias in file.aliases {
                add(alias, scope: Scope(file: number), access: alias.writtenAccess ?? .internal)
            }
            for type in file.types where type.kind != .extension {
                add(type, file: number, path: [], generics: [], outer: .open, fallback: .internal)
            }
        }
        for (number, file) in files.enumerated() {
            for type in file.types where type.kind == .extension { addExtension(type, file: number) }
        }
    }

    // MARK: Building

    /// Returns the key of a path. If only its file can see a declaration, the declaration has a separate key, because
    /// another file may use the same name.
    private func key(_ path: [String], file: Int, _ access: AccessLevel) -> String {
        (access.isVisibleInModule ? "" : "\(file):") + path.joined(separator: ".")
    }

    private mutating func add(
        _ declaration: TypeDeclaration, file: Int, path outerPath: [String],
        generics outerGenerics: [[GenericParameter]],
        outer: AccessLevel, fallback: AccessLevel
    ) {
        let path = outerPath + [declaration.name]
        let generics = outerGenerics + [declaration.genericParameters]
        let access = min(declaration.writtenAccess ?? fallback, outer)
        let key = key(path, file: file, access)
        if let known = numbers[key]?.first(where: { types[$0].module == modules[file] }) {
            // Several branches of an `#if` declare the type.
            if declaration.condition != types[known].main.declaration.condition {
                types[known].alternatives.append(.init(declaration: declaration, file: file))
                types[known].access = min(types[known].access, access)
            }
        } else {
            var type = DeclaredType(
                path: path, main: .init(declaration: declaration, file: file), access: access, generics: generics)
            type.module = modules[file]
            numbers[key, default: []].append(types.count)
            types.append(type)
        }
        addMembers(of: declaration, file: file, path: path, generics: generics, access: access)
    }

    private mutating func addMembers(
        of declaration: TypeDeclaration, file: Int, path: [String], generics: [[GenericParameter]], access: AccessLevel
    ) {
        let fallback =
            switch declaration.kind {
            case .protocol: access
            case .extension: declaration.writtenAccess ?? .internal
            default: AccessLevel.internal
            }
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
        let key = key(scope.path + [alias.name], file: scope.file, access)
        let known = aliases[key]?.firstIndex { modules[$0.scope.file] == modules[scope.file] }
        guard let known else {
            aliases[key, default: []].append(Alias(declaration: alias, scope: scope))
            return
        }
        // Several branches of an `#if` declare the alias. Its target is known only if it is the same in all branches.
        if aliases[key]?[known].declaration.target != alias.target { aliases[key]?[known].declaration.target = nil }
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
        // The name may be an alias, or begin with the module.
        if number(of: path, from: Scope(file: file)) == nil {
            var written = canonical(name, in: Scope(file: file))
            if case .any(let base) = written { written = base }
            if case .named(let components) = written { path = components.map(\.name) }
        }
        let number = number(of: path, from: Scope(file: file))
        if let number { types[number].extensions.append(.init(declaration: declaration, file: file)) }
        let known = number.map { types[$0] }
        addMembers(
            of: declaration, file: file, path: path, generics: known?.generics ?? path.map { _ in [] },
            access: known?.access ?? .public)
    }

    // MARK: Lookup

    private func number(of path: [String], from scope: Scope) -> Int? {
        let name = path.joined(separator: ".")
        if scope.module == nil, let hidden = numbers["\(scope.file):\(name)"]?.first { return hidden }
        guard let candidates = numbers[name] else { return nil }
        if let module = scope.module { return candidates.first { types[$0].module == module } }
        return candidates.first { types[$0].module == modules[scope.file] }
            ?? candidates.first { types[$0].access > .internal } ?? candidates.first
    }

    /// Returns the type with exactly this path that is visible from a scope.
    package func type(of path: [String], from scope: Scope) -> DeclaredType? {
        number(of: path, from: scope).map { types[$0] }
    }

    /// Returns the type of a canonical name in a file.
    package func type(named type: TypeSyntax, file: Int) -> DeclaredType? {
        guard case .named(let components) = type else { return nil }
        return self.type(of: components.map(\.name), from: Scope(file: file))
    }

    /// Returns the alias with exactly this path that is visible from a scope.
    func alias(of path: [String], from scope: Scope) -> Alias? {
        let name = path.joined(separator: ".")
        if scope.module == nil, let hidden = aliases["\(scope.file):\(name)"]?.first { return hidden }
        guard let candidates = aliases[name] else { return nil }
        if let module = scope.module { return candidates.first { modules[$0.scope.file] == module } }
        return candidates.first { modules[$0.scope.file] == modules[scope.file] } ?? candidates.first
    }
}
