import FoundationEssentials
import IOCBase
import IOCModel
import TestSupport
import Testing

@testable import IOCConfiguration

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Where a configuration's values begin and end")
struct ConfigurationEdgeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> ContextConfiguration {
        try ContextConfiguration(contentsOf: folder.write("a.json", text), environment: [:])
    }

    @Test(
        "A start is tried again as a file says: from one attempt and a factor of 1 on",
        arguments: [
            (#"{ "attempts": 1 }"#, StartRetry(attempts: 1)),
            (#"{ "attempts": 3, "delay": "7ms" }"#, StartRetry(attempts: 3, delay: .milliseconds(7))),
            (#"{ "attempts": 3, "factor": 1 }"#, StartRetry(attempts: 3, factor: 1)),
            (#"{ "attempts": 3, "factor": 1.0 }"#, StartRetry(attempts: 3, factor: 1)),
            (#"{ "attempts": 3, "factor": 1.5 }"#, StartRetry(attempts: 3, factor: 1.5)),
            (#"{ "attempts": 3, "factor": 4 }"#, StartRetry(attempts: 3, factor: 4)),
            (#"{ "attempts": 3, "factor": 0.99 }"#, nil), (#"{ "attempts": 3, "factor": 0 }"#, nil),
            (#"{ "attempts": 3, "factor": 1e999 }"#, nil), (#"{ "attempts": 3, "factor": "2" }"#, nil),
            (#"{ "attempts": 3, "delai": "7ms" }"#, nil), (#"{ "attempts": 3, "delay": "0s" }"#, nil),
            (#"{ "attempts": 0 }"#, nil),
        ] as [(String, StartRetry?)])
    func retries(text: String, expected: StartRetry?) throws {
        func retry() throws -> StartRetry? {
            try read("{ \"components\": { \"c\": { \"retry\": \(text) } } }").components["c"]?.retry
        }
        if let expected {
            #expect(try retry() == expected)
        } else {
            #expect(throws: IOCError.self) { try retry() }
        }
    }

    @Test("One component may start at a time, and draining may take no time at all; other times are above zero")
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
        "A value of another kind is told with its key",
        arguments: [
            ("startup.concurrency", #"{ "startup": { "concurrency": "x" } }"#),
            ("components.c.retry", #"{ "components": { "c": { "retry": 5 } } }"#),
            ("components.c.retry.attempts", #"{ "components": { "c": { "retry": { "attempts": "x" } } } }"#),
            ("components.c.scope", #"{ "components": { "c": { "scope": 5 } } }"#),
            ("components.c.when", #"{ "components": { "c": { "when": "x" } } }"#),
            ("components.c.when.property", #"{ "components": { "c": { "when": { "property": 5 } } } }"#),
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

    @Test("What lies below a file, and not in a folder, is not there: it may be imported where it is optional")
    func belowFile() throws {
        try folder.write("plain.json", "{}")
        #expect(try read(#"{ "imports": ["optional:plain.json/b.json"], "prefixes": ["A"] }"#).prefixes == ["A"])
        #expect(!FileBytes.exists(folder.path + "/plain.json/b.json") && !FileBytes.exists(folder.path + "/b.json"))
        #expect(FileBytes.exists(folder.path + "/plain.json") && FileBytes.exists(folder.path))
        #expect(throws: IOCError.self) { try read(#"{ "imports": ["plain.json/b.json"] }"#) }
    }

    @Test("A file of a profile that another file imports is read once")
    func importedVariant() throws {
        try folder.write("a-test.json", #"{ "components": { "c": { "order": 1 } } }"#)
        let configuration = try read(#"{ "imports": ["a-test.json"], "profiles": ["test"], "prefixes": ["A"] }"#)
        #expect(configuration.components["c"]?.order == 1 && configuration.sources.count == 2)
    }

    @Test("The files that a reading has looked for are told, whether they are there or not")
    func soughtFiles() throws {
        let path = try folder.write("a.json", #"{ "imports": ["b.json", "optional:c.json"], "profiles": ["test"] }"#)
        try folder.write("b.json", "{}")
        try folder.write("a-test.json", "{}")
        let reading = ConfigurationReading(path, profiles: [], environment: [:])
        #expect(
            reading.sought.map { $0.replacing(folder.path + "/", with: "") } == [
                "a-test.json", "a.json", "b.json", "c.json",
            ])
        let missing = ConfigurationReading(folder.path + "/d.json", profiles: [], environment: [:])
        #expect(missing.sought == [folder.path + "/d.json"] && (try? missing.result.get()) == nil)
    }

    #if os(Linux)
    @Test(
        "A file that fails while it is read, or holds more than it says, is told; one may hold just the limit"
    )
    func unusualFiles() throws {
        func told(_ path: String, _ limit: Int) -> String {
            do throws(DocumentFault) {
                return "\(try FileBytes.contents(of: path, limit: limit).count)"
            } catch {
                return Fault(error.kind).headline
            }
        }
        // It says that it is empty, as all files there do.
        let name = "/proc/sys/kernel/ostype"
        #expect(told(name, 6) == "6")
        #expect(told(name, 5).hasPrefix("file-too-large: "))
        // Nothing is at the first address.
        #expect(told("/proc/self/mem", 10) == "file-unreadable: /proc/self/mem can't be read: Input/output error")
    }

    @Test(
        "A relative path is looked for in the working folder, then beside the program, and once where both are one",
        .promptly)
    func searchFolders() async {
        await #expect(processExitsWith: .success) {
            let beside = FilePath.folder(of: FilePath.identity("/proc/self/exe"))
            chdir("/")
            #expect(FilePath.searchFolders == ["/", beside])
            chdir(beside)
            #expect(FilePath.searchFolders == [beside])
        }
    }

    @Test("An empty name of the shared context's file is none", .promptly)
    func emptyName() async {
        await #expect(processExitsWith: .success) {
            setenv("IOC_CONFIG", "", 1)
            chdir("/")
            let error = #expect(throws: IOCError.self) { try ContextConfiguration.sharedPath() }
            #expect(error?.code == .contextFileNotFound)
            setenv("IOC_CONFIG", "x", 1)
            #expect((try? ContextConfiguration.sharedPath()) == "x")
        }
    }
    #endif

    @Test(
        "A number of JSON is held where it can be told from zero, and from one without end, or is zero itself",
        arguments: [
            ("5e-324", true), ("2.5E-324", true), ("1e-324", false), ("1E-400", false), ("-0.1e-999", false),
            ("+.9e-999999999999", false), ("0e-999", true), ("-0.00E-400", true), ("0.0e9999999999", true),
            (".0", true),
            ("1e308", true), ("1.7976931348623159e308", false), ("0e400", true), ("10e-1", true),
        ])
    func reals(text: String, isHeld: Bool) throws {
        let read = try ConfigurationFormat.json.read(Array("[\n  \(text)\n]".utf8), path: "a.json")
        #expect(read.outline.faults.map(\.kind.code) == (isHeld ? [] : [.numberOutOfRange]))
        #expect(read.outline.faults.allSatisfy { $0.position == TextPosition(line: 2, column: 3) })
        #expect(!isHeld || read.value == [.double(Double(text) ?? .nan)])
    }

    @Test("What a decoder alone finds wrong is told in its words, without the line, which it gets wrong")
    func decoderWords() throws {
        let bytes = Array(propertyList("<data>é</data>").utf8)
        let fault = try #require(throws: DocumentFault.self) {
            try ConfigurationFormat.propertyList.read(bytes, path: "a.plist")
        }
        #expect(Fault(fault.kind).headline.hasSuffix("Could not interpret <data>"), "\(Fault(fault.kind).headline)")
    }

    @Test(
        "A date of an XML property list is a moment that there is",
        arguments: [
            ("2024-02-29T23:59:59Z", true), ("2025-02-29T00:00:00Z", false), ("2025-13-01T00:00:00Z", false),
            ("2025-12-31T24:00:00Z", false), ("2025-12-31T23:60:00Z", false), ("2025-12-31T23:59:60Z", false),
            ("2025-12-31", false), ("2025-12-31T23:59:59.5Z", false), ("2025-12-31T23:59:59+00:00", false), ("", false),
            ("2025-12-31t23:59:59Z", false), ("2025-12-31T23:59:59z", false),
        ])
    func dates(text: String, isOne: Bool) throws {
        let bytes = Array(propertyList("<date>\(text)</date>").utf8)
        do throws(DocumentFault) {
            let value = try ConfigurationFormat.propertyList.read(bytes, path: "a.plist").value
            #expect(isOne && value == .string(text))
        } catch {
            #expect(!isOne && Fault(error.kind).headline.contains("what <date> holds is no date"))
        }
    }
}
