extension ProjectIndex {
    /// Returns the canonical form of a type: names have their full paths, aliases are expanded, and protocols have
    /// `any`.
    ///
    /// A type that the sources don't declare keeps its name.
    package func canonical(_ type: TypeSyntax, in scope: Scope) -> TypeSyntax {
        canonical(type, in: scope, depth: 0)
    }

    func canonical(_ type: TypeSyntax, in scope: Scope, depth: Int) -> TypeSyntax {
        // The limit is for aliases that refer to each other. The compiler reports these.
        guard depth < 32 else { return type }
        func inner(_ type: TypeSyntax) -> TypeSyntax { canonical(type, in: scope, depth: depth) }
        func inner(_ elements: [TypeSyntax.Element]) -> [TypeSyntax.Element] {
            elements.map { TypeSyntax.Element(label: $0.label, type: inner($0.type)) }
        }
        switch type {
        case .named(let components):
            let found = named(components, in: scope, depth: depth)
            return self.type(named: found, file: scope.file)?.isProtocol == true ? .any(found) : found
        case .any(let base): return .any(constraint(base, in: scope, depth: depth))
        case .some(let base): return .some(constraint(base, in: scope, depth: depth))
        case .composition: return .any(constraint(type, in: scope, depth: depth))
        case .optional(let wrapped): return .optional(inner(wrapped))
        case .array(let element): return .array(inner(element))
        case .dictionary(let key, let value): return .dictionary(inner(key), inner(value))
        case .tuple(let elements): return .tuple(inner(elements))
        case .function(var function):
            function.parameters = inner(function.parameters)
            function.result = inner(function.result)
            return .function(function)
        case .metatype(let base, let word):
            // `P.Type` of a protocol is an existential as well, so it gets `any`.
            if case .named = base, case .any(let found) = inner(base) { return .any(.metatype(found, word)) }
            return .metatype(inner(base), word)
        case .attributed(let words, let base): return .attributed(words, inner(base))
        case .suppressed, .verbatim: return type
        }
    }

    /// Returns the canonical type after `any` or `some`. A protocol gets no second `any` there.
    private func constraint(_ type: TypeSyntax, in scope: Scope, depth: Int) -> TypeSyntax {
        switch type {
        case .composition(let types): return .composition(types.map { constraint($0, in: scope, depth: depth) })
        case .metatype(let base, let word): return .metatype(constraint(base, in: scope, depth: depth), word)
        default:
            let found = canonical(type, in: scope, depth: depth)
            if case .any(let base) = found { return base }
            return found
        }
    }

    private func named(_ written: [TypeSyntax.Component], in scope: Scope, depth: Int) -> TypeSyntax {
        let components = written.map { component in
            TypeSyntax.Component(
                component.name, arguments: component.arguments.map { canonical($0, in: scope, depth: depth) })
        }
        let first = components[0]
        if scope.generics.contains(first.name) { return .named(components) }
        if first.name == "Self", let own = type(of: scope.path, from: scope) {
            return path(from: own.selfType, rest: components.dropFirst(), scope, depth: depth)
        }
        for count in (0...scope.path.count).reversed() {
            let outer = home(of: first.name, in: Array(scope.path.prefix(count)), from: scope, depth: depth)
            if let found = type(of: outer + [first.name], from: scope) {
                // The outer types get their own generic parameters as arguments.
                let around = type(of: outer, from: scope)?.selfType ?? .named(outer.map { TypeSyntax.Component($0) })
                guard case .named(let before) = around else { return .named(components) }
                let name = TypeSyntax.Component(found.path.last ?? "", arguments: first.arguments)
                return path(from: .named(before + [name]), rest: components.dropFirst(), scope, depth: depth)
            }
            if let found = alias(of: outer + [first.name], from: scope) {
                guard let target = expanded(found, first.arguments, depth: depth) else { return .named(components) }
                return path(from: target, rest: components.dropFirst(), scope, depth: depth)
            }
        }
        if components.count > 1, scope.module == nil, modules.contains(first.name) {
            var outside = Scope(file: scope.file)
            outside.module = first.name
            return named(Array(components.dropFirst()), in: outside, depth: depth + 1)
        }
        return .named(components)
    }

    /// Returns the path of the type that declares a nested name: `path`, or the nearest superclass that has the name.
    private func home(of name: String, in path: [String], from scope: Scope, depth: Int) -> [String] {
        var owner = path.isEmpty ? nil : type(of: path, from: scope)
        var count = 0
        // The limits are for classes that inherit from each other, or from types nested in them. The compiler reports
        // these.
        while let next = owner, count < 64, depth < 8 {
            let inner = next.path + [name]
            if type(of: inner, from: scope) != nil || alias(of: inner, from: scope) != nil { return next.path }
            owner = superclass(of: next, depth: depth + 1)
            count += 1
        }
        return path
    }

    /// Returns the type that the remaining names lead to, starting from a type.
    private func path(
        from base: TypeSyntax, rest: ArraySlice<TypeSyntax.Component>, _ scope: Scope, depth: Int
    ) -> TypeSyntax {
        guard let next = rest.first else { return base }
        var base = base
        if case .any(let named) = base { base = named }
        guard case .named(let components) = base else { return .named([TypeSyntax.Component("\(base)")] + rest) }
        let candidate = components.map(\.name) + [next.name]
        // If one branch of an `#if` declares a type and another branch an alias, the type is used for both.
        if type(of: candidate, from: scope) == nil, let found = alias(of: candidate, from: scope),
            let target = expanded(found, next.arguments, depth: depth)
        {
            return path(from: target, rest: rest.dropFirst(), scope, depth: depth)
        }
        return path(from: .named(components + [next]), rest: rest.dropFirst(), scope, depth: depth)
    }

    private func expanded(_ found: Alias, _ arguments: [TypeSyntax], depth: Int) -> TypeSyntax? {
        guard let target = found.declaration.target else { return nil }
        let names = found.declaration.genericParameters.map(\.plainName)
        var scope = found.scope
        scope.generics.formUnion(names)
        let type = canonical(TypeSyntax(target), in: scope, depth: depth + 1)
        return type.substituting(Dictionary(zip(names, arguments)) { first, _ in first })
    }

    /// Returns the narrowest access level among the types that a canonical type mentions.
    package func access(of type: TypeSyntax, file: Int) -> AccessLevel {
        var access = AccessLevel.open
        _ = type.mapped { part in
            if let declared = self.type(named: part, file: file) { access = min(access, declared.access) }
            return part
        }
        return access
    }
}
