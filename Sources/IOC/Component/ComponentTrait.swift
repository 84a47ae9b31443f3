public import IOCConfiguration
import IOCModel

/// One thing the container should know of a component beyond its type.
///
/// The configuration file can say each of them too, and wins. A trait remembers where it is written. So the container can
/// tell a subclass that inherits its superclass's list, and leaves name and primary mark behind, from one with an equal
/// list of its own. `primary`, `fallback` and `lazy` have no place: a list of these alone that equals the superclass's counts as
/// inherited.
public struct ComponentTrait: Sendable {
    /// The trait itself.
    enum Kind: Sendable, Equatable {
        case named(String)
        case primary
        case fallback
        case order(Int)
        case scope(Scope)
        case lazy
        case profile(String)
        case when(ContextConfiguration.SettingCondition)
        case whenMissing(TypeID, ancestors: Bool)
        case retry(StartRetry)
        case dependsOn([String])
        case dependsOnTypes([TypeID])
    }

    private struct Place: Sendable, Equatable {
        let location: SourceLocation
        let column: UInt

        init(_ fileID: StaticString, _ line: UInt, _ column: UInt) {
            location = SourceLocation(fileID: fileID, line: Int(line))
            self.column = column
        }
    }

    let kind: Kind
    private let place: Place?

    private init(_ kind: Kind, _ place: Place? = nil) {
        self.kind = kind
        self.place = place
    }

    /// The place of the first `dependsOn` among some traits.
    static func originOfDependencies(in traits: [ComponentTrait]) -> Origin? {
        for trait in traits {
            switch trait.kind {
            case .dependsOn, .dependsOnTypes: if let place = trait.place { return .source(place.location) }
            default: break
            }
        }
        return nil
    }

    /// The traits of a type. Of a list that it inherits, those that its superclass keeps to itself are left out.
    /// - Parameter superclass: The traits of the superclass; nil if that is no component.
    static func own(_ traits: [ComponentTrait], below superclass: [ComponentTrait]?) -> [ComponentTrait] {
        guard let superclass, superclass.count == traits.count,
            zip(traits, superclass).allSatisfy({ $0 == $1 && $0.place == $1.place })
        else { return traits }
        return traits.filter { trait in
            if case .named = trait.kind { false } else { trait.kind != .primary }
        }
    }

