extension ProjectIndex {
    /// Returns the names of all supertypes, direct and inherited.
    package func supertypes(of type: DeclaredType) -> Set<String> {
        var found: Set<String> = []
        forEachSupertype(of: type) { name, _ in found.insert(name.description).inserted }
        return found
    }

    /// Returns the names of a module's types that a type conforms to or inherits from.
    ///
    /// If the sources declare a type, it belongs to the module only if the module declares it. If the sources only name
    /// a type, it belongs to the module if the name is plain or begins with the module.
    package func supertypes(of type: DeclaredType, declaredIn module: String) -> Set<String> {
        var found: Set<String> = []
        var visited: Set<String> = []
        forEachSupertype(of: type) { name, declared in
            if let own = self.name(name, declared, in: module) { found.insert(own) }
            return visited.insert("\(declared?.module ?? "") \(name)").inserted
        }
        return found
    }

    /// Returns the names of a module's types that a type itself mentions after its colon.
    package func inherited(_ type: DeclaredType, declaredIn module: String) -> Set<String> {
        Set(
            inherited(type).compactMap { item in
                self.name(item.name, self.type(named: item.name, file: item.scope.file), in: module)
            })
    }

    /// Returns the name of a type in its module; nil if another module or another type declares the name.
    private func name(_ written: TypeSyntax, _ declared: DeclaredType?, in module: String) -> String? {
        if let declared { return declared.module == module && declared.path.count == 1 ? declared.name : nil }
        guard case .named(let components) = written, let last = components.last else { return nil }
        return components.dropLast().allSatisfy { $0.name == module } ? last.name : nil
    }

    /// Visits a type's supertypes. `isNew` returns false for a supertype whose own supertypes are to be skipped.
    private func forEachSupertype(of type: DeclaredType, _ isNew: (TypeSyntax, DeclaredType?) -> Bool) {
        var queue = [type]
        while let next = queue.popLast() {
            for (name, scope) in inherited(next) {
                let declared = self.type(named: name, file: scope.file)
                if isNew(name, declared), let declared { queue.append(declared) }
            }
        }
    }

    /// Returns the types that a type and its extensions mention after the colon.
    package func inherited(_ type: DeclaredType) -> [(name: TypeSyntax, scope: Scope)] {
        type.parts.flatMap { part in
            let scope = type.outerScope(part)
            return part.declaration.supertypes.flatMap { supertypes($0, in: scope) }.map { ($0, scope) }
        }
    }

    /// Returns the canonical names in an item after a colon, without generic arguments: `P & Q` has two.
    private func supertypes(_ item: String, in scope: Scope) -> [TypeSyntax] {
        (TypeSyntax(item).withoutAttributes.conjuncts ?? []).map { name in
            let found = canonical(name, in: scope)
            if case .any(let base) = found { return base.withoutArguments }
            return found.withoutArguments
        }
    }

    /// Returns the superclass of a class, if the sources declare it.
    package func superclass(of type: DeclaredType) -> DeclaredType? {
        superclass(of: type, depth: 0)
    }

    func superclass(of type: DeclaredType, depth: Int) -> DeclaredType? {
        guard type.main.declaration.kind == .class, let first = type.main.declaration.inheritedTypes.first else {
            return nil
        }
        let written = TypeSyntax(first).withoutAttributes
        let name = canonical(written, in: type.outerScope(type.main), depth: depth).withoutArguments
        return self.type(named: name, file: type.main.file)
    }

    /// Returns a type and its declared superclasses, the type itself first.
    package func inheritanceChain(of type: DeclaredType) -> [DeclaredType] {
        var found = [type]
        // The limit is for classes that inherit from each other. The compiler reports these.
        while found.count < 64, let next = superclass(of: found[found.count - 1]) { found.append(next) }
        return found
    }

    // MARK: Isolation

    /// Returns the global actor among some attributes, if there is one.
    private func globalActor(_ attributes: [AttributeUse], scope: Scope) -> String? {
        for attribute in attributes where attribute.arguments?.isEmpty ?? true {
            if attribute.baseName == "MainActor" { return "MainActor" }
            let name = canonical(TypeSyntax(attribute.name), in: scope)
            if let declared = type(named: name, file: scope.file) {
                let isActor = declared.main.declaration.attributes.contains { $0.baseName == "globalActor" }
                if isActor { return name.description }
            } else if attribute.baseName.hasSuffix("Actor") {
                return attribute.name
            }
        }
        return nil
    }

    /// Returns the global actor of a type's members, as the compiler infers it.
    package func isolation(of type: DeclaredType) -> String? {
        isolation(of: type, depth: 0)
    }

    private func isolation(of type: DeclaredType, depth: Int) -> String? {
        guard depth < 64 else { return nil }
        let scope = type.outerScope(type.main)
        let declaration = type.main.declaration
        if let actor = globalActor(declaration.attributes, scope: scope) { return actor }
        if declaration.modifiers.contains("nonisolated") || declaration.kind == .actor { return nil }
        // Only supertypes in the type's own declaration determine its actor. Those of extensions don't.
        for name in declaration.supertypes.flatMap({ supertypes($0, in: scope) }) {
            if let declared = self.type(named: name, file: scope.file),
                let actor = isolation(of: declared, depth: depth + 1)
            {
                return actor
            }
        }
        return nil
    }

    /// Returns the global actor of a member.
    package func isolation(
        of function: FunctionDeclaration, in part: DeclaredType.Part, of type: DeclaredType
    ) -> String? {
        let scope = type.scope(part)
        if let actor = globalActor(function.attributes, scope: scope) { return actor }
        if function.modifiers.contains(where: { $0.hasPrefix("nonisolated") }) { return nil }
        return globalActor(part.declaration.attributes, scope: scope) ?? isolation(of: type)
    }
}
