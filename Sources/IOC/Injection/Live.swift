import IOCConfiguration
import IOCModel

/// A setting that follows its sources, as a parameter of an initializer.
///
/// ```swift
/// @Component
/// struct Checkout {
///     @Injected(setting: "features.checkout", default: Live(false)) let isNew: Live<Bool>
/// }
/// ```
///
/// A parameter of an initializer asks for one by `@Named(setting: "features.checkout") isNew: Live<Bool>`. Every read
/// returns the newest value, as a property `@Value("features.checkout", live: true)` does; after the end of the
/// context, the last value. Read the value once if several decisions depend on it.
public struct Live<Value: Decodable & Sendable>: Sendable {
    private let newest: @Sendable () -> Value
    private let following: @Sendable () -> AsyncStream<Value>

    /// A value that never changes: a default, or what a test passes.
    public init(_ value: Value) {
        newest = { value }
        following = { AsyncStream { $0.finish() } }
    }

    init(_ live: LiveValue<Value>) {
        newest = { live.value }
        following = { live.changes }
    }

    /// The newest value.
    public var value: Value { newest() }

    /// The newest value, as `isNew()`.
    public func callAsFunction() -> Value { value }

    /// The values from now on; a slow reader gets the newest. The sequence ends with the context, and at once for a value that
    /// never changes.
    public var changes: AsyncStream<Value> { following() }
}

extension Parameter {
    /// Asks for a setting that follows its sources, for a parameter that is a ``Live`` value.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `features.checkout`. If no source has the setting, that is a fault at boot unless
    ///     the value is optional.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    public init<Followed: Decodable & Sendable>(
        _ name: String, setting key: String, fileID: StaticString = #fileID, line: Int = #line
    ) where Value == Live<Followed> {
        self.init(name, key, nil, SourceLocation(fileID: fileID, line: line))
    }

    /// Asks for a setting that follows its sources, with a default.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `features.checkout`.
    ///   - fallback: The value while no source has the setting. It is evaluated whenever it is needed.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    public init<Followed: Decodable & Sendable>(
        _ name: String, setting key: String, default fallback: @autoclosure @escaping @Sendable () -> Live<Followed>,
        fileID: StaticString = #fileID, line: Int = #line
    ) where Value == Live<Followed> {
        self.init(name, key, { fallback().value }, SourceLocation(fileID: fileID, line: line))
    }

    private init<Followed: Decodable & Sendable>(
        _ name: String, _ key: String, _ fallback: (@Sendable () -> Followed)?, _ location: SourceLocation
    ) where Value == Live<Followed> {
        let point = InjectionPointFacts(
            owner: "", property: name, location: location, wanted: TypeIdentity.id(Followed.self), shape: .setting,
            qualifier: key, isParameter: true)
        facts = ParameterFacts(
            name: name, type: Value.self, qualifier: key,
            read: { store, component in
                var point = point
                point.owner = "\(component.simpleName).init"
                return Live(try LiveValue(store, at: key, for: component, default: fallback, point: point))
            },
            check: {
                try $0.check(Followed.self, at: key, for: $1, hasDefault: fallback != nil, isLive: true)
            },
            defaultText: fallback.map { value -> @Sendable () -> String in { "\(value())" } }, location: location)
    }
}