    /// Registers the component under a name of its own instead of its class's.
    public static func named(
        _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.named(name), Place(fileID, line, column))
    }

    /// Lets the component win when several fit.
    public static var primary: ComponentTrait { ComponentTrait(.primary) }

    /// Lets the component serve only when no other fits.
    public static var fallback: ComponentTrait { ComponentTrait(.fallback) }

    /// Places the component in collections: lower numbers first, 0 without this trait, equals by name.
    public static func order(
        _ order: Int, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.order(order), Place(fileID, line, column))
    }

    /// Says how long an instance lives and who shares it.
    public static func scope(
        _ scope: Scope, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.scope(scope), Place(fileID, line, column))
    }

    /// Creates a singleton only when it is needed.
    public static var lazy: ComponentTrait { ComponentTrait(.lazy) }

    /// Lets the component in only while a profile is active, or while none is for a name like `!test`; of several such
    /// traits one must hold.
    public static func profile(
        _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.profile(name), Place(fileID, line, column))
    }

    /// Lets the component in only while a setting has a value.
    /// - Parameters:
    ///   - setting: The setting's key path, such as `payments.enabled`.
    ///   - value: The value it must have, as that value or in its text: `true` is also `"true"` and `yes`. Without one, any
    ///     value will do but `false`, `no`, `off` and an empty text.
    ///   - fileID: The file that it is written in.
    ///   - line: The line that it is written in.
    ///   - column: The column that it begins at.
    public static func when(
        setting: String, equals value: SettingValue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.when(.init(setting: setting, equals: value)), Place(fileID, line, column))
    }

    /// Lets the component in only if no other provides a type.
    /// - Parameters:
    ///   - type: The type.
    ///   - ancestors: True if components of parent contexts count; false for those of the component's own context alone.
    ///   - fileID: The file that it is written in.
    ///   - line: The line that it is written in.
    ///   - column: The column that it begins at.
    public static func whenMissing<Wanted>(
        _ type: Wanted.Type, ancestors: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.whenMissing(TypeIdentity.id(type), ancestors: ancestors), Place(fileID, line, column))
    }

    /// Tries a failed `start()` again, within the time that a start has.
    /// - Parameters:
    ///   - attempts: The number of times it is called at most.
    ///   - delay: The time to wait before the second call.
    ///   - factor: The factor by which each further wait is longer.
    ///   - fileID: The file that it is written in.
    ///   - line: The line that it is written in.
    ///   - column: The column that it begins at.
    public static func retry(
        attempts: Int, delay: Duration = .milliseconds(200), factor: Double = 2, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        let retry = StartRetry(attempts: attempts, delay: delay, factor: factor)
        return ComponentTrait(.retry(retry), Place(fileID, line, column))
    }

    /// Starts the named components before this one.
    public static func dependsOn(
        _ names: String..., fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.dependsOn(names), Place(fileID, line, column))
    }

    /// Starts all components of some types before this one.
    ///
    /// ```swift
    /// @Component(.dependsOn(Migrator.self))
    /// ```
    /// - Parameters:
    ///   - type: A class, or a protocol such as `(any Migration).self`.
    ///   - others: More of them.
    ///   - fileID: The file that it is written in.
    ///   - line: The line that it is written in.
    ///   - column: The column that it begins at.
    public static func dependsOn(
        _ type: Any.Type, _ others: Any.Type..., fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.dependsOnTypes(([type] + others).map(TypeIdentity.id)), Place(fileID, line, column))
    }
}

extension ComponentTrait: ExpressibleByStringLiteral {
    /// A name, as in `@Component("stripe")`.
    public init(stringLiteral name: String) { self = .named(name) }
}

extension ComponentTrait: Equatable {
    /// Returns true if two traits say the same, wherever they are written.
    public static func == (one: ComponentTrait, other: ComponentTrait) -> Bool { one.kind == other.kind }
}

/// The content of a list of traits, put together.
struct StatedTraits: Sendable {
    /// A type that no other component may provide.
    struct MissingType: Sendable, Equatable {
        /// The type as a trait gives it, or a name as a file does.
        enum Wanted: Sendable, Equatable {
            case type(TypeID)
            case name(String)
        }

        let wanted: Wanted
        /// True if components of parent contexts count.
        let ancestors: Bool

        init(wanted: Wanted, ancestors: Bool) { (self.wanted, self.ancestors) = (wanted, ancestors) }
    }

    private(set) var name: String?
    /// Everything that a file's entry can say too.
    private(set) var entry = ContextConfiguration.ComponentEntry()
    /// Conditions on properties, all of which must hold.
    private(set) var conditions: [ContextConfiguration.SettingCondition] = []
    private(set) var missingTypes: [MissingType] = []
    /// The types whose components start before this one.
    private(set) var earlierTypes: [TypeID] = []

    init(_ traits: [ComponentTrait]) {
        for trait in traits {
            switch trait.kind {
            case .named(let name): self.name = name
            case .primary: entry.isPrimary = true
            case .fallback: entry.isFallback = true
            case .order(let order): entry.order = order
            case .scope(let scope): entry.scope = scope
            case .lazy: entry.isLazy = true
            case .profile(let name): entry.profiles = (entry.profiles ?? []) + [name]
            case .when(let condition): conditions.append(condition)
            case .whenMissing(let type, let ancestors):
                missingTypes.append(MissingType(wanted: .type(type), ancestors: ancestors))
            case .retry(let retry): entry.retry = retry
            case .dependsOnTypes(let types): earlierTypes += types
            case .dependsOn(let names): entry.dependsOn = (entry.dependsOn ?? []) + names
            }
        }
    }
}
