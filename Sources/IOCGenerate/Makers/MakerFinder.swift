import IOCModel

/// Finds the types that can be made, and how to make each.
struct MakerFinder {
    /// The module of `Injectable` and `Resolver`.
    static let module = "IOCStatic"

    let index: ProjectIndex
    /// The number of files of the module that gets the code. They come first. The others belong to modules that it imports.
    let ownFileCount: Int
    private(set) var diagnostics: [SourceDiagnostic] = []

    init(_ index: ProjectIndex, ownFileCount: Int) {
        self.index = index
        self.ownFileCount = ownFileCount
    }

    func isOwn(_ type: DeclaredType) -> Bool {
        type.main.file < ownFileCount
    }

    /// Returns true if generated code can use a declaration with an access level.
    func isUsable(_ access: AccessLevel, of type: DeclaredType) -> Bool {
        access >= (isOwn(type) ? .internal : .package)
    }

    mutating func report(_ location: SourceLocation, _ message: String, notes: [SourceDiagnostic] = []) {
        diagnostics.append(.error(at: location, message, notes: notes))
    }

    /// Returns the makers of all injectable types, in source order.
    mutating func makers() -> [Maker] {
        var found: [Maker] = []
        for type in index.types where !type.isProtocol {
            let forms = index.supertypes(of: type, declaredIn: Self.module)
            // Faults of another module's types are not reported: the module may not want to share them.
            let known = diagnostics
            defer { if !isOwn(type) { diagnostics = known } }
            if forms.contains("Injectable"), let maker = initializer(of: type) { found.append(maker) }
            if forms.contains("FactoryMethodInjectable"), let maker = factoryMethod(of: type) { found.append(maker) }
            if forms.contains("PropertyInjectable"), let maker = injection(of: type) { found.append(maker) }
        }
        return found
    }

    // MARK: The three forms

    private mutating func initializer(of type: DeclaredType) -> Maker? {
        guard var maker = base(type, .initializer) else { return nil }
        let found = member(of: type) { function in
            function.isInitializer && function.parameters.first?.label == "dependency"
                && function.parameters.dropFirst().allSatisfy { $0.isDefaulted }
        }
        if let (function, part, owner) = found {
            guard isUsable(function, in: part, of: type) else { return nil }
            guard !function.isFailable else {
                report(
                    function.location,
                    "'\(maker.title).init(dependency:)' is failable, and an Injectable always comes to be: make it throw"
                )
                return nil
            }
            apply(function, in: part, of: owner, to: &maker)
            return withDependency(maker, of: type, written: function.parameters.first?.type, part: part)
        }
        // The compiler synthesizes the initializer of a structure that has none.
        if isOwn(type), type.main.declaration.kind == .struct, type.main.declaration.initializers.isEmpty,
            let property = memberwise(type.main.declaration).first(where: { $0.name == "dependency" })
        {
            return withDependency(maker, of: type, written: property.type, part: type.main)
        }
        report(maker.location, "'\(maker.title)' is Injectable but has no 'init(dependency:)'")
        return nil
    }

    private mutating func factoryMethod(of type: DeclaredType) -> Maker? {
        guard var maker = base(type, .factoryMethod) else { return nil }
        let found = member(of: type) { function in
            function.isStatic && function.name == "makeInstance" && function.parameters.map(\.label) == ["dependency"]
        }
        guard let (function, part, owner) = found else {
            let message =
                "'\(maker.title)' is FactoryMethodInjectable but has no 'static func makeInstance(dependency:)'"
            report(maker.location, message)
            return nil
        }
        guard isUsable(function, in: part, of: type) else { return nil }
        let result = index.canonical(TypeSyntax(function.returnType?.text ?? "()"), in: type.scope(part))
        guard result == type.selfType || result == owner.selfType || result == .name("Self") else {
            report(
                function.returnType?.location ?? function.location,
                "'\(maker.title).makeInstance(dependency:)' returns \(result) instead of \(maker.title)")
            return nil
        }
        apply(function, in: part, of: owner, to: &maker)
        return withDependency(maker, of: type, written: function.parameters.first?.type, part: part)
    }

