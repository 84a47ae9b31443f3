import Configuration
import IOC

/// A source of settings that reads the values of a `ConfigProvider`.
///
/// A provider throws if a value has another type than the requested type. So the source tries every type, beginning
/// with text.
struct ConfigSource: SettingSource {
    let provider: any ConfigProvider
    var name: String { provider.providerName }

    func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
        let types: [ConfigType] = [.string, .int, .double, .bool, .stringArray, .intArray, .doubleArray, .boolArray]
        let results = types.map { type in
            Result { try provider.value(forKey: AbsoluteConfigKey(key.parts), type: type).value }
        }
        let result = results.first { (try? $0.get()) != nil } ?? results[0]
        guard kind != .object, let found = try result.get() else { return nil }
        let value: SettingValue? =
            switch found.content {
            case .string(let text): .string(text)
            case .int(let number): .int(number)
            case .double(let number): .double(number)
            case .bool(let flag): .bool(flag)
            case .stringArray(let texts): .array(texts.map(SettingValue.string))
            case .intArray(let numbers): .array(numbers.map(SettingValue.int))
            case .doubleArray(let numbers): .array(numbers.map(SettingValue.double))
            case .boolArray(let flags): .array(flags.map(SettingValue.bool))
            default: nil
            }
        return value.map { SourcedSetting($0, from: name, isSecret: found.isSecret) }
    }
}
