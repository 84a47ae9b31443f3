import FoundationEssentials
import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("The test of the wiring")
struct ExpectWiringTests {
    protocol Press: Sendable {}
    @Component(.lazy, .profile("printing"))
    final class Printer {
        static let line = #line + 1
        @Autowired var press: any Press
    }
    @Component(.lazy)
    final class Binder {
        static let line = #line + 1
        @Value("binder.glue") var glue: String
        init() { Issue.record("a check creates no component") }
    }

    /// The issues that a check records, each with its place.
    private func record(_ check: () -> ContextReport?) -> [(text: String, place: Testing.SourceLocation?)] {
        let recorded = Guarded<[(text: String, place: Testing.SourceLocation?)]>([])
        withKnownIssue {
            #expect(check() == nil, "a check with faults returns no report")
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "")
            recorded.withLock { $0.append((text, issue.sourceLocation)) }
            return true
        }
        return recorded.withLock(\.self)
    }

    /// Calls a function with the path of a configuration file that lists both classes.
    private func withFile<Result>(
        glue: String = #""settings": {"binder": {"glue": "hot"}}"#, _ body: (String) throws -> Result
    ) throws -> Result {
        let path = FileManager.default.temporaryDirectory.path + "/ioc-wiring-\(UUID().uuidString).json"
        let classes = [Printer.self, Binder.self].map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        try #require(
            FileManager.default.createFile(atPath: path, contents: Data("{\"classes\": [\(classes)], \(glue)}".utf8)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    @Test("A relative path is found from the test's package, and an issue names the folders that were searched")
    func package() throws {
        let manager = FileManager.default
        let package = manager.temporaryDirectory.path + "/ioc-package-\(UUID().uuidString)"
        try manager.createDirectory(atPath: package + "/config", withIntermediateDirectories: true)
        defer { try? manager.removeItem(atPath: package) }
        let file = #"{ "classes": ["\#(String(reflecting: SystemClock.self))"] }"#
        for (name, text) in [("Package.swift", ""), ("config/wiring.json", file)] {
            try #require(manager.createFile(atPath: "\(package)/\(name)", contents: Data(text.utf8)))
        }
        let place = Testing.SourceLocation(
            fileID: "Own/Tests.swift", filePath: package + "/Tests/Own/Tests.swift", line: 1, column: 1)
        #expect(expectWiring(contentsOf: "config/wiring.json", sourceLocation: place)?.componentCount == 1)
        let missing = record { expectWiring(contentsOf: "config/none.json", sourceLocation: place) }
        let text = missing.first?.text ?? ""
        #expect(text.contains("file-missing") && missing.first?.place == place)
        #expect(text.contains("create it in one of: \(package), \(manager.currentDirectoryPath)"), "\(text)")
    }

    @Test("A sound file or configuration has no issue, and its report is returned")
    func sound() throws {
        #expect(try withFile { expectWiring(contentsOf: $0) }?.componentCount == 1)
        #expect(expectWiring(of: .shop)?.componentCount == 3)
    }

    @Test("Each fault is an issue at the line of the property that is at fault")
    func places() throws {
        let issues = try withFile(glue: #""settings": {}"#) { path in
            record { expectWiring(contentsOf: path, profiles: ["printing"]) }
        }
        #expect(issues.map(\.place?.fileID) == [#fileID, #fileID])
        let lines = Dictionary(uniqueKeysWithValues: issues.map { ($0.text.prefix { $0 != ":" }, $0.place?.line) })
        #expect(lines == ["dependency-missing": Printer.line, "setting-missing": Binder.line])
    }

    @Test("A fault that no line of code has is an issue at the call")
    func callPlaces() throws {
        let issues = try withFile(glue: #""bindings": {"Press": "press"}"#) { path in
            record { expectWiring(contentsOf: path) { $0.settings = ["binder": ["glue": "hot"]] } }
        }
        #expect(issues.map(\.place?.line) == [#line - 2])
        #expect(issues.first?.text.hasPrefix("binding-target-unknown") == true)
    }

    @Test("An error of the program's own code is an issue at the call")
    func failingConfigure() throws {
        struct Refused: Error {}
        let issues = try withFile { path in record { expectWiring(contentsOf: path) { _ in throw Refused() } } }
        #expect(issues.map(\.text) == ["Refused()"])
    }

    @Test("A profile that nothing mentions is an issue")
    func profile() {
        let issues = record { expectWiring(of: ContextFailureTests.misspelt) }
        #expect(issues.count == 1 && issues[0].text.contains("did you mean 'night'"))
    }
}
