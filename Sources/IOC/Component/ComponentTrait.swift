import IOCPlan

/// One thing the container should know of a component beyond its type.
///
/// The configuration file can say each of them too, and wins.
public struct ComponentTrait: Sendable, Equatable {
    let kind: Trait

    private init(_ kind: Trait) { self.kind = kind }

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
        ComponentTrait(.whenMissing(TypeIdentity.id(type)))
    }

    /// Starts the named components before this one.
    public static func dependsOn(_ names: String...) -> ComponentTrait { ComponentTrait(.dependsOn(names)) }
}

extension ComponentTrait: ExpressibleByStringLiteral {
    /// A name, as in `@Component("stripe")`.
    public init(stringLiteral name: String) { self = .named(name) }
}
