package import IOCModel

/// A piece of source and its place.
package struct SourceText: Sendable {
    /// The text as written, without surrounding white space.
    package var text: String
    /// The place of its first character.
    package var location: SourceLocation

    init(_ text: String, at location: SourceLocation) {
        self.text = text
        self.location = location
    }
}

/// An attribute before a declaration, such as `@available(macOS 16, *)`.
package struct AttributeUse: Sendable {
    /// The name without `@`, with generic arguments if there are any: `Value<Int>`.
    package var name: String
    /// The arguments as written; nil if there are no parentheses.
    package var arguments: [String]?

    /// The name without module and generic arguments: `IOC.Value<Int>` is `Value`.
    package var baseName: String {
        let plain = name.prefix { $0 != "<" }
        return String(plain.split(separator: ".").last ?? plain)
    }

    /// The attribute as source text.
    package var text: String {
        "@\(name)" + (arguments.map { "(\($0.joined(separator: ", ")))" } ?? "")
    }
}

/// A stored or computed property.
package struct PropertyDeclaration: Sendable {
    /// The name without backticks.
    package var name: String
    /// The place of the name.
    package var location: SourceLocation
    /// The type, if one is written.
    package var type: SourceText?
    /// The access level, if one is written.
    package var writtenAccess: AccessLevel?
    /// Words such as `lazy`, `weak` and `nonisolated`, in order.
    package var modifiers: [String] = []
    /// True if it is declared with `let`.
    package var isLet = false
    /// True if it belongs to the type instead of its instances.
    package var isStatic = false
    /// True if an initial value is written.
    package var isInitialized = false
    /// True if the property is computed. A property with observers is stored.
    package var isComputed = false
    /// True if the property has a setter.
    package var isSettable = false
    /// The condition of the `#if` around it, if any.
    package var condition: String?

    init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}

/// A method or an initializer.
package struct FunctionDeclaration: Sendable {
    /// The errors that a function may throw.
    package enum Throwing: Hashable, Sendable {
        case nothing, anything
        /// The error type in `throws(…)`.
        case error(String)
        /// The errors of the closures that it is called with.
        case rethrowing
    }

    /// The name without parameters and backticks; `init` for an initializer.
    package var name: String
    /// The place of the name.
    package var location: SourceLocation
    /// The access level, if one is written.
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
    /// The errors that it may throw.
    package var throwing = Throwing.nothing
    /// True if it belongs to the type instead of its instances.
    package var isStatic = false
    /// True if it is an initializer.
    package var isInitializer = false
    /// True if it is an initializer that may return nil.
    package var isFailable = false
    /// The condition of the `#if` around it, if any.
    package var condition: String?

    init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }

    /// The name with its labels: `provideClient(session:_:)`.
    package var fullName: String {
        "\(name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
    }
}

/// One parameter of a function.
package struct ParameterDeclaration: Sendable {
    /// The label in a call; nil if there is none.
    package var label: String?
    /// Its name in the body.
    package var name: String
    /// The type as written, with specifiers such as `borrowing`.
    package var type: SourceText
    /// True if it has a default value.
    package var isDefaulted = false
    /// True if it takes any number of values.
    package var isVariadic = false
    /// The place of the parameter's start, including attributes.
    package var location: SourceLocation
}
