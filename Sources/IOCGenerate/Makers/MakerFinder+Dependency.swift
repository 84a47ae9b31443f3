import IOCModel

extension MakerFinder {
    /// Returns a maker with the arguments of its `Dependency`. If that is impossible, reports a fault and returns nil.
    mutating func withDependency(
        _ maker: Maker, of type: DeclaredType, written: SourceText?, part: DeclaredType.Part
    ) -> Maker? {
        var maker = maker
        let scope = type.scope(part)
        // Even if a superclass declares the member, `Dependency` is looked up from the type itself, because a subclass
        // may declare its own.
        let text = written.map { TypeSyntax($0.text).withoutAttributes } ?? .name("Dependency")
        var dependency = index.canonical(text.wrapped ?? text, in: scope)
        if text.wrapped ?? text == .name("Dependency") {
            dependency = index.canonical(.name("Dependency"), in: type.scope(type.main))
        }
        maker.dependencyType = dependency
        let place = written?.location ?? maker.location
        let path = type.path + ["Dependency"]
        if let alias = index.alias(of: path, from: scope),
            alias.declaration.target == nil || index.type(of: path, from: scope) != nil
        {
            report(place, "'\(maker.title).Dependency' is not the same type in all branches of '#if'; make it one")
            return nil
        }
        let own = index.canonical(.name("Dependency"), in: type.scope(type.main))
        if own != .name("Dependency"), own != dependency, type.parts.contains(where: { $0.isSame(as: part) }) {
            report(place, "'\(maker.title)' takes \(dependency) and says that its Dependency is \(own)")
            return nil
        }

        if case .tuple(let elements) = dependency {
            maker.shape = .tuple
            for element in elements {
                guard let label = element.label else {
                    report(place, "the tuple \(dependency) needs a label for each element, to name its purpose")
                    return nil
                }
                maker.arguments.append(
                    .init(label: label, name: label, type: element.type, location: place, file: part.file))
            }
            return maker
        }
        guard let declared = index.type(named: dependency, file: part.file),
            !isMadeElsewhere(declared), declared.main.declaration.kind != .enum
        else {
            if dependency == .name("Dependency") {
                report(maker.location, "'\(maker.title)' has no type 'Dependency'")
                return nil
            }
            maker.shape = .value
            maker.arguments = [
                .init(
                    label: "dependency", name: dependency.localName, type: dependency, location: place, file: part.file)
            ]
            return maker
        }
        let branches = declared.declarations.map { part in
            Member(
                part, of: declared.declared(by: part), condition: part.declaration.condition,
                at: part.declaration.location)
        }
        return agreed(on: branches, title: declared.name) { finder, member in
            finder.withMembers(of: member.owner, as: dependency, maker)
        }
    }

    /// Returns true if the dependency is an injectable type itself, not a list of dependencies.
    private func isMadeElsewhere(_ type: DeclaredType) -> Bool {
        !index.supertypes(of: type, declaredIn: Self.module).isDisjoint(with: ["Injectable", "FactoryMethodInjectable"])
    }

    private mutating func withMembers(of declared: DeclaredType, as dependency: TypeSyntax, _ maker: Maker) -> Maker? {
        var maker = maker
        let declaration = declared.main.declaration
        guard isUsable(declared.access, of: declared) else {
            let location = declaration.location
            report(
                location, "'\(declared.name)' is \(declared.access), so generated code in another file can't make it")
            return nil
        }
        let replacements = replacements(of: declared, as: dependency)
        let initializers = declaration.initializers
        guard initializers.isEmpty else {
            let usable = initializers.filter { isUsable($0.writtenAccess ?? .internal, of: declared) }
            // Several initializers are alternatives if all are in branches of `#if`.
            guard
                usable.count == 1
                    || !usable.isEmpty && !usable.contains(where: { $0.condition == declaration.condition })
            else {
                let location = initializers[0].location
                let what = usable.isEmpty ? "no initializer that generated code can call" : "more than one initializer"
                report(location, "'\(declared.name)' has \(what)")
                return nil
            }
            let branches = usable.map { Member($0, in: declared.main, of: declared) }
            return agreed(on: branches, title: "\(declared.name).init") { finder, member in
                guard let function = member.function,
                    let arguments = finder.arguments(function, in: member.part, of: declared, replacements)
                else { return nil }
                var maker = maker
                maker.arguments = arguments
                maker.dependencyEffects = Effects(
                    isAsync: function.isAsync, throwing: finder.throwing(function, in: declared.scope(member.part)))
                return maker
            }
        }
        guard isOwn(declared) else {
            // The synthesized initializer is internal, so generated code can't call that of another module.
            report(
                declaration.location, "'\(declared.name)' has no initializer")
            return nil
        }
        guard declaration.kind == .struct else {
            guard memberwise(declaration).allSatisfy({ $0.isInitialized }) else {
                let location = declaration.location
                report(location, "'\(declared.name)' needs an initializer, as only structures get one by themselves")
                return nil
            }
            return maker
        }
        guard let arguments = storedProperties(of: declared, replacements) else { return nil }
        maker.arguments = arguments
        return maker
    }

