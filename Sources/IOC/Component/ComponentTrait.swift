import IOCModel
import IOCPlan

/// One thing the container should know of a component beyond its type.
///
/// The configuration file can say each of them too, and wins. A trait remembers where it is written, so that a subclass
/// that inherits its superclass's list, and leaves name and primary mark behind, can be told from one that states an equal
/// list of its own. `primary`, `fallback` and `lazy` can't remember it: a list of these alone that equals the superclass's
/// counts as inherited.
public struct ComponentTrait: Sendable {
    let kind: Trait
    /// Where it is written; nil for the forms that can't tell.
    private let place: Place?

    private struct Place: Sendable {
        let file: StaticString
        let line: UInt
        let column: UInt

        static func == (one: Place, other: Place) -> Bool {
            one.line == other.line && one.column == other.column && one.file.description == other.file.description
        }
    }

    private init(_ kind: Trait, _ place: Place? = nil) {
        self.kind = kind
        self.place = place
    }

    /// Where one of some traits says what starts before the component.
    static func dependsOnOrigin(_ traits: [ComponentTrait]) -> Origin? {
        for trait in traits {
            guard case .dependsOn = trait.kind, let place = trait.place else { continue }
            return .source(SourceLocation(fileID: place.file, line: Int(place.line)))
        }
        return nil
    }

    /// Whether a subclass's list is the very one that its superclass states, rather than an equal one of its own.
    static func isInherited(_ own: [ComponentTrait], from superclass: [ComponentTrait]) -> Bool {
        own.count == superclass.count
            && zip(own, superclass).allSatisfy { own, inherited in
                guard own.kind == inherited.kind else { return false }
                guard let here = own.place, let there = inherited.place else { return true }
                return here == there
            }
    }

    /// Registers the component under a name of its own instead of its class's.
    public static func named(
        _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.named(name), Place(file: fileID, line: line, column: column))
    }

    /// Lets the component win where several fit.
    public static var primary: ComponentTrait { ComponentTrait(.primary) }

    /// Lets the component serve only where no other fits.
    public static var fallback: ComponentTrait { ComponentTrait(.fallback) }

    /// Places the component in collections: lower numbers first, 0 where nothing is said, equals by name.
    public static func order(
        _ order: Int, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.order(order), Place(file: fileID, line: line, column: column))
    }

    /// Says how long an instance lives and who shares it.
    public static func scope(
        _ scope: Scope, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.scope(scope), Place(file: fileID, line: line, column: column))
    }

    /// Makes a singleton only when somebody needs it.
    public static var lazy: ComponentTrait { ComponentTrait(.lazy) }

    /// Lets the component in only while a profile is active, or while none is for a name like `!test`; of several such
    /// traits one must hold.
    public static func profile(
        _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.profile(name), Place(file: fileID, line: line, column: column))
    }

    /// Lets the component in only while a property has a value.
    /// - Parameters:
    ///   - property: The property's key path, such as `payments.enabled`.
    ///   - value: The value it must have, as that value or in its text: `true` is also `"true"` and `yes`. Without one, any
    ///     value will do but `false`, `no`, `off` and an empty text.
    ///   - fileID: The file that it is written in.
    ///   - line: The line that it is written in.
    ///   - column: The column that it begins at.
    public static func when(
        property: String, equals value: PropertyValue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.whenProperty(property, equals: value), Place(file: fileID, line: line, column: column))
    }

    /// Lets the component in only where no other provides a type.
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
        ComponentTrait(
            .whenMissing(TypeIdentity.id(type), ancestors: ancestors),
            Place(file: fileID, line: line, column: column))
    }

    /// Starts the named components before this one.
    public static func dependsOn(
        _ names: String..., fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait(.dependsOn(names), Place(file: fileID, line: line, column: column))
    }

    /// Tries a failed `start()` again, within the time that a start has.
    /// - Parameters:
    ///   - attempts: How often it is called at most.
    ///   - delay: How long to wait before the second call.
    ///   - factor: How many times as long each further wait is.
    ///   - fileID: The file that it is written in.
    ///   - line: The line that it is written in.
    ///   - column: The column that it begins at.
    public static func retry(
        attempts: Int, delay: Duration = .milliseconds(200), factor: Double = 2, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        let retry = StartRetry(attempts: attempts, delay: delay, factor: factor)
        return ComponentTrait(.retry(retry), Place(file: fileID, line: line, column: column))
    }
}

extension ComponentTrait: Equatable {
    /// Whether two traits say the same, wherever they are written.
    public static func == (one: ComponentTrait, other: ComponentTrait) -> Bool { one.kind == other.kind }
}

extension ComponentTrait: ExpressibleByStringLiteral {
    /// A name, as in `@Component("stripe")`.
    public init(stringLiteral name: String) { self = .named(name) }
}
