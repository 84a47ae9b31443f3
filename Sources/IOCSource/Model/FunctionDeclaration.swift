/// A function, method or initialiser.
public struct FunctionDeclaration: Hashable, Sendable {
    /// What a function may throw.
    public enum Throwing: Hashable, Sendable {
        case nothing, anything
        /// The one error type that `throws(…)` names.
        case error(String)
        /// Whatever its argument throws.
        case rethrowing
    }

    /// The name without parameters and backticks; `init` for an initialiser.
    public var name: String
    /// Where the name stands.
    public var position: SourcePosition
    /// The access level that is written, if any.
    public var writtenAccess: AccessLevel?
    /// The attributes, in order.
    public var attributes: [AttributeUse] = []
    /// Words such as `mutating`, `convenience` and `nonisolated`, in order.
    public var modifiers: [String] = []
    /// The generic parameters in angle brackets.
    public var genericParameters: [GenericParameter] = []
    /// The requirements after `where`, without that word.
    public var genericWhereClause: String?
    /// The parameters, in order.
    public var parameters: [ParameterDeclaration] = []
    /// The type after the arrow, if any.
    public var returnType: SourceText?
    /// Whether it is `async`.
    public var isAsync = false
    /// What it throws.
    public var throwing = Throwing.nothing
    /// Whether it belongs to the type instead of its instances.
    public var isStatic = false
    /// Whether it is an initialiser.
    public var isInitializer = false
    /// Whether it is an initialiser that may return nil.
    public var isFailable = false
    /// Whether it has a body; a protocol's requirement has none.
    public var hasBody = false
    /// The `#if` condition that the declaration stands under, if any.
    public var condition: String?

    /// A function of that name.
    public init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }

    /// The name with its labels: `provideClient(session:_:)`.
    public var fullName: String {
        "\(name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
    }
}

/// One parameter of a function.
public struct ParameterDeclaration: Hashable, Sendable {
    /// What a call writes; nil where it writes nothing.
    public var label: String?
    /// What the body calls it.
    public var name: String
    /// The type as written, with specifiers such as `borrowing`.
    public var type: SourceText
    /// The default value as written, if any.
    public var defaultValue: String?
    /// Whether it takes any number of values.
    public var isVariadic = false
    /// Where the parameter starts.
    public var position: SourcePosition

    /// A parameter made of its parts.
    public init(label: String?, name: String, type: SourceText, position: SourcePosition) {
        self.label = label
        self.name = name
        self.type = type
        self.position = position
    }
}
