package import IOCModel

/// One thing the container should know of a component beyond its type.
///
/// The configuration file can say each of them too, and wins. A trait remembers where it is written, so that a subclass
/// that inherits its superclass's list, and leaves name and primary mark behind, can be told from one that states an equal
/// list of its own. `primary`, `fallback` and `lazy` can't remember it: a list of these alone that equals the superclass's
/// counts as inherited.
public struct ComponentTrait: Sendable {
    /// The word that it is written with.
    private let word: String
    /// Where it is written; nil for the forms that can't tell.
    private var place: Place?
    /// True if the form it is written in tells the container where that is.
    package let tellsPlace: Bool
    /// Says it beside what other traits say.
    let say: @Sendable (inout StatedTraits) -> Void

    private struct Place: Sendable {
        let file: StaticString
        let line: UInt
        let column: UInt

        init(_ file: StaticString, _ line: UInt, _ column: UInt) {
            (self.file, self.line, self.column) = (file, line, column)
        }

        static func == (one: Place, other: Place) -> Bool {
            one.line == other.line && one.column == other.column && one.file.description == other.file.description
        }
    }

    private init(_ word: String, _ place: Place? = nil, _ say: @escaping @Sendable (inout StatedTraits) -> Void) {
        (self.word, self.place, self.say) = (word, place, say)
        tellsPlace = place != nil
    }

    /// The trait that a word makes of literal arguments, without a place; nil where they make none.
    package init?(_ word: String, _ arguments: [ComponentKey.Argument]) {
        guard var trait = ComponentKey.byWord[word]?.make(arguments) else { return nil }
        trait.place = nil
        self = trait
    }

    /// True if a subclass that inherits its superclass's traits does without it.
    var isPersonal: Bool { ComponentKey.byWord[word]?.isPersonal ?? false }

    /// Where one of some traits says something.
    package static func origin(of word: String, in traits: [ComponentTrait]) -> Origin? {
        traits.lazy.filter { $0.word == word }.compactMap(\.place).first
            .map { .source(SourceLocation(fileID: $0.file, line: Int($0.line))) }
    }

    /// Returns true if a subclass's list is the very one that its superclass states, rather than an equal one of its own.
    package static func isInherited(_ own: [ComponentTrait], from superclass: [ComponentTrait]) -> Bool {
        own.count == superclass.count
            && zip(own, superclass).allSatisfy { own, inherited in
                guard own == inherited else { return false }
                guard let here = own.place, let there = inherited.place else { return true }
                return here == there
            }
    }

    /// The traits of a type: of a list that it inherits, those that its superclass keeps to itself are left out.
    /// - Parameter superclass: The traits of the superclass; nil where that is no component.
    package static func own(_ traits: [ComponentTrait], below superclass: [ComponentTrait]?) -> [ComponentTrait] {
        guard let superclass, isInherited(traits, from: superclass) else { return traits }
        return traits.filter { !$0.isPersonal }
    }

    /// Registers the component under a name of its own instead of its class's.
    public static func named(
        _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait("named", Place(fileID, line, column)) { $0.name = name }
    }

    /// Lets the component win where several fit.
    public static var primary: ComponentTrait { ComponentTrait("primary") { $0.entry.isPrimary = true } }

    /// Lets the component serve only where no other fits.
    public static var fallback: ComponentTrait { ComponentTrait("fallback") { $0.entry.isFallback = true } }

    /// Places the component in collections: lower numbers first, 0 where nothing is said, equals by name.
    public static func order(
        _ order: Int, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait("order", Place(fileID, line, column)) { $0.entry.order = order }
    }

    /// Says how long an instance lives and who shares it.
    public static func scope(
        _ scope: Scope, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait("scope", Place(fileID, line, column)) { $0.entry.scope = scope }
    }

    /// Makes a singleton only when somebody needs it.
    public static var lazy: ComponentTrait { ComponentTrait("lazy") { $0.entry.isLazy = true } }

