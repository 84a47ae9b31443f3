/// Like swift-configuration: keys, the types of values, and the results of a provider.
package struct AbsoluteConfigKey: Hashable, Sendable {
    package var components: [String]
    package var context: [String: String]
    package init(_ components: [String], context: [String: String] = [:]) {
        self.components = components
        self.context = context
    }
}

package enum ConfigType: String, Sendable {
    case string, int, double, bool, bytes, stringArray, intArray, doubleArray, boolArray, byteChunkArray
}

package enum ConfigContent: Hashable, Sendable {
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case bytes([UInt8])
    case stringArray([String])
    case intArray([Int])
    case doubleArray([Double])
    case boolArray([Bool])
    case byteChunkArray([[UInt8]])

    var type: ConfigType {
        switch self {
        case .string: .string
        case .int: .int
        case .double: .double
        case .bool: .bool
        case .bytes: .bytes
        case .stringArray: .stringArray
        case .intArray: .intArray
        case .doubleArray: .doubleArray
        case .boolArray: .boolArray
        case .byteChunkArray: .byteChunkArray
        }
    }
}

package struct ConfigValue: Hashable, Sendable {
    package var content: ConfigContent
    package var isSecret: Bool
    package init(_ content: ConfigContent, isSecret: Bool) {
        self.content = content
        self.isSecret = isSecret
    }
}

package struct LookupResult: Hashable, Sendable {
    package var encodedKey: String
    package var value: ConfigValue?
    package init(encodedKey: String, value: ConfigValue?) {
        self.encodedKey = encodedKey
        self.value = value
    }
}

package protocol ConfigProvider: Sendable {
    var providerName: String { get }
    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult
    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult
    func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws ->
            Return
    ) async throws -> Return
    func snapshot() -> any ConfigSnapshot
    func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return
}

package protocol ConfigSnapshot: Sendable {
    var providerName: String { get }
    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult
}

package struct ConfigUpdatesAsyncSequence<Element: Sendable, Failure: Error>: Sendable {
    private let upstream: any AsyncSequence<Element, Failure> & Sendable
    package init(_ upstream: some AsyncSequence<Element, Failure> & Sendable) { self.upstream = upstream }
}

extension ConfigProvider {
    nonisolated(nonsending) package func watchValueFromValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws ->
            Return
    ) async throws -> Return {
        let (stream, continuation) = AsyncStream<Result<LookupResult, any Error>>.makeStream()
        continuation.yield(Result { try value(forKey: key, type: type) })
        return try await updatesHandler(ConfigUpdatesAsyncSequence(stream))
    }

    nonisolated(nonsending) package func watchSnapshotFromSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        let (stream, continuation) = AsyncStream<any ConfigSnapshot>.makeStream()
        continuation.yield(snapshot())
        return try await updatesHandler(ConfigUpdatesAsyncSequence(stream))
    }
}

/// The part of a provider that the stand-ins share.
package protocol FixedProvider: ConfigProvider, ConfigSnapshot {}

extension FixedProvider {
    package func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try value(forKey: key, type: type)
    }
    package func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws ->
            Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }
    package func snapshot() -> any ConfigSnapshot { self }
    package func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}

package struct ConfigKey: Hashable, Sendable, ExpressibleByStringLiteral {
    package var components: [String]
    package init(stringLiteral value: String) { components = value.split(separator: ".").map(String.init) }
}

/// Reads values of a provider. A value of another type is none.
package struct ConfigReader: Sendable {
    private let provider: any ConfigProvider
    private var prefix: [String] = []
    package init(provider: some ConfigProvider) { self.provider = provider }
    package func scoped(to configKey: ConfigKey) -> ConfigReader {
        var reader = self
        reader.prefix += configKey.components
        return reader
    }
    private func content(_ key: ConfigKey, _ type: ConfigType) -> ConfigContent? {
        try? provider.value(forKey: AbsoluteConfigKey(prefix + key.components), type: type).value?.content
    }
    package func string(forKey key: ConfigKey) -> String? {
        if case .string(let text) = content(key, .string) { text } else { nil }
    }
    package func int(forKey key: ConfigKey, default defaultValue: Int) -> Int {
        if case .int(let number) = content(key, .int) { number } else { defaultValue }
    }
    package func stringArray(forKey key: ConfigKey) -> [String]? {
        if case .stringArray(let texts) = content(key, .stringArray) { texts } else { nil }
    }
}

package struct NotConvertible: Error {}

/// Stores values of a type, and throws if another type is requested.
package struct InMemoryProvider: FixedProvider {
    package let providerName = "InMemoryProvider"
    private let values: [AbsoluteConfigKey: ConfigValue]
    package init(values: [AbsoluteConfigKey: ConfigValue]) { self.values = values }
    package func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let value = values[key]
        if let value, value.content.type != type { throw NotConvertible() }
        return LookupResult(encodedKey: key.components.joined(separator: "."), value: value)
    }
}

/// Stores texts, and converts them to the requested type. Throws if a text does not convert.
package struct EnvironmentVariablesProvider: FixedProvider {
    package let providerName = "EnvironmentVariablesProvider"
    private let variables: [String: String]
    package init(environmentVariables: [String: String]) { variables = environmentVariables }
    package func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = key.components.map { $0.uppercased() }.joined(separator: "_")
        guard let text = variables[name] else { return LookupResult(encodedKey: name, value: nil) }
        let content: ConfigContent? =
            switch type {
            case .string: .string(text)
            case .int: Int(text).map(ConfigContent.int)
            case .double: Double(text).map(ConfigContent.double)
            case .bool: Bool(text).map(ConfigContent.bool)
            case .stringArray: .stringArray(text.split(separator: ",").map(String.init))
            default: nil
            }
        guard let content else { throw NotConvertible() }
        return LookupResult(encodedKey: name, value: ConfigValue(content, isSecret: false))
    }
}
