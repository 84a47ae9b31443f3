/// A source of setting values, such as a file, the environment or a secret store.
///
/// Add sources to ``ContextConfiguration/settingSources``. A bridge to another configuration library is a type with the
/// first two requirements:
///
/// ```swift
/// struct ProviderSource: SettingSource {
///     let provider: any SomeProvider
///     var name: String { provider.providerName }
///     func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
///         guard kind != .object else { return nil }
///         return try provider.text(at: key.parts).map { SourcedSetting(.string($0.text), from: name, isSecret: $0.isSecret) }
///     }
/// }
/// ```
///
/// `SettingSourceConformance` of `IOCTesting` checks the rules that the compiler can't check.
public protocol SettingSource: Sendable {
    /// The name of the source in messages.
    var name: String { get }

    /// Returns the value at a key; nil if the source has none.
    ///
    /// A context calls it from any thread, during the boot and later. A source with a tree returns an object if the key
    /// leads to one. The context also asks for the keys above, such as `server` for `server.port`. If the value there
    /// isn't an object, it replaces the values of weaker sources below it.
    /// - Parameters:
    ///   - key: The key path.
    ///   - kind: The kind of value that the reader wants.
    /// - Returns: The value with its origin. An explicit ``SettingValue/null`` hides the values of other sources.
    /// - Throws: An error if the source can't answer. The context reports it as the cause of an ``IOCError``.
    func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting?

    /// Returns the names of the members of the object at a key, without repetition. The empty key is the root.
    ///
    /// Only settings that are read as dictionaries need it. A source that can't list its keys omits it.
    func members(of key: SettingKey) -> [String]
}

extension SettingSource {
    /// Returns an empty list, for a source that can't list its keys.
    public func members(of key: SettingKey) -> [String] { [] }
}

/// A setting's value from a source.
public struct SourcedSetting: Sendable {
    /// The value.
    public let value: SettingValue
    /// True if the source marks the value as secret, regardless of its key.
    public let isSecret: Bool
    private let makeOrigin: @Sendable () -> String

    /// Creates a value with its origin.
    /// - Parameters:
    ///   - value: The value.
    ///   - origin: The place of the value, such as `the environment variable SERVER_PORT`. It is evaluated only if a
    ///     message needs it. It must not contain the value itself.
    ///   - isSecret: True if the value must be masked in all output.
    public init(
        _ value: SettingValue, from origin: @autoclosure @escaping @Sendable () -> String, isSecret: Bool = false
    ) {
        self.value = value
        self.isSecret = isSecret
        makeOrigin = origin
    }

    /// The place of the value.
    public var origin: String { makeOrigin() }
}
