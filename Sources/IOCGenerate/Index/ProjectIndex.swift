import IOCModel
import IOCSource

/// Every type of the sources by name, with what can be asked about names.
struct ProjectIndex {
    let files: [SourceFile]
    /// The name of the module the sources make up, where it is known.
    let module: String?
    private(set) var types: [DeclaredType] = []
    private var numbers: [String: Int] = [:]
    private var aliases: [String: (alias: AliasDeclaration, scope: Scope, access: AccessLevel)] = [:]

    init(files: [SourceFile], module: String?) {
        self.files = files
        self.module = module
        for (number, file) in files.enumerated() {
            for alias in file.aliases {
                add(alias, scope: Scope(file: number), outer: alias.writtenAccess ?? .internal)
            }
            for type in file.types where type.kind != .extension {
                add(type, file: number, path: [], generics: [], outer: nil, fallback: .internal)
            }
        }
        for (number, file) in files.enumerated() {
            for type in file.types where type.kind == .extension { addExtension(type, file: number) }
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
        let key = key(path, file: file, isHidden: !access.isVisibleInModule)
        if let known = numbers[key] {
            // Branches of one `#if` declare the type each; the first stands for all.
            if types[known].condition != declaration.condition { types[known].condition = nil }
        } else {
            numbers[key] = types.count
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
            add(alias, scope: Scope(path: path, file: file, generics: names), outer: level)
        }
        for type in declaration.types {
            add(type, file: file, path: path, generics: generics, outer: access, fallback: fallback)
        }
    }

    private mutating func add(_ alias: AliasDeclaration, scope: Scope, outer: AccessLevel) {
        let key = key(scope.path + [alias.name], file: scope.file, isHidden: !outer.isVisibleInModule)
        if aliases[key] == nil { aliases[key] = (alias, scope, outer) }
    }

    private mutating func addExtension(_ declaration: TypeDeclaration, file: Int) {
        var name = TypeSyntax(declaration.name)
        if case .array = name { name = .name("Array") }
        guard case .named(let components) = name else { return }
        var path = components.map(\.name)
        if path.count > 1, path[0] == module { path.removeFirst() }
        let number = number(of: path, from: Scope(file: file))
        let part = DeclaredType.Part(declaration: declaration, file: file)
        let known = number.map { types[$0] }
        if let number { types[number].extensions.append(part) }
        addMembers(
            of: declaration, file: file, path: path, generics: known?.generics ?? path.map { _ in [] },
            access: known?.access ?? .public)
    }

    // MARK: Asking

    /// The type with exactly this path, as a file sees it.
    func number(of path: [String], from scope: Scope) -> Int? {
        let name = path.joined(separator: ".")
        return numbers["\(scope.file):\(name)"] ?? numbers[name]
    }

    func type(of path: [String], from scope: Scope) -> DeclaredType? {
        number(of: path, from: scope).map { types[$0] }
    }

    func alias(
        of path: [String], from scope: Scope
    ) -> (alias: AliasDeclaration, scope: Scope, access: AccessLevel)? {
        let name = path.joined(separator: ".")
        return aliases["\(scope.file):\(name)"] ?? aliases[name]
    }

    /// The type that a canonical name stands for.
    func type(named type: TypeSyntax, file: Int) -> DeclaredType? {
        guard case .named(let components) = type else { return nil }
        return self.type(of: components.map(\.name), from: Scope(file: file))
    }

    func location(_ position: SourcePosition, file: Int) -> SourceLocation {
        position.location(in: files[file].path)
    }
}
