import Configuration
import IOC
import IOCTesting
import Testing

@testable import recipes

@Suite("A source of the page about server programs")
struct ConfigSourceTests {
    @Test("conforms, over typed values")
    func typed() {
        let sample: [String: ConfigContent] = [
            "server.host": .string("host-of-the-sample"), "server.port": .int(49_217), "server.debug": .bool(true),
            "server.ratio": .double(0.125), "server.tags": .stringArray(["first-tag", "second-tag"]),
            "server.limits.maxBody": .int(73_501), "title": .string("title-of-the-sample"),
        ]
        let provider = InMemoryProvider(
            values: Dictionary(
                uniqueKeysWithValues: sample.map {
                    (AbsoluteConfigKey($0.split(separator: ".").map(String.init)), ConfigValue($1, isSecret: false))
                }))
        #expect(SettingSourceConformance.failures(of: ConfigSource(provider: provider)) == [])
    }

    @Test("conforms, over texts")
    func texts() {
        let provider = EnvironmentVariablesProvider(environmentVariables: [
            "SERVER_HOST": "host-of-the-sample", "SERVER_PORT": "49217", "SERVER_DEBUG": "true",
            "SERVER_RATIO": "0.125", "SERVER_TAGS": "first-tag,second-tag", "SERVER_LIMITS_MAXBODY": "73501",
            "TITLE": "title-of-the-sample",
        ])
        #expect(SettingSourceConformance.failures(of: ConfigSource(provider: provider)) == [])
    }
}

@Suite("A provider of the page about server programs")
struct ContextProviderTests {
    @Test("reads the settings of a context, as each type that they convert to")
    func reads() throws {
        var configuration = ContextConfiguration(components: [Database.self])
        configuration.settings = ["http": ["host": "example.org", "port": "8081", "tags": ["a", "b"]]]
        let context = try ApplicationContext(configuration)
        let reader = ConfigReader(provider: ContextProvider(context: context)).scoped(to: "http")
        #expect(reader.string(forKey: "host") == "example.org")
        #expect(reader.int(forKey: "port", default: 0) == 8081)
        #expect(reader.stringArray(forKey: "tags") == ["a", "b"])
        #expect(reader.string(forKey: "none") == nil)
        #expect(reader.int(forKey: "host", default: 7) == 7)
    }
}
