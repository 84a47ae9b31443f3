/// Something that knows the values of settings: a file, the environment, a secret store.
///
/// Give one to ``ContextConfiguration/settingSources``. A bridge to another configuration library is a type with the first two
/// requirements:
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
/// `SettingSourceConformance` of `IOCTesting` checks what the protocol can't say.
public protocol SettingSource: Sendable {
    /// The source as messages call it.
    var name: String { get }

    /// The value at a key, or nil where the source has none.
    ///
    /// A context asks while it boots and whenever something lazy is created, from any thread, and keeps the converted value.
    /// A source that knows a tree answers with the object if the key leads to one. It is asked for the objects above a key, too:
    /// any other value there replaces what weaker sources have below it.
    /// - Parameters:
    ///   - key: The key path.
    ///   - kind: The kind of value that the reader wants.
    /// - Returns: The value with its origin. An explicit ``SettingValue/null`` hides what other sources say.
    /// - Throws: The error that keeps the source from answering; the context reports it as the cause of an ``IOCError``.
    func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting?

    /// The names of the members of the object at a key, each once; the empty key is the root.
    ///
    /// Only dictionaries need it. A source that can't list its keys leaves it out.
    func members(of key: SettingKey) -> [String]
}

extension SettingSource {
    /// Nothing: the source can't list its keys.
    public func members(of key: SettingKey) -> [String] { [] }
}

/// A setting's value as a source gives it.
public struct SourcedSetting: Sendable {
    /// The value.
    public let value: SettingValue
    /// True if the source knows the value to be secret, whatever its key.
    public let isSecret: Bool
    private let makeOrigin: @Sendable () -> String

    /// A value with its origin.
    /// - Parameters:
    ///   - value: The value.
    ///   - origin: Where it was said, such as `the environment variable SERVER_PORT`; made when a message needs it, and
    ///     never with the value itself.
    ///   - isSecret: True if the value is masked wherever it is shown.
    public init(
        _ value: SettingValue, from origin: @autoclosure @escaping @Sendable () -> String, isSecret: Bool = false
    ) {
        self.value = value
        self.isSecret = isSecret
        makeOrigin = origin
    }

    /// Where the value was said.
    public var origin: String { makeOrigin() }
}