    /// Lets the component in only while a profile is active, or while none is for a name like `!test`; of several such
    /// traits one must hold.
    public static func profile(
        _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait("profile", Place(fileID, line, column)) {
            $0.entry.profiles = ($0.entry.profiles ?? []) + [name]
        }
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
        ComponentTrait("when", Place(fileID, line, column)) {
            $0.conditions.append(.init(property: property, equals: value))
        }
    }

    /// Lets the component in only where no other provides a type.
    package static func whenMissing(
        _ type: TypeID, ancestors: Bool, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait("whenMissing", Place(fileID, line, column)) {
            $0.missingTypes.append(.init(wanted: .type(type), ancestors: ancestors))
        }
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
        return ComponentTrait("retry", Place(fileID, line, column)) { $0.entry.retry = retry }
    }

    /// Starts the named components before this one.
    public static func dependsOn(
        _ names: String..., fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        dependsOn(all: names, fileID: fileID, line: line, column: column)
    }

    static func dependsOn(
        all names: [String], fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ComponentTrait {
        ComponentTrait("dependsOn", Place(fileID, line, column)) {
            $0.entry.dependsOn = ($0.entry.dependsOn ?? []) + names
        }
    }
}

extension ComponentTrait: ExpressibleByStringLiteral {
    /// A name, as in `@Component("stripe")`.
    public init(stringLiteral name: String) { self = .named(name) }
}

extension ComponentTrait: Equatable {
    /// Returns true if two traits say the same, wherever they are written.
    public static func == (one: ComponentTrait, other: ComponentTrait) -> Bool {
        StatedTraits([one]) == StatedTraits([other])
    }
}

extension ComponentKey {

    /// Everything that can be said of a component, in the order in which a message lists the keys.
    package static let all: [ComponentKey] = [
        .file("class") { $3.className = $0.text($1, $2) },
        .code("named", isPersonal: true) { $0.text.map { .named($0) } },
        .both("scope", \.scope, { $0.scope($1, $2) }) { $0.scope.map { .scope(Scope($0)) } },
        .both("primary", \.isPrimary, \.isPrimary, isPersonal: true, { $0.flag($1, $2) }) {
            $0.isEmpty ? .primary : nil
        },
        .both("fallback", \.isFallback, \.isFallback, { $0.flag($1, $2) }) { $0.isEmpty ? .fallback : nil },
        .both("order", \.order, \.order, { $0.integer($1, $2) }) { $0.number.map { .order($0) } },
        .both("lazy", \.isLazy, { $0.flag($1, $2) }) { $0.isEmpty ? .lazy : nil },
        .both("profiles", as: "profile", \.profiles, { $0.texts($1, $2) }) { $0.text.map { .profile($0) } },
        .both("when", \.when, { $0.condition($1, $2) }) { arguments in
            guard case .value(.string(let property))? = arguments.first, arguments.count < 3 else { return nil }
            guard let expected = arguments.dropFirst().first else { return .when(property: property) }
            if case .value(let value) = expected { return .when(property: property, equals: value) }
            return nil
        },
        Self(fileKey: "whenMissing", word: "whenMissing", read: { $0.missing($1, $2, &$3) }) { arguments in
            guard case .type(let type)? = arguments.first, arguments.count < 3 else { return nil }
            guard let ancestors = arguments.dropFirst().first else { return .whenMissing(type, ancestors: true) }
            if case .value(.bool(let isCounted)) = ancestors { return .whenMissing(type, ancestors: isCounted) }
            return nil
        },
        .both("dependsOn", \.dependsOn, \.dependsOn, { $0.texts($1, $2) }) { arguments in
            let names = arguments.compactMap { [$0].text }
            return names.count == arguments.count ? .dependsOn(all: names) : nil
        },
        // The delay changes nothing of the wiring, so sources are read for the attempts alone.
        Self(
            fileKey: "retry", word: "retry", read: { $3.retry = $0.retry($1, $2) },
            declare: { if let retry = $0.retry { $1.retry = retry } },
            make: { arguments in
                arguments.number.map { .retry(attempts: $0) }
            }),
        .file("properties") { $3.properties = $0.tree($1, $2) },
        .file("override") { $3.overrides = $0.flag($1, $2) ?? false },
    ]
}
