import FoundationEssentials
import IOC
import Testing

@Suite("Values of a configuration file")
struct ConfigurationEntryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> ContextConfiguration {
        try ContextConfiguration(contentsOf: folder.write("a.json", text), environment: [:])
    }

    @Test("Each key of an entry is read, and no two mean the same")
    func keys() throws {
        let values = [
            "class": #""C""#, "scope": #""prototype""#, "primary": "true", "fallback": "true", "order": "3",
            "lazy": "true", "profiles": #"["p"]"#, "when": #"{ "setting": "k" }"#, "whenMissing": #""T""#,
            "dependsOn": #"["x"]"#, "settings": #"{ "k": 1 }"#, "override": "true", "retry": #"{ "attempts": 3 }"#,
        ]
        let text = values.map { #""\#($0.key)": { "\#($0.key)": \#($0.value) }"# }.joined(separator: ", ")
        let entries = try read(#"{ "components": { \#(text) } }"#).components
        #expect(entries.count == values.count)
        for (key, entry) in entries {
            #expect(entry != ContextConfiguration.ComponentEntry(), "\(key) is read")
            #expect(entries.filter { $0.value == entry }.count == 1, "\(key) is no other")
        }
    }

    @Test(
        "A start is retried as the file says: at least one attempt, and a factor of at least 1",
        arguments: [
            (#"{ "attempts": 1 }"#, StartRetry(attempts: 1)),
            (#"{ "attempts": 3, "delay": "7ms" }"#, StartRetry(attempts: 3, delay: .milliseconds(7))),
            (#"{ "attempts": 3, "factor": 1 }"#, StartRetry(attempts: 3, factor: 1)),
            (#"{ "attempts": 3, "factor": 1.5 }"#, StartRetry(attempts: 3, factor: 1.5)),
            (#"{ "attempts": 3, "factor": 0.99 }"#, nil), (#"{ "attempts": 3, "factor": 0 }"#, nil),
            (#"{ "attempts": 3, "factor": 1e999 }"#, nil), (#"{ "attempts": 3, "factor": "2" }"#, nil),
            (#"{ "attempts": 3, "delai": "7ms" }"#, nil), (#"{ "attempts": 3, "delay": "0s" }"#, nil),
            (#"{ "attempts": 0 }"#, nil),
        ] as [(String, StartRetry?)])
    func retries(text: String, expected: StartRetry?) throws {
        let file = "{ \"components\": { \"c\": { \"retry\": \(text) } } }"
        guard let expected else {
            #expect(throws: IOCError.self) { try read(file) }
            return
        }
        #expect(try read(file).components["c"]?.retry == expected)
    }

    @Test("One component may start at a time, and draining may take no time; other times are above zero")
    func smallest() throws {
        #expect(try read(#"{ "startup": { "concurrency": 1 } }"#).startupConcurrency == 1)
        #expect(try read(#"{ "timeouts": { "drain": "0s", "stop": "1ns" } }"#).drainTimeout == .zero)
        for key in ["construction", "start", "stop", "health"] {
            #expect(throws: IOCError.self) { try read("{ \"timeouts\": { \"\(key)\": \"0s\" } }") }
            #expect(throws: IOCError.self) { try read("{ \"timeouts\": { \"\(key)\": \"-1s\" } }") }
        }
        #expect(throws: IOCError.self) { try read(#"{ "timeouts": { "drain": "-1ns" } }"#) }
    }

    @Test(
        "A value of the wrong type is a fault with its key",
        arguments: [
            ("startup.concurrency", #"{ "startup": { "concurrency": "x" } }"#),
            ("components.c.retry", #"{ "components": { "c": { "retry": 5 } } }"#),
            ("components.c.retry.attempts", #"{ "components": { "c": { "retry": { "attempts": "x" } } } }"#),
            ("components.c.scope", #"{ "components": { "c": { "scope": 5 } } }"#),
            ("components.c.when", #"{ "components": { "c": { "when": "x" } } }"#),
            ("components.c.when.setting", #"{ "components": { "c": { "when": { "setting": 5 } } } }"#),
            ("components.c.whenMissing", #"{ "components": { "c": { "whenMissing": 5 } } }"#),
            ("components.c.whenMissing.type", #"{ "components": { "c": { "whenMissing": { "type": 5 } } } }"#),
            ("components.c.override", #"{ "components": { "c": { "override": "x" } } }"#),
            ("imports", #"{ "imports": "x" }"#), ("timeouts", #"{ "timeouts": 5 }"#),
        ])
    func kinds(key: String, text: String) throws {
        let error = try #require(throws: IOCError.self) { try read(text) }
        #expect(error.faults.count == 1 && error.code == .keyWrongType)
        #expect(error.description.contains("'\(key)'") && error.description.contains("(\(key))"))
    }

    @Test(
        "The first hundred faults of one code are reported in their order in the file, with the number of the rest",
        arguments: [
            (#"{ "components": { LIST } }"#, "1"), (#"{ "components": { LIST } }"#, #"{ "scope": "nothing" }"#),
            (#"{ LIST }"#, "1"), (#"{ "bindings": { LIST } }"#, #""""#),
            (#"{ "components": { LIST } }"#, #"{ "no": 1 }"#),
        ])
    func firstHundred(text: String, value: String) throws {
        let numbers = (1000..<1150).shuffled()
        let list = numbers.map { "\"k\($0)\": \(value)" }.joined(separator: ",")
        let error = try #require(throws: IOCError.self) { try read(text.replacing("LIST", with: list)) }
        #expect(error.faults.count == 101)
        #expect(zip(error.faults.dropLast(), numbers).allSatisfy { "\($0)".contains("k\($1)") })
        #expect(error.faults.last?.headline.hasSuffix("there are 50 more of these") == true)
    }

    @Test("A number out of range is not shown, and other faults beside it are reported")
    func maskedNumbers() throws {
        let error = try #require(throws: IOCError.self) {
            try read(
                #"{ "settings": { "password": 1e999, "word": 1e999, "token": 1, "token": 2 }, "secretKeys": ["word"], "no": 1 }"#
            )
        }
        let text = "\(error)"
        #expect(
            !text.contains("1e999") && text.contains("the key 'token' occurs twice") && text.contains("key-unknown"))
        #expect(text.contains("no setting can hold the number or date of 'settings.password'"))
    }
}
