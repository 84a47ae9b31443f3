import IOCConfiguration
import IOCModel

/// A setting that follows its sources, as a constant or as a parameter of an initializer.
///
/// ```swift
/// @Component
/// struct Checkout {
///     @Injected(setting: "features.checkout", default: Live(false)) let isNew: Live<Bool>
/// }
/// ```
///
/// As a parameter of an initializer, write `@Named(setting: "features.checkout") isNew: Live<Bool>`. Every read returns
/// the newest value, as for a property with `@Value("features.checkout", live: true)`. After the end of the context, a
/// read returns the last value. If several decisions depend on the value, read it once.
public struct Live<Value: Decodable & Sendable>: Sendable {
    private let newest: @Sendable () -> Value
    private let following: @Sendable () -> AsyncStream<Value>

    /// Creates a value that never changes, for a default or a test.
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

    /// Returns the newest value: call it as `isNew()`.
    public func callAsFunction() -> Value { value }

    /// The new values, one for each change from now on. A slow reader gets only the newest. The sequence ends with the
    /// context. For a value that never changes it ends at once.
    public var changes: AsyncStream<Value> { following() }
}

extension Parameter {
    /// Asks for a setting that follows its sources, for a parameter that is a ``Live`` value.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `features.checkout`. If no source has the setting, an optional value is nil, and
    ///     any other is a fault at boot.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init<Followed: Decodable & Sendable>(
        _ name: String, setting key: String, fileID: StaticString = #fileID, line: Int = #line
    ) where Value == Live<Followed> {
        self.init(name, key, nil, SourceLocation(fileID: fileID, line: line))
    }

    /// Asks for a setting that follows its sources, with a default.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `features.checkout`.
    ///   - fallback: The value if no source has the setting. It is evaluated each time it is needed.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
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
