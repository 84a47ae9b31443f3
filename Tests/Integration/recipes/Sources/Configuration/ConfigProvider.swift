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
}

package struct NotConvertible: Error {}

/// Stores values of a type, and throws if another type is requested.
package struct InMemoryProvider: ConfigProvider {
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
package struct EnvironmentVariablesProvider: ConfigProvider {
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
