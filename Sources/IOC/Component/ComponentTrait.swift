public import IOCConfiguration
import IOCModel

/// A property of a component, such as its name or its scope.
///
/// A configuration file can state each trait too, and overrides the code. A subclass that inherits its superclass's
/// list does not inherit the name and `.primary`. A name records its place in the source. So the container can
/// distinguish an inherited list with a name from an equal list that the subclass declares itself. An equal list
/// without a name and without `.dependsOn` counts as inherited.
public struct ComponentTrait: Sendable, Equatable {
    /// The kind of a trait, with its values.
    enum Kind: Sendable, Equatable {
        case named(String, Place)
        case primary
        case fallback
        case order(Int)
        case scope(Scope)
        case lazy
        case profile(String)
        case when(ContextConfiguration.SettingCondition)
        case whenMissing(TypeID, ancestors: Bool)
        case retry(StartRetry)
        case dependsOn([ComponentTarget], Place)
    }

    /// The source position of a trait. Traits are equal regardless of their position, so any two places are equal.
    struct Place: Sendable, Equatable {
        let location: SourceLocation
        let column: UInt

        init(_ fileID: StaticString, _ line: UInt, _ column: UInt) {
            location = SourceLocation(fileID: fileID, line: Int(line))
            self.column = column
        }

        static func == (one: Place, other: Place) -> Bool { true }
    }

    let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Returns the traits of a type. If the type inherits its list, the name and `.primary` are removed from it.
    /// - Parameter superclass: The traits of the superclass; nil if the superclass is not a component.
    static func own(_ traits: [ComponentTrait], below superclass: [ComponentTrait]?) -> [ComponentTrait] {
        guard let superclass, traits == superclass,
            zip(traits.compactMap(\.place), superclass.compactMap(\.place)).allSatisfy({
                $0.location == $1.location && $0.column == $1.column
            })
        else { return traits }
        return traits.filter { trait in
            if case .named = trait.kind { false } else { trait.kind != .primary }
        }
    }

    private var place: Place? {
        switch kind {
        case .named(_, let place), .dependsOn(_, let place): place
        default: nil
        }
    }

    /// Registers the component under this name instead of its class's name.
    public static func named(
        _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.named(name, Place(fileID, line, column)))
    }

    /// Prefers the component if several fit.
    public static var primary: ComponentTrait { ComponentTrait(.primary) }

    /// Uses the component only if no other fits.
    public static var fallback: ComponentTrait { ComponentTrait(.fallback) }

    /// Orders the component in collections: lower numbers first, then by name. The default is 0.
    public static func order(_ order: Int) -> ComponentTrait { ComponentTrait(.order(order)) }

    /// Sets how long an instance lives, and which callers share it.
    public static func scope(_ scope: Scope) -> ComponentTrait { ComponentTrait(.scope(scope)) }

    /// Creates a singleton only when it is needed.
    public static var lazy: ComponentTrait { ComponentTrait(.lazy) }

    /// Registers the component only if a profile is active. For a name such as `!test`, the profile must not be active.
    /// If a component has several such traits, it is enough that one of them holds.
    public static func profile(_ name: String) -> ComponentTrait { ComponentTrait(.profile(name)) }

    /// Registers the component only if a setting has a value.
    /// - Parameters:
    ///   - setting: The setting's key path, such as `payments.enabled`.
    ///   - value: The value that the setting must have, as a value or as text: `true` is equal to `"true"` and `yes`.
    ///     Nil accepts any value except `false`, `no`, `off` and an empty text.
    public static func when(setting: String, equals value: SettingValue? = nil) -> ComponentTrait {
        ComponentTrait(.when(.init(setting: setting, equals: value)))
    }

    /// Registers the component only if no other component provides a type.
    /// - Parameters:
    ///   - type: The type.
    ///   - ancestors: True if components of parent contexts count; false if only those of the component's own context
    ///     do.
    public static func whenMissing<Wanted>(_ type: Wanted.Type, ancestors: Bool = true) -> ComponentTrait {
        ComponentTrait(.whenMissing(TypeIdentity.id(type), ancestors: ancestors))
    }

    /// Repeats a failed `start()`, or the failed creation of a component with an `async` initializer or function,
    /// within the time limit of a start.
    /// - Parameters:
    ///   - attempts: The maximum number of calls.
    ///   - delay: The time before the second call.
    ///   - factor: The factor by which the delay grows after each further call.
    public static func retry(
        attempts: Int, delay: Duration = .milliseconds(200), factor: Double = 2
    ) -> ComponentTrait {
        ComponentTrait(.retry(StartRetry(attempts: attempts, delay: delay, factor: factor)))
    }

    /// Starts the named components before this one.
    public static func dependsOn(
        _ names: String..., fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.dependsOn(names.map(ComponentTarget.name), Place(fileID, line, column)))
    }

    /// Starts all components of some types before this one.
    ///
    /// ```swift
    /// @Component(.dependsOn(Migrator.self))
    /// ```
    /// - Parameters:
    ///   - type: A class, or a protocol such as `(any Migration).self`.
    ///   - others: More classes or protocols.
    ///   - fileID: The file of the trait. The default is the caller's.
    ///   - line: The line of the trait. The default is the caller's.
    ///   - column: The column of the trait. The default is the caller's.
    public static func dependsOn(
        _ type: Any.Type, _ others: Any.Type..., fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.dependsOn(([type] + others).map { .type(TypeIdentity.id($0)) }, Place(fileID, line, column)))
    }
}

/// A reference to components: all components of a type, or the one with a name.
enum ComponentTarget: Sendable, Equatable {
    case type(TypeID)
    case name(String)
}

extension ComponentTrait: ExpressibleByStringLiteral {
    /// Creates a name, as in `@Component("stripe")`.
    public init(stringLiteral name: String) { self = .named(name) }
}
