import IOCModel
import IOCSource

/// The initializer that makes a component, as far as the sources tell.
enum SourceConstructor {
    /// Its parameters, none for `init()`, and the type that it names where that is another one than its own.
    case known([SourceParameter], otherwise: OtherProduct? = nil)
    /// Only the compiler or a run knows what it asks for.
    case open(String, at: SourceLocation?)
    /// The compiler refuses it, and says so.
    case refused
}

/// A type that a `constructor` makes in the place of its own.
struct OtherProduct {
    /// Its number.
    var number: Int
    /// Where the constructor is written.
    var location: SourceLocation
}

/// A parameter of an initializer that the container calls.
struct SourceParameter {
    /// Its requests beyond its type.
    enum Request {
        /// A component, by name or by its type alone.
        case component(named: String?)
        /// A component, by a name that only the compiler knows.
        case componentOfUnreadName
        /// A property of the configuration.
        case setting(key: String, hasDefault: Bool)
        /// Something that only the compiler knows.
        case unread
    }

    /// The name in messages.
    var name: String
    var location: SourceLocation
    /// The type in full, generic parameters replaced.
    var type: TypeSyntax
    /// The number of the file that the type is written in.
    var file: Int
    var request: Request
}

extension SourceParameter.Request {
    /// Reads what stands behind a parameter's name in `@Named(…)`, `@Injected(…)` or `Parameter("log", …)`.
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - hasDefault: True if the parameter's own default value is the setting's.
    init(_ arguments: [ExpressionSyntax.Argument], hasDefault: Bool) {
        if let key = arguments.first(where: { $0.label == "setting" })?.value {
            let given = arguments.first { $0.label == "default" }?.value.form
            self =
                key.string.map { .setting(key: $0, hasDefault: hasDefault || given.map { $0 != .none } ?? false) }
                ?? .unread
            return
        }
        guard let name = arguments.first(where: { $0.label == nil || $0.label == "named" })?.value, name.form != .none
        else {
            self = .component(named: nil)
            return
        }
        self = name.string.map { .component(named: $0) } ?? .componentOfUnreadName
    }
}
