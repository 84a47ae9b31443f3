import IOC
import Testing

@Suite("Values of a configuration file")
struct ConfigurationEntryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Each key of an entry is read, and no two mean the same")
    func keys() throws {
        let values = [
            "class": #""C""#, "scope": #""prototype""#, "primary": "true", "fallback": "true", "order": "3",
            "lazy": "true", "profiles": #"["p"]"#, "when": #"{ "setting": "k" }"#, "whenMissing": #""T""#,
            "dependsOn": #"["x"]"#, "settings": #"{ "k": 1 }"#, "override": "true", "retry": #"{ "attempts": 3 }"#,
        ]
        let text = values.map { #""\#($0.key)": { "\#($0.key)": \#($0.value) }"# }.joined(separator: ", ")
        let entries = try folder.configuration(ofText: #"{ "components": { \#(text) } }"#).components
        #expect(entries.count == values.count)
        for (key, entry) in entries {
            #expect(entry != ContextConfiguration.ComponentEntry(), "\(key) is read")
            #expect(entries.filter { $0.value == entry }.count == 1, "\(key) is no other")
        }
    }

    @Test(
        "A start is retried as the file says",
        arguments: [
            (#"{ "attempts": 1 }"#, StartRetry(attempts: 1)),
            (#"{ "attempts": 3, "delay": "7ms" }"#, StartRetry(attempts: 3, delay: .milliseconds(7))),
            (#"{ "attempts": 3, "factor": 1 }"#, StartRetry(attempts: 3, factor: 1)),
            (#"{ "attempts": 3, "factor": 1.5 }"#, StartRetry(attempts: 3, factor: 1.5)),
        ])
    func retries(text: String, expected: StartRetry) throws {
        let file = "{ \"components\": { \"c\": { \"retry\": \(text) } } }"
        #expect(try folder.configuration(ofText: file).components["c"]?.retry == expected)
    }

    @Test("One component may start at a time, and draining may take no time")
    func smallest() throws {
        let configuration = try folder.configuration(
            ofText: #"{ "startup": { "concurrency": 1 }, "timeouts": { "drain": "0s", "stop": "1ns" } }"#)
        #expect(configuration.startupConcurrency == 1 && configuration.drainTimeout == .zero)
        #expect(configuration.stopTimeout == .nanoseconds(1))
    }
}
