/// A parsed type. Different spellings of one type are equal.
///
/// `Array<Int>`, `Swift.Array<Int>` and `[ Int ]` are equal, and so are `Optional<A>`, `A?` and `A!`.
package indirect enum TypeSyntax: Hashable, Sendable {
    /// One step of a path such as `Shop.Cart<Item>`.
    package struct Component: Hashable, Sendable {
        /// The identifier.
        package var name: String
        /// The types in the angle brackets.
        package var arguments: [TypeSyntax]

        /// Creates a step.
        package init(_ name: String, arguments: [TypeSyntax] = []) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// An element of a tuple, or a parameter of a function type.
    package struct Element: Hashable, Sendable {
        /// The label, if there is one.
        package var label: String?
        /// The type.
        package var type: TypeSyntax

        /// Creates an element.
        package init(label: String? = nil, type: TypeSyntax) {
            self.label = label
            self.type = type
        }
    }

    /// The parts of a function type.
    package struct Function: Hashable, Sendable {
        /// The parameters.
        package var parameters: [Element]
        /// True if it is `async`.
        package var isAsync = false
        /// `throws` or `throws(E)` as written; nil if it does not throw.
        package var throwing: String?
        /// Its result.
        package var result: TypeSyntax
    }

    case named([Component])
    case optional(TypeSyntax)
    case array(TypeSyntax)
    case dictionary(TypeSyntax, TypeSyntax)
    case tuple([Element])
    case function(Function)
    case any(TypeSyntax)
    case some(TypeSyntax)
    case composition([TypeSyntax])
    /// `T.Type` or `T.Protocol`.
    case metatype(TypeSyntax, String)
    /// Attributes such as `@Sendable` and specifiers such as `borrowing` before a type.
    case attributed([String], TypeSyntax)
    /// `~Copyable`.
    case suppressed(TypeSyntax)
    /// Text that is not a known type, with single spaces.
    case verbatim(String)

    /// Parses the text of a type.
    package init(_ text: String) {
        // A plain name needs no parser.
        if text != "Void", !text.isEmpty, text.utf8.allSatisfy(SourceBuffer.isWord) {
            self = .name(text)
            return
        }
        var parser = TypeParser(text)
        self = parser.parse() ?? .verbatim(text.split { $0.isWhitespace }.joined(separator: " "))
    }

    /// Creates a name, with generic arguments if there are any.
    package static func name(_ name: String, _ arguments: [TypeSyntax] = []) -> TypeSyntax {
        .named([Component(name, arguments: arguments)])
    }

    /// The empty tuple.
    package static let void = TypeSyntax.tuple([])
}

extension TypeSyntax: CustomStringConvertible {
    /// The type in its canonical spelling.
    package var description: String {
        switch self {
        case .named(let components): components.map(\.description).joined(separator: ".")
        case .optional(let wrapped): "\(wrapped.grouped)?"
        case .array(let element): "[\(element)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .tuple(let elements): elements.isEmpty ? "Void" : "(\(Self.list(elements)))"
        case .function(let function):
            "(\(Self.list(function.parameters)))\(function.isAsync ? " async" : "")"
                + "\(function.throwing.map { " \($0)" } ?? "") -> \(function.result)"
        case .any(let type): "any \(type)"
        case .some(let type): "some \(type)"
        case .composition(let types): types.map(\.description).joined(separator: " & ")
        case .metatype(let type, let word): "\(type.grouped).\(word)"
        case .attributed(let words, let type): "\(words.joined(separator: " ")) \(type)"
        case .suppressed(let type): "~\(type)"
        case .verbatim(let text): text
        }
    }

    /// The type, in parentheses if a following sign would otherwise apply only to a part of it.
    private var grouped: String {
        switch self {
        case .function, .any, .some, .composition, .attributed, .suppressed: "(\(self))"
        default: description
        }
    }

    private static func list(_ elements: [Element]) -> String {
        elements.map { element in
            element.label.map { "\($0): \(element.type)" } ?? element.type.description
        }.joined(separator: ", ")
    }
}

extension TypeSyntax.Component: CustomStringConvertible {
    /// The step with its arguments.
    package var description: String {
        arguments.isEmpty ? name : "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    }
}

extension TypeSyntax {
    /// Returns the type with every part transformed, inner parts first.
    package func mapped(_ transform: (TypeSyntax) -> TypeSyntax) -> TypeSyntax {
        let inner: TypeSyntax
        switch self {
        case .named(let components):
            inner = .named(
                components.map { component in
                    Component(component.name, arguments: component.arguments.map { $0.mapped(transform) })
                })
        case .optional(let type): inner = .optional(type.mapped(transform))
        case .array(let type): inner = .array(type.mapped(transform))
        case .dictionary(let key, let value):
            inner = .dictionary(key.mapped(transform), value.mapped(transform))
        case .tuple(let elements):
            inner = .tuple(elements.map { Element(label: $0.label, type: $0.type.mapped(transform)) })
        case .function(var function):
            function.parameters = function.parameters.map {
                Element(label: $0.label, type: $0.type.mapped(transform))
            }
            function.result = function.result.mapped(transform)
            inner = .function(function)
        case .any(let type): inner = .any(type.mapped(transform))
        case .some(let type): inner = .some(type.mapped(transform))
        case .composition(let types): inner = .composition(types.map { $0.mapped(transform) })
        case .metatype(let type, let word): inner = .metatype(type.mapped(transform), word)
        case .attributed(let words, let type): inner = .attributed(words, type.mapped(transform))
        case .suppressed(let type): inner = .suppressed(type.mapped(transform))
        case .verbatim: inner = self
        }
        return transform(inner)
    }

    /// The number of types in this type, including itself.
    package var size: Int {
        var count = 0
        _ = mapped { part in
            count += 1
            return part
        }
        return count
    }

    /// The wrapped type of an optional; nil for other types.
    package var wrapped: TypeSyntax? {
        if case .optional(let type) = self { type } else { nil }
    }

    /// The type without attributes and specifiers before it.
    package var withoutAttributes: TypeSyntax {
        if case .attributed(_, let type) = self { type.withoutAttributes } else { self }
    }

    /// True if a parameter of this type needs `@escaping` to be stored.
    package var isFunction: Bool {
        if case .function = withoutAttributes { true } else { false }
    }
}
