/// What stands directly in a class's braces, as far as `@Component` looks.
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
        /// Whether `willSet` or `didSet` observe it.
        var isObserved = false
        /// Whether the statement declares other names as well.
        var sharesKeyword = false
        /// Whether it stands under `#if`.
        var isConditional = false
        var prefix: DeclarationPrefix

        var isStatic: Bool { prefix.has("static") || prefix.has("class") }

        /// Whether the container fills it.
        var isWrapped: Bool { prefix.attribute("Autowired") != nil || prefix.attribute("Value") != nil }

        /// Whether each instance stores it where every thread can reach it.
        var isShared: Bool {
            !isStatic && !isComputed && !prefix.unsafeModifiers.contains("nonisolated")
                && prefix.attribute("MainActor") == nil
        }
    }

    struct Initializer {
        /// The token `init`.
        var keyword: Int
        /// Whether it is `init()`: nothing to give it, and it neither fails nor waits.
        var isPlain: Bool
        var prefix: DeclarationPrefix
    }

    case property(Property)
    case initializer(Initializer)
    /// A macro, by its token, whose declarations are not to be seen here.
    case macro(Int)
    /// `#if` and its kin, with the condition.
    case directive(String)
}
