package import IOCModel

/// A type or an extension, with the declarations directly in it.
package struct TypeDeclaration: Sendable {
    /// The forms of a type declaration.
    package enum Kind: Hashable, Sendable {
        case `class`, `struct`, `enum`, `protocol`, actor, `extension`
    }

    /// The form of the declaration.
    package var kind: Kind
    /// The declared name, or the extended type as written.
    package var name: String
    /// The place of the name.
    package var location: SourceLocation
    /// The access level, if one is written.
    package var writtenAccess: AccessLevel?
    /// The attributes, in order.
    package var attributes: [AttributeUse] = []
    /// Words such as `final` and `nonisolated`, in order; access levels are not among them.
    package var modifiers: [String] = []
    /// The generic parameters in angle brackets.
    package var genericParameters: [GenericParameter] = []
    /// The requirements after `where`, without that word.
    package var genericWhereClause: String?
    /// The superclass and protocols after the colon, each as written.
    package var inheritedTypes: [String] = []
    /// The types declared inside.
    package var types: [TypeDeclaration] = []
    /// The stored and computed properties.
    package var properties: [PropertyDeclaration] = []
    /// The methods and initializers.
    package var functions: [FunctionDeclaration] = []
    /// The type aliases; in a protocol, associated types too.
    package var aliases: [AliasDeclaration] = []
    /// The condition of the `#if` around it, if any.
    package var condition: String?

    init(kind: Kind, name: String, location: SourceLocation) {
        self.kind = kind
        self.name = name
        self.location = location
    }

    /// The superclass and protocols after the colon, each as written. For a protocol, the types that its `where` clause
    /// requires of `Self` are included.
    package var supertypes: [String] {
        guard kind == .protocol, let genericWhereClause else { return inheritedTypes }
        return inheritedTypes
            + genericWhereClause.topLevelParts.compactMap { requirement in
                let sides = requirement.split(separator: ":", maxSplits: 1)
                guard sides.count == 2, sides[0].filter({ !$0.isWhitespace }) == "Self" else { return nil }
                return String(sides[1])
            }
    }

    /// The initializers among the functions.
    package var initializers: [FunctionDeclaration] {
        functions.filter { $0.isInitializer }
    }
}

/// A generic parameter and its constraint.
package struct GenericParameter: Sendable {
    /// The name, with `each` or `let` if it is written.
    package var name: String
    /// The constraint after the colon, if any.
    package var constraint: String?

    /// The parameter as source text.
    package var text: String {
        constraint.map { "\(name): \($0)" } ?? name
    }

    /// The name without `each` or `let`.
    package var plainName: String {
        String(name.split(separator: " ").last ?? "")
    }
}

/// A type alias, or an associated type of a protocol.
package struct AliasDeclaration: Sendable {
    /// The new name.
    package var name: String
    /// The access level, if one is written.
    package var writtenAccess: AccessLevel?
    /// The generic parameters in angle brackets.
    package var genericParameters: [GenericParameter] = []
    /// The aliased type as written; nil for an associated type without a default.
    package var target: String?
}

extension String {
    /// The parts between the commas that are outside all brackets.
    var topLevelParts: [String] {
        var parts = [""]
        var depth = 0
        var last: Character?
        for character in self {
            if "(<[".contains(character) { depth += 1 }
            // The `>` of an arrow is not a bracket.
            if ")]".contains(character) || character == ">" && last != "-" { depth -= 1 }
            last = character
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }
}
