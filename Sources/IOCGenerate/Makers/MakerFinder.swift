import IOCModel

/// A finder of the types that can be created or injected, and of the ways to do it.
struct MakerFinder {
    /// The module of `Injectable` and `Resolver`.
    static let module = "IOCStatic"

    let index: ProjectIndex
    /// The number of files of the module for which the code is generated. These files come first in the index. The
    /// other files belong to imported modules.
    let ownFileCount: Int
    var diagnostics: [SourceDiagnostic] = []

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
            // Faults of another module's types are not reported, because that module may not intend to share them.
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
        guard let title = base(type, .initializer)?.title else { return nil }
        var found = functions(of: type) { function in
            function.isInitializer && function.parameters.first?.label == "dependency"
                && function.parameters.dropFirst().allSatisfy { $0.isDefaulted }
        }
        // A structure without initializers gets a memberwise initializer, with a parameter for its `dependency`.
        for part in isOwn(type) ? type.declarations : []
        where part.declaration.kind == .struct && part.declaration.initializers.isEmpty {
            let property = memberwise(part.declaration).first { $0.name == "dependency" }
            if let property { found.append(Member(property, in: part, of: type)) }
        }
        guard !found.isEmpty else {
            report(type.main.declaration.location, "'\(title)' is Injectable but has no 'init(dependency:)'")
            return nil
        }
        return agreed(on: found, title: title) { finder, member in
            let type = type.declared(by: member.part)
            guard var maker = finder.base(type, .initializer) else { return nil }
            if let function = member.function {
                guard finder.isUsable(function, in: member.part, of: type) else { return nil }
                guard !function.isFailable else {
                    finder.report(
                        function.location,
                        "'\(title).init(dependency:)' is failable, and an Injectable always comes to be: make it throw")
                    return nil
                }
                finder.apply(function, in: member.part, of: member.owner.declared(by: member.part), to: &maker)
            }
            return finder.withDependency(maker, of: type, written: member.written, part: member.part)
        }
    }

    private mutating func factoryMethod(of type: DeclaredType) -> Maker? {
        guard let title = base(type, .factoryMethod)?.title else { return nil }
        let found = functions(of: type) { function in
            function.isStatic && function.name == "makeInstance" && function.parameters.map(\.label) == ["dependency"]
        }
        guard !found.isEmpty else {
            let message = "'\(title)' is FactoryMethodInjectable but has no 'static func makeInstance(dependency:)'"
            report(type.main.declaration.location, message)
            return nil
        }
        return agreed(on: found, title: title) { finder, member in
            let type = type.declared(by: member.part)
            guard var maker = finder.base(type, .factoryMethod), let function = member.function,
                finder.isUsable(function, in: member.part, of: type)
            else { return nil }
            let result = finder.index.canonical(
                TypeSyntax(function.returnType?.text ?? "()"), in: type.scope(member.part))
            guard [type.selfType, member.owner.selfType, .name("Self")].contains(result) else {
                finder.report(
                    function.returnType?.location ?? function.location,
                    "'\(title).makeInstance(dependency:)' returns \(result) instead of \(title)")
                return nil
            }
            finder.apply(function, in: member.part, of: member.owner.declared(by: member.part), to: &maker)
            return finder.withDependency(maker, of: type, written: member.written, part: member.part)
        }
    }

    private mutating func injection(of type: DeclaredType) -> Maker? {
        guard let title = base(type, .injection)?.title else { return nil }
        let location = type.main.declaration.location
        guard ![.struct, .enum].contains(type.main.declaration.kind) else {
            report(location, "'\(title)' is PropertyInjectable and no class: what is set in a copy is lost")
            return nil
        }
        let found = members(of: type) { part, owner in
            part.declaration.properties.filter { $0.name == "dependency" && !$0.isStatic }
                .map { Member($0, in: part, of: owner) }
        }
        guard !found.isEmpty else {
            report(location, "'\(title)' is PropertyInjectable but has no property 'dependency'")
            return nil
        }
        return agreed(on: found, title: title) { finder, member in
            let type = type.declared(by: member.part)
            guard var maker = finder.base(type, .injection), let property = member.property else { return nil }
            maker.isolation = finder.index.isolation(of: type)
            let access = property.writtenAccess ?? .internal
            if !finder.isUsable(access, of: member.owner) {
                let message = "'dependency' is \(access), so generated code in another file can't set it"
                finder.report(property.location, message)
                return nil
            }
            let isOptional = property.type.map { "!?".contains($0.text.last ?? " ") } ?? false
            guard property.isSettable, isOptional else {
                let what = !property.isSettable ? "can't be set" : "is not optional"
                finder.report(
                    property.location,
                    "'\(member.owner.name).dependency' \(what): PropertyInjectable asks for "
                        + "'var dependency: Dependency!'")
                return nil
            }
            if property.modifiers.contains("nonisolated") { maker.isolation = nil }
            return finder.withDependency(maker, of: type, written: member.written, part: member.part)
        }
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
        maker.conditions = type.condition.map { [$0] } ?? []
        maker.availability = Self.availability(type.main.declaration.attributes)
        return maker
    }

    /// Returns the matching functions, as ``members(of:_:)`` finds them.
    private func functions(of type: DeclaredType, where matches: (FunctionDeclaration) -> Bool) -> [Member] {
        members(of: type) { part, owner in
            part.declaration.functions.filter(matches).map { Member($0, in: part, of: owner) }
        }
    }

    /// Returns the matching members of the type and its extensions. If there are none, returns those of the nearest
    /// superclass that has matching members.
    private func members(of type: DeclaredType, _ find: (DeclaredType.Part, DeclaredType) -> [Member]) -> [Member] {
        for owner in index.inheritanceChain(of: type) {
            let found = owner.parts.flatMap { find($0, owner) }
            if !found.isEmpty { return found }
        }
        return []
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

    /// Returns the attributes that restrict the availability, such as `@available(macOS 16, *)`, without deprecations.
    static func availability(_ attributes: [AttributeUse]) -> [String] {
        attributes.filter { attribute in
            attribute.name == "available"
                && attribute.arguments?.contains { argument in
                    ["deprecated", "renamed", "message"].contains(argument.prefix { $0.isLetter })
                } == false
        }.map(\.text)
    }

    /// Returns the properties that are parameters of a structure's memberwise initializer.
    func memberwise(_ declaration: TypeDeclaration) -> [PropertyDeclaration] {
        declaration.properties.filter { property in
            !property.isStatic && !property.isComputed && !property.modifiers.contains("lazy")
                && !(property.isLet && property.isInitialized)
        }
    }
}
