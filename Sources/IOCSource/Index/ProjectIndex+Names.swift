extension ProjectIndex {
    /// The one spelling of a type: names qualified from the outside, aliases expanded, protocols with `any`.
    ///
    /// Types the sources don't declare keep the name they have.
    package func canonical(_ type: TypeSyntax, in scope: Scope) -> TypeSyntax {
        canonical(type, in: scope, depth: 0)
    }

    private func canonical(_ type: TypeSyntax, in scope: Scope, depth: Int) -> TypeSyntax {
        // Aliases that refer to each other in a circle are the compiler's to report.
        guard depth < 32 else { return type }
        func inner(_ type: TypeSyntax) -> TypeSyntax { canonical(type, in: scope, depth: depth) }
        switch type {
        case .named(let components):
            let found = named(components, in: scope, depth: depth)
            return isProtocol(found, scope) ? .any(found) : found
        case .any(let base): return .any(constraint(base, in: scope, depth: depth))
        case .some(let base): return .some(constraint(base, in: scope, depth: depth))
        case .composition: return .any(constraint(type, in: scope, depth: depth))
        case .optional(let wrapped): return .optional(inner(wrapped))
        case .array(let element): return .array(inner(element))
        case .dictionary(let key, let value): return .dictionary(inner(key), inner(value))
        case .tuple(let elements):
            return .tuple(elements.map { TypeSyntax.Element(label: $0.label, type: inner($0.type)) })
        case .function(var function):
            function.parameters = function.parameters.map {
                TypeSyntax.Element(label: $0.label, type: inner($0.type))
            }
            function.result = inner(function.result)
            return .function(function)
        case .metatype(let base, let word):
            // `P.Type` of a protocol is an existential too.
            if case .named = base, case .any(let found) = inner(base) { return .any(.metatype(found, word)) }
            return .metatype(inner(base), word)
        case .attributed(let words, let base): return .attributed(words, inner(base))
        case .suppressed, .verbatim: return type
        }
    }

    /// A type that stands for a requirement, where a protocol takes no `any` of its own.
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

    private func isProtocol(_ type: TypeSyntax, _ scope: Scope) -> Bool {
        self.type(named: type, file: scope.file)?.isProtocol ?? false
    }

    private func named(_ written: [TypeSyntax.Component], in scope: Scope, depth: Int) -> TypeSyntax {
        let components = written.map { component in
            TypeSyntax.Component(
                component.name, arguments: component.arguments.map { canonical($0, in: scope, depth: depth) })
        }
        if scope.generics.contains(components[0].name) { return .named(components) }
        if components[0].name == "Self", let own = type(of: scope.path, from: scope) {
            return path(from: own.selfType, rest: components.dropFirst(), scope, depth: depth)
        }
        for count in (0...scope.path.count).reversed() {
            let outer = Array(scope.path.prefix(count))
            let candidate = home(of: components[0].name, in: outer, from: scope) + [components[0].name]
            if let found = type(of: candidate, from: scope) {
                // Inside a generic type its parameters are implied; what is around may be code, or another module's.
                let outer = Array(candidate.dropLast())
                let around =
                    type(of: outer, from: scope)?.selfType
                    ?? (outer.isEmpty ? nil : .named(outer.map { TypeSyntax.Component($0) }))
                return path(
                    from: join(around, found.path.last ?? "", components[0].arguments), rest: components.dropFirst(),
                    scope, depth: depth)
            }
            if let found = alias(of: candidate, from: scope) {
                guard let target = expanded(found, components[0].arguments, depth: depth) else {
                    return .named(components)
                }
                return path(from: target, rest: components.dropFirst(), scope, depth: depth)
            }
        }
        if components.count > 1, scope.module == nil, modules.contains(components[0].name) {
            var outside = Scope(file: scope.file)
            outside.module = components[0].name
            return named(Array(components.dropFirst()), in: outside, depth: depth + 1)
        }
        return .named(components)
    }

    /// The type that declares a nested name: `path` itself, the nearest superclass that has it, or a protocol of theirs.
    private func home(of name: String, in path: [String], from scope: Scope) -> [String] {
        var owner = path.isEmpty ? nil : type(of: path, from: scope)
        var enclosingTypes: [DeclaredType] = []
        while let next = owner, enclosingTypes.count < 64 {
            let candidate = next.path + [name]
            if type(of: candidate, from: scope) != nil || alias(of: candidate, from: scope) != nil { return next.path }
            enclosingTypes.append(next)
            owner = superclass(of: next)
        }
        return enclosingTypes.isEmpty ? path : protocolHome(of: name, enclosingTypes, from: scope) ?? path
    }

    /// The protocol whose alias the types of a enclosingTypes can use.
    private func protocolHome(of name: String, _ enclosingTypes: [DeclaredType], from scope: Scope) -> [String]? {
        guard let candidates = aliasOwners[name] else { return nil }
        var seen: Set<[String]> = []
        var queue = enclosingTypes
        while let next = queue.popLast(), seen.count < 256 {
            for (name, scope) in inherited(next) {
                guard let found = type(named: name, file: scope.file), seen.insert(found.path).inserted else {
                    continue
                }
                if found.isProtocol, candidates.contains(found.path) { return found.path }
                queue.append(found)
            }
        }
        return nil
    }

    /// Goes on from a type to what is nested in it.
    private func path(
        from base: TypeSyntax, rest: ArraySlice<TypeSyntax.Component>, _ scope: Scope, depth: Int
    ) -> TypeSyntax {
        guard let next = rest.first else { return base }
        var base = base
        if case .any(let named) = base { base = named }
        guard case .named(let components) = base else { return .named([TypeSyntax.Component("\(base)")] + rest) }
        let candidate = components.map(\.name) + [next.name]
        // One branch of a condition may declare a type and another an alias: the type stands for both, as it does inside.
        if type(of: candidate, from: scope) == nil, let found = alias(of: candidate, from: scope),
            let target = expanded(found, next.arguments, depth: depth)
        {
            return path(from: target, rest: rest.dropFirst(), scope, depth: depth)
        }
        return path(from: .named(components + [next]), rest: rest.dropFirst(), scope, depth: depth)
    }

    private func join(_ outer: TypeSyntax?, _ name: String, _ arguments: [TypeSyntax]) -> TypeSyntax {
        let last = TypeSyntax.Component(name, arguments: arguments)
        guard case .named(let components)? = outer else { return .named([last]) }
        return .named(components + [last])
    }

    private func expanded(
        _ found: Alias, _ arguments: [TypeSyntax], depth: Int
    ) -> TypeSyntax? {
        guard let target = found.declaration.target else { return nil }
        let names = found.declaration.genericParameters.map(\.plainName)
        var scope = found.scope
        scope.generics.formUnion(names)
        let type = canonical(TypeSyntax(target.text), in: scope, depth: depth + 1)
        return type.substituting(Dictionary(zip(names, arguments)) { first, _ in first })
    }

    /// The narrowest access among the types that a canonical type mentions.
    package func access(of type: TypeSyntax, file: Int) -> AccessLevel {
        var access = AccessLevel.open
        _ = type.mapped { part in
            if let declared = self.type(named: part, file: file) { access = min(access, declared.access) }
            return part
        }
        return access
    }
}

