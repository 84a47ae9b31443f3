/// An expression that is written out, such as `[.named("stripe"), .primary]`, taken apart as far as it is literal.
///
/// It reads what stands in attributes, in initial values and in a component's traits. Whatever needs a compiler to be
/// understood is kept as text.
package struct ExpressionSyntax: Hashable, Sendable {
    /// The written text.
    package indirect enum Form: Hashable, Sendable {
        /// A string without interpolation, escapes resolved.
        case string(String)
        case integer(Int)
        case number(Double)
        case boolean(Bool)
        case none
        /// A plain name, generic arguments included.
        case name(String)
        /// `.name`, or a member of another expression: `Shop.Cart.self`.
        case member(ExpressionSyntax?, String)
        /// A call, or a trailing closure behind something.
        case call(ExpressionSyntax, [Argument])
        case array([ExpressionSyntax])
        case dictionary([Entry])
        /// The text between the braces.
        case closure(String)
        /// Everything else, as written.
        case other
    }

    /// An argument of a call; a trailing closure is one too.
    package struct Argument: Hashable, Sendable {
        /// The label, where there is one.
        package var label: String?
        /// The value.
        package var value: ExpressionSyntax

        init(label: String?, value: ExpressionSyntax) {
            self.label = label
            self.value = value
        }

        /// An argument as an attribute has it.
        package init(_ argument: AttributeUse.Argument) {
            self.init(label: argument.label, value: ExpressionSyntax(argument.value.text))
        }
    }

    /// A key with its value.
    package struct Entry: Hashable, Sendable {
        /// The key.
        package var key: ExpressionSyntax
        /// The value.
        package var value: ExpressionSyntax
    }

    /// The written text.
    package var form: Form
    /// The text it was read from.
    package var text: String
    /// Where it starts in the whole text, in bytes.
    package var offset: Int

    init(form: Form, text: String, offset: Int) {
        self.form = form
        self.text = text
        self.offset = offset
    }

    /// Reads a text.
    package init(_ text: String) {
        var parser = ExpressionParser(text)
        self = parser.parse()
    }

    /// The plain string that is written, if it is one.
    package var string: String? {
        if case .string(let value) = form { value } else { nil }
    }

    /// The text between the braces of a closure, if it is one.
    package var closure: String? {
        if case .closure(let text) = form { text } else { nil }
    }

    /// The elements of an array literal, if it is one.
    package var elements: [ExpressionSyntax]? {
        if case .array(let elements) = form { elements } else { nil }
    }

    /// The type in `T.self`, as text.
    package var metatype: String? {
        if case .member(let base?, "self") = form { base.text } else { nil }
    }

    /// The name and the arguments of a call or a member without any: `.named("x")`, `.primary`, `Definition { … }`.
    package var callee: (name: String, arguments: [Argument])? {
        switch form {
        case .call(let function, let arguments):
            guard let inner = function.callee else { return nil }
            return (inner.name, inner.arguments + arguments)
        case .member(_, let name): return (name, [])
        case .name(let name): return (name, [])
        default: return nil
        }
    }
}
