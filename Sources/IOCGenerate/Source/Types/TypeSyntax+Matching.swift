extension TypeSyntax {
    /// Returns the type with generic parameters replaced.
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

    /// Returns replacements of some names that make this pattern equal to `type`; nil if there are none.
    package func matching(_ type: TypeSyntax, names: Set<String>) -> [String: TypeSyntax]? {
        var known: [String: TypeSyntax] = [:]
        return matches(type, names, &known) ? known : nil
    }

    private func matches(_ type: TypeSyntax, _ names: Set<String>, _ known: inout [String: TypeSyntax]) -> Bool {
        if case .named(let components) = self, components.count == 1, components[0].arguments.isEmpty,
            names.contains(components[0].name)
        {
            let before = known.updateValue(type, forKey: components[0].name)
            return before == nil || before == type
        }
        func matches(_ left: [TypeSyntax], _ right: [TypeSyntax]) -> Bool {
            guard left.count == right.count else { return false }
            return zip(left, right).allSatisfy { $0.matches($1, names, &known) }
        }
        switch (self, type) {
        case (.named(let left), .named(let right)):
            return left.map(\.name) == right.map(\.name)
                && matches(left.flatMap(\.arguments), right.flatMap(\.arguments))
        case (.optional(let left), .optional(let right)), (.array(let left), .array(let right)),
            (.any(let left), .any(let right)):
            return matches([left], [right])
        case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
            return matches([key, value], [otherKey, otherValue])
        default: return self == type
        }
    }

    /// The types of a composition, or the name itself for a plain name, with or without `any`; nil for any other type.
    var conjuncts: [TypeSyntax]? {
        switch self {
        case .named: [self]
        case .composition(let types): types
        case .any(let type): type.conjuncts
        default: nil
        }
    }

    /// The name without the types in its angle brackets. Other types are unchanged.
    package var withoutArguments: TypeSyntax {
        guard case .named(let components) = self else { return self }
        return .named(components.map { Component($0.name) })
    }
}
