/// A type or an extension, with what is declared directly in it.
public struct TypeDeclaration: Hashable, Sendable {
    /// The forms a type declaration takes.
    public enum Kind: Int, Hashable, Sendable {
        case `class`, `struct`, `enum`, `protocol`, actor, `extension`
    }

    /// What is declared.
    public var kind: Kind
    /// The declared name, or the extended type as written.
    public var name: String
    /// Where the name stands.
    public var position: SourcePosition
    /// The access level that is written, if any.
    public var writtenAccess: AccessLevel?
    /// The attributes, in order.
    public var attributes: [AttributeUse] = []
    /// Words such as `final` and `nonisolated`, in order; access levels are not among them.
    public var modifiers: [String] = []
    /// The generic parameters in angle brackets.
    public var genericParameters: [GenericParameter] = []
    /// The requirements after `where`, without that word.
    public var genericWhereClause: String?
    /// The superclass and protocols after the colon, each as written.
    public var inheritedTypes: [SourceText] = []
    /// The types declared inside.
    public var types: [TypeDeclaration] = []
    /// The stored and computed properties.
    public var properties: [PropertyDeclaration] = []
    /// The methods and initialisers.
    public var functions: [FunctionDeclaration] = []
    /// The type aliases; in a protocol, associated types too.
    public var aliases: [AliasDeclaration] = []
    /// The `#if` condition that the declaration stands under, if any.
    public var condition: String?

    /// A declaration without members yet.
    public init(kind: Kind, name: String, position: SourcePosition) {
        self.kind = kind
        self.name = name
        self.position = position
    }

    /// The initialisers among the functions.
    public var initializers: [FunctionDeclaration] {
        functions.filter { $0.isInitializer }
    }

    /// The first attribute of that name, modules and generic arguments aside.
    public func attribute(_ name: String) -> AttributeUse? {
        attributes.first { $0.baseName == name }
    }
}

/// A generic parameter and what is required of it where it is declared.
public struct GenericParameter: Hashable, Sendable {
    /// The name, with `each` or `let` where it is written.
    public var name: String
    /// The constraint after the colon, if any.
    public var constraint: String?

    /// A parameter made of its parts.
    public init(name: String, constraint: String?) {
        self.name = name
        self.constraint = constraint
    }

    /// The parameter as it would be written again.
    public var text: String {
        constraint.map { "\(name): \($0)" } ?? name
    }
}

/// A type alias, or an associated type of a protocol.
public struct AliasDeclaration: Hashable, Sendable {
    /// The new name.
    public var name: String
    /// Where the name stands.
    public var position: SourcePosition
    /// The access level that is written, if any.
    public var writtenAccess: AccessLevel?
    /// The generic parameters in angle brackets.
    public var genericParameters: [GenericParameter] = []
    /// The type it stands for; nil for an associated type without a default.
    public var target: SourceText?
    /// Whether this is a protocol's associated type.
    public var isAssociatedType = false

    /// An alias of that name.
    public init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }
}