    private mutating func injection(of type: DeclaredType) -> Maker? {
        guard var maker = base(type, .injection) else { return nil }
        maker.isolation = index.isolation(of: type)
        guard ![.struct, .enum].contains(type.main.declaration.kind) else {
            report(maker.location, "'\(maker.title)' is PropertyInjectable and no class: what is set in a copy is lost")
            return nil
        }
        for next in index.inheritanceChain(of: type) {
            for part in next.parts {
                guard
                    let property = part.declaration.properties.first(where: { $0.name == "dependency" && !$0.isStatic })
                else { continue }
                let access = property.writtenAccess ?? .internal
                if !isUsable(access, of: next) {
                    let message = "'dependency' is \(access), so generated code in another file can't set it"
                    report(property.location, message)
                    return nil
                }
                let isOptional = property.type.map { "!?".contains($0.text.last ?? " ") } ?? false
                guard property.isSettable, isOptional else {
                    let what = !property.isSettable ? "can't be set" : "is not optional"
                    report(
                        property.location,
                        "'\(next.name).dependency' \(what): PropertyInjectable asks for 'var dependency: Dependency!'")
                    return nil
                }
                if property.modifiers.contains("nonisolated") { maker.isolation = nil }
                return withDependency(maker, of: type, written: property.type, part: part)
            }
        }
        report(maker.location, "'\(maker.title)' is PropertyInjectable but has no property 'dependency'")
        return nil
    }

    // MARK: Parts

    private mutating func base(_ type: DeclaredType, _ form: Maker.Form) -> Maker? {
        let location = type.main.declaration.location
        guard isUsable(type.access, of: type) else {
            let message =
                "'\(type.name)' is \(type.access), so generated code in another file can't name it; "
                + "make it internal, or exclude the file"
            report(location, message)
            return nil
        }
        var maker = Maker(
            form: form, type: type.selfType, title: type.name, location: location, file: type.main.file)
        maker.generics = type.generics.flatMap { $0 }
        maker.genericWhereClause = type.main.declaration.genericWhereClause
        maker.access = type.access
        maker.condition = type.condition
        maker.availability = Self.availability(type.main.declaration.attributes)
        return maker
    }

    /// Returns the first such function of the type, its extensions and its superclasses.
    private func member(
        of type: DeclaredType, where matches: (FunctionDeclaration) -> Bool
    ) -> (FunctionDeclaration, DeclaredType.Part, DeclaredType)? {
        for next in index.inheritanceChain(of: type) {
            for part in next.parts {
                if let function = part.declaration.functions.first(where: matches) { return (function, part, next) }
            }
        }
        return nil
    }

    mutating func isUsable(_ function: FunctionDeclaration, in part: DeclaredType.Part, of type: DeclaredType) -> Bool {
        let fallback = part.declaration.kind == .extension ? part.declaration.writtenAccess : nil
        let access = function.writtenAccess ?? fallback ?? .internal
        guard !isUsable(access, of: type) else { return true }
        let message = "'\(function.fullName)' is \(access), so generated code in another file can't call it"
        report(function.location, message)
        return false
    }

    func apply(
        _ function: FunctionDeclaration, in part: DeclaredType.Part, of type: DeclaredType, to maker: inout Maker
    ) {
        maker.callEffects = Effects(isAsync: function.isAsync, throwing: throwing(function, in: type.scope(part)))
        maker.isolation = index.isolation(of: function, in: part, of: type)
        maker.availability += Self.availability(function.attributes).filter { !maker.availability.contains($0) }
    }

    func throwing(_ function: FunctionDeclaration, in scope: Scope) -> FunctionDeclaration.Throwing {
        guard case .error(let type) = function.throwing else { return function.throwing }
        return .error(index.canonical(TypeSyntax(type), in: scope).description)
    }

    /// Restrictions such as `@available(macOS 16, *)`, but not deprecations.
    static func availability(_ attributes: [AttributeUse]) -> [String] {
        attributes.filter { attribute in
            attribute.name == "available"
                && attribute.arguments?.contains { argument in
                    ["deprecated", "renamed", "message"].contains(argument.prefix { $0.isLetter })
                } == false
        }.map(\.text)
    }

    /// Returns the properties that a structure's memberwise initializer takes.
    func memberwise(_ declaration: TypeDeclaration) -> [PropertyDeclaration] {
        declaration.properties.filter { property in
            !property.isStatic && !property.isComputed && !property.modifiers.contains("lazy")
                && !(property.isLet && property.isInitialized)
        }
    }
}
