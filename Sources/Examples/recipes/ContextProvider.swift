import Configuration
import IOC

/// A provider that passes the settings of a context to packages that take a `ConfigReader`.
struct ContextProvider: ConfigProvider, ConfigSnapshot {
    let context: ApplicationContext
    let providerName = "IOC"

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = key.components.joined(separator: ".")
        let content: ConfigContent? =
            switch type {
            case .string: try context.setting(name, as: String?.self).map(ConfigContent.string)
            case .int: try context.setting(name, as: Int?.self).map(ConfigContent.int)
            case .double: try context.setting(name, as: Double?.self).map(ConfigContent.double)
            case .bool: try context.setting(name, as: Bool?.self).map(ConfigContent.bool)
            case .stringArray: try context.setting(name, as: [String]?.self).map(ConfigContent.stringArray)
            case .intArray: try context.setting(name, as: [Int]?.self).map(ConfigContent.intArray)
            case .doubleArray: try context.setting(name, as: [Double]?.self).map(ConfigContent.doubleArray)
            case .boolArray: try context.setting(name, as: [Bool]?.self).map(ConfigContent.boolArray)
            case .bytes, .byteChunkArray: nil
            }
        return LookupResult(encodedKey: name, value: content.map { ConfigValue($0, isSecret: true) })
    }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try value(forKey: key, type: type)
    }

    nonisolated(nonsending) func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler:
            nonisolated(nonsending) (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>)
            async throws -> Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { self }

    nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
        updatesHandler:
            nonisolated(nonsending) (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws
            -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}
