extension ProjectIndex {
    /// The names of all supertypes, direct and inherited; declared ones qualified, others as written.
    package func supertypes(of type: DeclaredType) -> Set<String> {
        var found: Set<String> = []
        forEachSupertype(of: type) { name, _ in found.insert(name.description).inserted }
        return found
    }

    /// The types of a module that a type conforms to or inherits from, by their names.
    ///
    /// A type that the sources declare is the module's only where they declare it there. One that they only name is written
    /// plainly or with the module in front: behind any other name is somebody else's type.
    package func supertypes(of type: DeclaredType, declaredIn module: String) -> Set<String> {
        var found: Set<String> = []
        var visited: Set<String> = []
        forEachSupertype(of: type) { name, declared in
            if let own = self.name(name, declared, in: module) { found.insert(own) }
            return visited.insert("\(declared?.module ?? "") \(name)").inserted
        }
        return found
    }

    /// The types of a module that a type itself names, by their names.
    package func inherited(_ type: DeclaredType, declaredIn module: String) -> Set<String> {
        Set(
            inherited(type).compactMap {
                self.name($0.name, self.type(named: $0.name, file: $0.scope.file), in: module)
            })
    }

    /// The name of a type in its module; nil where it is another module's, or stands in another type.
    private func name(_ written: TypeSyntax, _ declared: DeclaredType?, in module: String) -> String? {
        if let declared { return declared.module == module && declared.path.count == 1 ? declared.name : nil }
        guard case .named(let components) = written, let last = components.last else { return nil }
        return components.dropLast().allSatisfy { $0.name == module } ? last.name : nil
    }

    /// Walks a type's supertypes as long as `isNew` says that one was not seen before.
    private func forEachSupertype(of type: DeclaredType, _ isNew: (TypeSyntax, DeclaredType?) -> Bool) {
        var queue = [type]
        while let next = queue.popLast() {
            for (name, scope) in inherited(next) {
                let declared = self.type(named: name, file: scope.file)
                if isNew(name, declared), let declared { queue.append(declared) }
            }
        }
    }

    /// The types that a type and its extensions name behind the colon.
    package func inherited(_ type: DeclaredType) -> [(name: TypeSyntax, scope: Scope)] {
        type.parts.flatMap { part in
            let scope = type.outerScope(part)
            return part.declaration.supertypes.flatMap { item -> [(TypeSyntax, Scope)] in
                let written = TypeSyntax(item).withoutAttributes
                guard let names = written.conjuncts else { return [] }
                return names.map { name in
                    // Generic arguments of a superclass or protocol don't matter here.
                    let found = canonical(name, in: scope)
                    if case .any(let base) = found { return (base.withoutArguments, scope) }
                    return (found.withoutArguments, scope)
                }
            }
        }
    }

    /// The declared superclass of a class.
    package func superclass(of type: DeclaredType) -> DeclaredType? {
        guard type.main.declaration.kind == .class, let first = type.main.declaration.inheritedTypes.first else {
            return nil
        }
        let name = canonical(TypeSyntax(first.text).withoutAttributes, in: type.outerScope(type.main)).withoutArguments
        return self.type(named: name, file: type.main.file)
    }

    /// A class and its declared superclasses, the class itself first; other types have none.
    package func inheritanceChain(of type: DeclaredType) -> [DeclaredType] {
        var found = [type]
        // Classes that inherit from each other in a circle are the compiler's to report.
        while found.count < 64, let next = superclass(of: found[found.count - 1]) { found.append(next) }
        return found
    }

    // MARK: Isolation

    /// The global actor that an attribute among these names, if any.
    package func globalActor(_ attributes: [AttributeUse], scope: Scope) -> String? {
        for attribute in attributes where attribute.arguments == nil || attribute.arguments?.isEmpty == true {
            if attribute.baseName == "MainActor" { return "MainActor" }
            let name = canonical(TypeSyntax(attribute.name), in: scope)
            if let declared = type(named: name, file: scope.file) {
                if declared.main.declaration.attribute("globalActor") != nil { return name.description }
            } else if attribute.baseName.hasSuffix("Actor") {
                return attribute.name
            }
        }
        return nil
    }

    /// The global actor that a type's members belong to, as the compiler infers it.
    package func isolation(of type: DeclaredType) -> String? {
        isolation(of: type, depth: 0)
    }

    private func isolation(of type: DeclaredType, depth: Int) -> String? {
        guard depth < 64 else { return nil }
        let scope = type.outerScope(type.main)
        if let actor = globalActor(type.main.declaration.attributes, scope: scope) { return actor }
        if type.main.declaration.modifiers.contains("nonisolated") || type.main.declaration.kind == .actor {
            return nil
        }
        // A superclass and the protocols in the type's own declaration pass theirs on; extensions don't.
        for item in type.main.declaration.supertypes {
            for name in TypeSyntax(item).withoutAttributes.conjuncts ?? [] {
                var found = canonical(name, in: scope)
                if case .any(let base) = found { found = base }
                if let declared = self.type(named: found.withoutArguments, file: scope.file),
                    let actor = isolation(of: declared, depth: depth + 1)
                {
                    return actor
                }
            }
        }
        return nil
    }

    /// The global actor that a member belongs to.
    package func isolation(of function: FunctionDeclaration, in part: DeclaredType.Part, of type: DeclaredType)
        -> String?
    {
        let scope = type.scope(part)
        if let actor = globalActor(function.attributes, scope: scope) { return actor }
        if function.modifiers.contains(where: { $0.hasPrefix("nonisolated") }) { return nil }
        if let actor = globalActor(part.declaration.attributes, scope: scope) { return actor }
        return isolation(of: type)
    }
}

extension TypeSyntax {
    /// The parts of a composition; a plain name is its own only part.
    package var conjuncts: [TypeSyntax]? {
        switch self {
        case .named: [self]
        case .composition(let types): types
        case .any(let type): type.conjuncts
        default: nil
        }
    }

    /// A name without what stands in angle brackets.
    package var withoutArguments: TypeSyntax {
        guard case .named(let components) = self else { return self }
        return .named(components.map { Component($0.name) })
    }
}
