/// One thing the container should know of a component beyond its type.
///
/// The configuration file can say each of them too, and wins.
public struct ComponentTrait: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case named(String)
        case primary
        case fallback
        case order(Int)
        case scope(Scope)
        case lazy
        case profile(String)
        case whenProperty(String, equals: PropertyValue?)
        case whenMissing(MissingType)
        case dependsOn([String])
    }

    /// A type compared by identity.
    struct MissingType: Sendable, Equatable {
        let type: Any.Type
        static func == (left: Self, right: Self) -> Bool { left.type == right.type }
    }

    let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Registers the component under a name of its own instead of its class's.
    public static func named(_ name: String) -> ComponentTrait { ComponentTrait(.named(name)) }

    /// Lets the component win where several fit.
    public static var primary: ComponentTrait { ComponentTrait(.primary) }

    /// Lets the component serve only where no other fits.
    public static var fallback: ComponentTrait { ComponentTrait(.fallback) }

    /// Places the component in collections: lower numbers first, 0 where nothing is said, equals by name.
    public static func order(_ order: Int) -> ComponentTrait { ComponentTrait(.order(order)) }

    /// Says how long an instance lives and who shares it.
    public static func scope(_ scope: Scope) -> ComponentTrait { ComponentTrait(.scope(scope)) }

    /// Makes a singleton only when somebody needs it.
    public static var lazy: ComponentTrait { ComponentTrait(.lazy) }

    /// Lets the component in only while a profile is active, or while none is for a name like `!test`; of several such
    /// traits one must hold.
    public static func profile(_ name: String) -> ComponentTrait { ComponentTrait(.profile(name)) }

    /// Lets the component in only while a property has a value.
    /// - Parameters:
    ///   - property: The property's key path, such as `payments.enabled`.
    ///   - value: The value it must have; without one, any value but `false` will do.
    public static func when(property: String, equals value: PropertyValue? = nil) -> ComponentTrait {
        ComponentTrait(.whenProperty(property, equals: value))
    }

    /// Lets the component in only where no other provides a type.
    public static func whenMissing<Wanted>(_ type: Wanted.Type) -> ComponentTrait {
        ComponentTrait(.whenMissing(MissingType(type: type)))
    }

    /// Starts the named components before this one.
    public static func dependsOn(_ names: String...) -> ComponentTrait { ComponentTrait(.dependsOn(names)) }
}

extension ComponentTrait: ExpressibleByStringLiteral {
    /// A name, as in `@Component("stripe")`.
    public init(stringLiteral name: String) { self = .named(name) }
}
