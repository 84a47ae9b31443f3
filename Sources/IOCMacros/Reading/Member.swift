/// The declarations directly in a class's braces, as far as `@Component` looks.
enum Member {
    /// One name that a `let` or `var` declares.
    struct Property {
        /// The name's token.
        var name: Int
        /// The name as it is written, in backticks where it needs them.
        var spelling: String
        /// The token `let` or `var`.
        var keyword: Int
        var isLet: Bool
        var isComputed = false
        /// True if `willSet` or `didSet` observe it.
        var isObserved = false
        /// True if the statement declares other names as well.
        var sharesKeyword = false
        /// True if it stands under `#if`.
        var isConditional = false
        /// True if its name stands in a tuple with others.
        var isInTuple = false
        /// The tokens of the type that is written behind its colon.
        var type: Range<Int>?
        /// True if it is given a value where it is declared.
        var hasValue = false
        var prefix: DeclarationPrefix

        var isStatic: Bool { prefix.has("static") || prefix.has("class") }

        /// True if an initializer has to give it its value.
        var awaitsValue: Bool { isLet && !hasValue && !isStatic && !isWrapped }

        /// True if the container fills it.
        var isWrapped: Bool { prefix.attribute("Autowired") != nil || prefix.attribute("Value") != nil }

        /// True if each instance stores it where every thread can reach it.
        var isShared: Bool {
            !isStatic && !isComputed && !prefix.unsafeModifiers.contains("nonisolated")
                && prefix.attribute("MainActor") == nil
        }
    }

    struct Initializer {
        /// The token `init`.
        var keyword: Int
        /// The `<` of generic parameters.
        var generics: Int?
        var isFailable = false
        var isThrowing = false
        var isAsync = false
        var parameters: [Parameter] = []
        /// True if it stands under `#if`.
        var isConditional = false
        var prefix: DeclarationPrefix

        /// True if it is `init()`: nothing to give it, and it neither fails nor waits.
        var isPlain: Bool { parameters.isEmpty && generics == nil && !isFailable && !isThrowing && !isAsync }
    }

    /// A parameter of an initializer.
    struct Parameter {
        /// The tokens from its attributes to its default value.
        var tokens: Range<Int>
        var prefix: DeclarationPrefix
        /// The token that a caller writes before the colon; nil for `_`.
        var label: Int?
        /// The token of the name; nil for `_`.
        var name: Int?
        /// The tokens of the type, attributes included.
        var type: Range<Int>
        var isVariadic = false
        /// The tokens of the default value.
        var fallback: Range<Int>?
    }

    case property(Property)
    case initializer(Initializer)
    /// A macro, by its token, whose declarations are not to be seen here.
    case macro(Int)
    /// `#if` and its kin, with the condition.
    case directive(String)
}