extension TypeSyntax {
    /// The type with generic parameters replaced.
    package func substituting(_ replacements: [String: TypeSyntax]) -> TypeSyntax {
        guard !replacements.isEmpty else { return self }
        return mapped { part in
            guard case .named(let components) = part, let first = components.first, first.arguments.isEmpty,
                let replacement = replacements[first.name]
            else { return part }
            guard components.count > 1 else { return replacement }
            guard case .named(let base) = replacement else { return part }
            return .named(base + components.dropFirst())
        }
    }

    /// The bindings of some names with which this pattern becomes `type`; nil where there are none.
    package func matching(_ type: TypeSyntax, names: Set<String>, _ known: [String: TypeSyntax] = [:]) -> [String:
        TypeSyntax]?
    {
        if case .named(let components) = self, components.count == 1, components[0].arguments.isEmpty,
            names.contains(components[0].name)
        {
            let name = components[0].name
            if let before = known[name], before != type { return nil }
            return known.merging([name: type]) { first, _ in first }
        }
        switch (self, type) {
        case (.named(let left), .named(let right)):
            guard left.map(\.name) == right.map(\.name) else { return nil }
            return Self.matching(left.flatMap(\.arguments), right.flatMap(\.arguments), names, known)
        case (.optional(let left), .optional(let right)), (.array(let left), .array(let right)),
            (.any(let left), .any(let right)):
            return left.matching(right, names: names, known)
        case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
            return Self.matching([key, value], [otherKey, otherValue], names, known)
        default: return self == type ? known : nil
        }
    }

    private static func matching(
        _ left: [TypeSyntax], _ right: [TypeSyntax], _ names: Set<String>, _ known: [String: TypeSyntax]
    ) -> [String: TypeSyntax]? {
        guard left.count == right.count else { return nil }
        var result: [String: TypeSyntax]? = known
        for (one, other) in zip(left, right) {
            result = result.flatMap { one.matching(other, names: names, $0) }
        }
        return result
    }
}
