/// A type or an extension, with what is declared directly in it.
package struct TypeDeclaration: Sendable {
    /// The forms a type declaration takes.
    package enum Kind: Int, Hashable, Sendable {
        case `class`, `struct`, `enum`, `protocol`, actor, `extension`
    }

    /// The declarations.
    package var kind: Kind
    /// The declared name, or the extended type as written.
    package var name: String
    /// Where the name stands.
    package var position: SourcePosition
    /// The access level that is written, if any.
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
    package var inheritedTypes: [SourceText] = []
    /// The types declared inside.
    package var types: [TypeDeclaration] = []
    /// The stored and computed properties.
    package var properties: [PropertyDeclaration] = []
    /// The methods and initializers.
    package var functions: [FunctionDeclaration] = []
    /// The type aliases; in a protocol, associated types too.
    package var aliases: [AliasDeclaration] = []
    /// The cases of an enumeration, in order.
    package var cases: [CaseDeclaration] = []
    /// The `#if` condition that the declaration stands under, if any.
    package var condition: String?

    /// A declaration without members yet.
    package init(kind: Kind, name: String, position: SourcePosition) {
        self.kind = kind
        self.name = name
        self.position = position
    }

    /// The superclass and protocols after the colon, and for a protocol those that its `where` clause asks of `Self`, each as
    /// written.
    package var supertypes: [String] {
        let written = inheritedTypes.map(\.text)
        guard kind == .protocol, let genericWhereClause else { return written }
        return written
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

    /// The first attribute of that name, modules and generic arguments aside.
    package func attribute(_ name: String) -> AttributeUse? {
        attributes.first { $0.baseName == name }
    }
}

extension String {
    /// The parts between commas that stand in no brackets.
    package var topLevelParts: [String] {
        var parts = [""]
        var depth = 0
        var last: Character?
        for character in self {
            if "(<[".contains(character) { depth += 1 }
            // The sign of an arrow closes nothing.
            if ")]".contains(character) || character == ">" && last != "-" { depth -= 1 }
            last = character
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }
}

/// A case of an enumeration.
package struct CaseDeclaration: Sendable {
    /// The name without backticks.
    package var name: String
    /// The raw value as written, if any.
    package var rawValue: String?
    /// The `#if` condition that the declaration stands under, if any.
    package var condition: String?

    init(name: String, rawValue: String?, condition: String?) {
        self.name = name
        self.rawValue = rawValue
        self.condition = condition
    }
}

/// A generic parameter and what is required of it where it is declared.
package struct GenericParameter: Sendable {
    /// The name, with `each` or `let` where it is written.
    package var name: String
    /// The constraint after the colon, if any.
    package var constraint: String?

    /// A parameter made of its parts.
    package init(name: String, constraint: String?) {
        self.name = name
        self.constraint = constraint
    }

    /// The parameter as it would be written again.
    package var text: String {
        constraint.map { "\(name): \($0)" } ?? name
    }
}

/// A type alias, or an associated type of a protocol.
package struct AliasDeclaration: Sendable {
    /// The new name.
    package var name: String
    /// Where the name stands.
    package var position: SourcePosition
    /// The access level that is written, if any.
    package var writtenAccess: AccessLevel?
    /// The generic parameters in angle brackets.
    package var genericParameters: [GenericParameter] = []
    /// The type it stands for; nil for an associated type without a default.
    package var target: SourceText?
    /// True if this is a protocol's associated type.
    package var isAssociatedType = false
    /// The `#if` condition that the declaration stands under, if any.
    package var condition: String?

    /// An alias of that name.
    package init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }
}
