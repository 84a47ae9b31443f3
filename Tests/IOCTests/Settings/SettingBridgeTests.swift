import IOC
import IOCTesting
import Testing

@Suite("A bridge to a typed configuration library")
struct SettingBridgeTests {
    // The shape of swift-configuration's provider: a value of one asked type under a key of components.
    enum ConfigType { case string, int, double, bool, stringArray, intArray }
    enum ConfigContent: Sendable {
        case string(String)
        case int(Int)
        case double(Double)
        case bool(Bool)
        case stringArray([String])
        case intArray([Int])
    }
    struct ConfigValue: Sendable {
        var content: ConfigContent
        var isSecret = false
    }
    struct NotConvertible: Error {}
    protocol ConfigProvider: Sendable {
        var providerName: String { get }
        func value(forKey components: [String], type: ConfigType) throws -> ConfigValue?
    }

    struct ProviderSource: SettingSource {
        let provider: any ConfigProvider
        var name: String { provider.providerName }

        func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
            guard kind != .object else { return nil }
            let types: [ConfigType] = [.string, .int, .double, .bool, .stringArray, .intArray]
            var failure: (any Error)?
            for type in types {
                do {
                    guard let found = try provider.value(forKey: key.parts, type: type) else { return nil }
                    return SourcedSetting(SettingValue(found.content), from: name, isSecret: found.isSecret)
                } catch {
                    failure = error
                }
            }
            throw failure ?? NotConvertible()
        }
    }

    /// Throws where a value is asked for as another type than it has, as typed providers do.
    struct InMemoryProvider: ConfigProvider {
        var providerName: String { "in memory" }
        var values: [[String]: ConfigContent]

        func value(forKey components: [String], type: ConfigType) throws -> ConfigValue? {
            guard let content = values[components] else { return nil }
            switch (content, type) {
            case (.string, .string), (.int, .int), (.double, .double), (.bool, .bool), (.stringArray, .stringArray),
                (.intArray, .intArray):
                return ConfigValue(content: content)
            default: throw NotConvertible()
            }
        }
    }

    @Test("A provider behind a few lines conforms, and fills settings of every type")
    func bridges() throws {
        let provider = InMemoryProvider(values: [
            ["server", "host"]: .string("host-of-the-sample"), ["server", "port"]: .int(49_217),
            ["server", "debug"]: .bool(true), ["server", "ratio"]: .double(0.125),
            ["server", "tags"]: .stringArray(["first-tag", "second-tag"]),
            ["server", "limits", "maxBody"]: .int(73_501), ["title"]: .string("title-of-the-sample"),
        ])
        let source = ProviderSource(provider: provider)
        #expect(SettingSourceConformance.failures(of: source) == [])
        let context = try ApplicationContext(ContextConfiguration.reading().with { $0.settingSources = [source] })
        #expect(try context.setting("server.port") == 49_217)
        #expect(try context.setting("server.tags") == ["first-tag", "second-tag"])
        #expect(try context.setting("server.port", as: Int?.self) == 49_217)
        #expect(try context.settingOrigin("server.port") == "in memory")
    }

    @Test("A source is told what will be made of a value")
    func kinds() throws {
        let recorder = Recorder()
        let context = try ApplicationContext(ContextConfiguration.reading().with { $0.settingSources = [recorder] })
        _ = try context.setting("a", as: Int?.self)
        _ = try context.setting("b", as: [Bool].self)
        _ = try context.setting("c", as: [String: Int]?.self)
        _ = try context.setting("d", as: Duration?.self)
        _ = try context.setting("e", as: [[Int]]?.self)
        #expect(recorder.asked == ["a: int", "b: list of bool", "c: object", "d: string", "e: list of any"])
    }

    final class Recorder: SettingSource, @unchecked Sendable {
        // Sound: one test, on one thread, uses it.
        private(set) var asked: [String] = []
        let name = "recorder"

        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            asked.append("\(key): \(kind)")
            return "\(key)" == "b" ? SourcedSetting(["true"], from: "recorder") : nil
        }
    }
}

extension SettingValue {
    fileprivate init(_ content: SettingBridgeTests.ConfigContent) {
        self =
            switch content {
            case .string(let text): .string(text)
            case .int(let number): .int(number)
            case .double(let number): .double(number)
            case .bool(let flag): .bool(flag)
            case .stringArray(let texts): .array(texts.map(SettingValue.string))
            case .intArray(let numbers): .array(numbers.map(SettingValue.int))
            }
    }
}