    private mutating func storedProperties(
        of declared: DeclaredType, _ replacements: [String: TypeSyntax]
    ) -> [Maker.Argument]? {
        let scope = declared.scope(declared.main)
        var arguments: [Maker.Argument] = []
        var isUsable = true
        for property in memberwise(declared.main.declaration) {
            let location = property.location
            if let access = property.writtenAccess, !access.isVisibleInModule {
                let message =
                    "'\(property.name)' is \(access), so generated code in another file can't make '\(declared.name)'"
                report(location, message)
                isUsable = false
            }
            // If the structure itself is inside `#if`, its properties have the same condition.
            if let condition = property.condition, condition != declared.main.declaration.condition {
                // An argument of a call can't be conditional, but it can be omitted if it has a default.
                if property.isInitialized { continue }
                report(
                    location,
                    "'\(property.name)' exists only where '\(condition)' holds: give '\(declared.name)' an initializer that "
                        + "takes the same everywhere")
                isUsable = false
            }
            let type = property.type.map { index.canonical(TypeSyntax($0.text), in: scope).substituting(replacements) }
            arguments.append(
                .init(
                    label: property.name, name: property.name, type: type,
                    isDefaulted: property.isInitialized, location: location, file: declared.main.file))
        }
        return isUsable ? arguments : nil
    }

    /// Returns the arguments of a function. Their types are canonical and without specifiers. Reports an argument that
    /// generated code can't pass, and returns nil then.
    mutating func arguments(
        _ function: FunctionDeclaration, in part: DeclaredType.Part, of type: DeclaredType,
        _ replacements: [String: TypeSyntax] = [:]
    ) -> [Maker.Argument]? {
        var scope = type.scope(part)
        scope.generics.formUnion(function.genericParameters.map(\.plainName))
        var arguments: [Maker.Argument] = []
        var isUsable = true
        for parameter in function.parameters {
            let location = parameter.location
            let written = TypeSyntax(parameter.type.text)
            if parameter.isVariadic || written.specifiers.contains("inout") {
                let what = parameter.isVariadic ? "variadic" : "inout"
                report(location, "'\(parameter.name)' is \(what), which generated code can't answer")
                isUsable = false
            }
            arguments.append(
                .init(
                    label: parameter.label, name: parameter.name,
                    type: index.canonical(written.withoutSpecifiers, in: scope).substituting(replacements),
                    isDefaulted: parameter.isDefaulted, location: location, file: part.file))
        }
        return isUsable ? arguments : nil
    }

    private func replacements(of declared: DeclaredType, as dependency: TypeSyntax) -> [String: TypeSyntax] {
        guard case .named(let components) = dependency else { return [:] }
        var result: [String: TypeSyntax] = [:]
        for (component, parameters) in zip(components, declared.generics) {
            for (parameter, argument) in zip(parameters, component.arguments) {
                result[parameter.plainName] = argument
            }
        }
        return result
    }
}

extension TypeSyntax {
    /// The specifiers before the type, such as `borrowing` and `inout`.
    var specifiers: [String] {
        if case .attributed(let words, _) = self { words.filter { !$0.hasPrefix("@") } } else { [] }
    }

    /// The type without specifiers and `@autoclosure`. Other attributes stay.
    var withoutSpecifiers: TypeSyntax {
        guard case .attributed(let words, let type) = self else { return self }
        let rest = words.filter { $0.hasPrefix("@") && $0 != "@autoclosure" }
        return rest.isEmpty ? type : .attributed(rest, type)
    }

    /// The name of a variable of the type, if no other name is known.
    var localName: String {
        switch self {
        case .named(let components): (components.last?.name ?? "value").lowercasedFirstWord
        case .optional(let type), .any(let type), .some(let type), .attributed(_, let type): type.localName
        case .array(let type): type.localName + "s"
        case .composition(let types): types.first?.localName ?? "value"
        default: "value"
        }
    }
}

extension String {
    /// The type's name as a variable's name: `URLSession` becomes `urlSession`, `APIClient` becomes `apiClient`, `URL`
    /// becomes `url`.
    var lowercasedFirstWord: String {
        let letters = Array(self)
        let run = letters.prefix { $0.isUppercase }.count
        let next = run < letters.count && letters[run].isLetter
        let count = run > 1 && next ? run - 1 : run
        return String(letters.prefix(count)).lowercased() + String(letters.dropFirst(count))
    }
}
