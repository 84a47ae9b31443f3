/// A function, method or initializer.
package struct FunctionDeclaration: Sendable {
    /// The errors that a function may throw.
    package enum Throwing: Hashable, Sendable {
        case nothing, anything
        /// The one error type that `throws(…)` names.
        case error(String)
        /// Whatever its argument throws.
        case rethrowing
    }

    /// The name without parameters and backticks; `init` for an initializer.
    package var name: String
    /// Where the name stands.
    package var position: SourcePosition
    /// The access level that is written, if any.
    package var writtenAccess: AccessLevel?
    /// The attributes, in order.
    package var attributes: [AttributeUse] = []
    /// Words such as `mutating`, `convenience` and `nonisolated`, in order.
    package var modifiers: [String] = []
    /// The generic parameters in angle brackets.
    package var genericParameters: [GenericParameter] = []
    /// The requirements after `where`, without that word.
    package var genericWhereClause: String?
    /// The parameters, in order.
    package var parameters: [ParameterDeclaration] = []
    /// The type after the arrow, if any.
    package var returnType: SourceText?
    /// True if it is `async`.
    package var isAsync = false
    /// The error type that it throws.
    package var throwing = Throwing.nothing
    /// True if it belongs to the type instead of its instances.
    package var isStatic = false
    /// True if it is an initializer.
    package var isInitializer = false
    /// True if it is an initializer that may return nil.
    package var isFailable = false
    /// True if it has a body; a protocol's requirement has none.
    package var hasBody = false
    /// The `#if` condition that the declaration stands under, if any.
    package var condition: String?

    /// A function of that name.
    package init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }

    /// The name with its labels: `provideClient(session:_:)`.
    package var fullName: String {
        "\(name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
    }
}

/// One parameter of a function.
package struct ParameterDeclaration: Sendable {
    /// The argument that a call writes; nil where it writes none.
    package var label: String?
    /// Its name in the body.
    package var name: String
    /// The type as written, with specifiers such as `borrowing`.
    package var type: SourceText
    /// The attributes, in order.
    package var attributes: [AttributeUse] = []
    /// The default value as written, if any.
    package var defaultValue: String?
    /// True if it takes any number of values.
    package var isVariadic = false
    /// Where the parameter starts.
    package var position: SourcePosition

    /// A parameter made of its parts.
    package init(label: String?, name: String, type: SourceText, position: SourcePosition) {
        self.label = label
        self.name = name
        self.type = type
        self.position = position
    }
}
