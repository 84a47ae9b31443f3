import FoundationEssentials
import IOC
import Testing

@Suite("A faulty configuration file")
struct ConfigurationFaultTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A value of the wrong type is a fault at its key",
        arguments: [
            ("", "[]"), ("prefixes", #"{ "prefixes": "SG" }"#), ("classes[1]", #"{ "classes": ["A", 1] }"#),
            ("exclude[0]", #"{ "exclude": [""] }"#), ("assemblies", #"{ "assemblies": null }"#),
            ("imports", #"{ "imports": "x" }"#), ("imports[0]", #"{ "imports": ["optional:"] }"#),
            ("profiles", #"{ "profiles": {} }"#), ("cycles", #"{ "cycles": true }"#),
            ("timeouts", #"{ "timeouts": 5 }"#),
            ("timeouts.stop", #"{ "timeouts": { "stop": 10 } }"#),
            ("timeouts.start", #"{ "timeouts": { "start": "0s" } }"#),
            ("timeouts.health", #"{ "timeouts": { "health": "-1s" } }"#),
            ("timeouts.construction", #"{ "timeouts": { "construction": "0s" } }"#),
            ("timeouts.drain", #"{ "timeouts": { "drain": "soon" } }"#),
            ("timeouts.drain", #"{ "timeouts": { "drain": "-1ns" } }"#),
            ("startup.concurrency", #"{ "startup": { "concurrency": 0 } }"#),
            ("startup.concurrency", #"{ "startup": { "concurrency": "x" } }"#),
            ("components", #"{ "components": [] }"#), ("components", #"{ "components": { "": {} } }"#),
            ("components.a", #"{ "components": { "a": "A" } }"#), ("components.a.scope", entry(#""scope": 5"#)),
            ("components.a.primary", entry(#""primary": 1"#)), ("components.a.order", entry(#""order": 1.0"#)),
            ("components.a.order", entry(#""order": true"#)), ("components.a.override", entry(#""override": "x""#)),
            ("components.a.when", entry(#""when": { "equals": 1 }"#)), ("components.a.when", entry(#""when": "x""#)),
            ("components.a.when.setting", entry(#""when": { "setting": 5 }"#)),
            ("components.a.whenMissing", entry(#""whenMissing": 5"#)),
            ("components.a.whenMissing", entry(#""whenMissing": { "ancestors": true }"#)),
            ("components.a.whenMissing.type", entry(#""whenMissing": { "type": 5 }"#)),
            ("components.a.retry", entry(#""retry": 5"#)), ("components.a.retry", entry(#""retry": {}"#)),
            ("components.a.retry.attempts", entry(#""retry": { "attempts": 0 }"#)),
            ("components.a.retry.attempts", entry(#""retry": { "attempts": "x" }"#)),
            ("components.a.retry.factor", entry(#""retry": { "attempts": 3, "factor": 0.99 }"#)),
            ("components.a.retry.factor", entry(#""retry": { "attempts": 3, "factor": "2" }"#)),
            ("components.a.retry.delay", entry(#""retry": { "attempts": 3, "delay": "0s" }"#)),
            ("bindings.A.B", #"{ "bindings": { "A.B": 1 } }"#),
            // The values of these sections may be secret.
            ("settings", #"{ "settings": "hunter2" }"#), ("settings", #"{ "settings": 4711 }"#),
            ("properties", #"{ "properties": "hunter2" }"#), ("secretKeys", #"{ "secretKeys": "hunter2" }"#),
            ("components.a.settings", entry(#""settings": "hunter2""#)),
            ("components.a.properties", entry(#""properties": 4711"#)),
        ] as [(String, String)])
    func types(key: String, text: String) throws {
        try folder.write("a.json", text)
        let error = try folder.error(of: "a.json")
        #expect(error.faults.map(\.code) == [.keyWrongType])
        #expect(error.faults[0].headline.contains("'\(key.isEmpty ? "the file" : key)' takes"))
        let place = key.replacing("properties", with: "settings")
        #expect(error.faults[0].location?.hasSuffix(key.isEmpty ? "a.json:1:1" : "(\(place))") == true)
        #expect(!error.description.contains("hunter2") && !error.description.contains("4711"))
    }

    private static func entry(_ members: String) -> String { "{ \"components\": { \"a\": { \(members) } } }" }

    @Test(
        "A misspelt key or word is a fault at its place, with the one that was meant",
        arguments: [
            ("prefixs", "prefixes", #"{ "prefixs": [] }"#), ("cycles", "forbid", #"{ "cycles": "forbidden" }"#),
            ("timeouts.stopp", "stop", #"{ "timeouts": { "stopp": "1s" } }"#),
            ("component", "components", #"{ "component": {} }"#),
            ("components.a.scop", "scope", entry(#""scop": "x""#)),
            ("components.a.scope", "prototype", entry(#""scope": "prototyp""#)),
            ("components.a.when.equal", "equals", entry(#""when": { "setting": "p", "equal": 1 }"#)),
            (
                "components.a.whenMissing.ancestor", "ancestors",
                entry(#""whenMissing": { "type": "A.B", "ancestor": true }"#)
            ),
            ("components.a.retry.delai", "delay", entry(#""retry": { "attempts": 3, "delai": "7ms" }"#)),
        ] as [(String, String, String)])
    func words(place: String, meant: String, text: String) throws {
        try folder.write("a.json", text)
        let faults = try folder.error(of: "a.json").faults
        #expect(faults.count == 1 && [.keyUnknown, .keyWrongType].contains(faults[0].code))
        #expect(faults[0].location?.hasSuffix("(\(place))") == true && faults[0].suggestion == meant)
    }

    @Test("An object or a key with dots at the top of a file is a setting in the wrong place")
    func settingsOutside() throws {
        try folder.write("a.json", #"{ "Logging": { "Level": 1 }, "tracker": { "interval": 1 }, "server.port": 80 }"#)
        let faults = try folder.error(of: "a.json").faults
        #expect(faults.map(\.code) == [.keyUnknown, .keyUnknown, .keyUnknown])
        #expect(faults.allSatisfy { $0.headline.hasSuffix("is a setting outside of \"settings\"") })
        #expect(faults[1].remedy.contains("put it there: \"settings\": { \"tracker\": … }"))
    }

    private static func list(_ settings: String) -> String {
        propertyList("<dict><key>settings</key>\(settings)</dict>")
    }

    @Test(
        "A file that can't be read as a whole has one fault",
        arguments: [
            ("a.json", "", .fileMalformed, ""), ("a.json", " \n// nothing\n", .fileMalformed, ""),
            ("a.json", "/* nothing */", .fileMalformed, ""), ("a.json", "{}\u{0}", .fileMalformed, ":1:3"),
            ("a.json", "{\"settings\": {\"a\": 1,\n\"\\u0061\": 2}}", .keyRepeated, ":2:1 (settings.a)"),
            ("a.txt", "{}", .fileFormatUnknown, ""), ("a.plist", "\n", .fileMalformed, ""),
            ("a.plist", "{\"prefixes\": []}", .fileMalformed, ""),
            ("a.plist", "{ prefixes = (A); }", .fileMalformed, ""),
            ("a.plist", propertyList("<array/>"), .keyWrongType, ""),
            ("a.plist", propertyList("<dict>"), .fileMalformed, ""),
            ("a.plist", "<plist><dict>", .fileMalformed, ""), ("a.plist", list(""), .fileMalformed, ""),
            ("a.plist", propertyList("<dict>\n  <string>a</string></dict>"), .fileMalformed, ""),
            ("a.plist", list("<strin>b</strin>"), .fileMalformed, ""),
            ("a.plist", list("<string>b & c</string>"), .fileMalformed, ""),
            ("a.plist", list("<dict><key>a</key><integer>five</integer></dict>"), .fileMalformed, " (settings.a)"),
            (
                "a.plist", list("<dict><key>a</key><integer>18446744073709551616</integer></dict>"), .fileMalformed,
                " (settings.a)"
            ),
            ("a.plist", list("<dict><key>a</key><date>today</date></dict>"), .fileMalformed, " (settings.a)"),
            ("a.plist", list("<dict><key>a</key><real>nan</real></dict>"), .numberOutOfRange, " (settings.a)"),
            ("a.plist", propertyList("<dict><key>prefixs</key><array/></dict>"), .keyUnknown, " (prefixs)"),
        ] as [(String, String, IOCError.Code, String)])
    func whole(name: String, text: String, code: IOCError.Code, place: String) throws {
        try folder.write(name, text)
        let faults = try folder.error(of: name).faults
        #expect(faults.map(\.code) == [code])
        #expect(faults[0].description.contains("\(folder.path)/\(name)\(place)"))
    }

    @Test("A file that is not there names the folders that were looked in, unless its path is absolute")
    func missing() throws {
        let error = try #require(throws: IOCError.self) { try ContextConfiguration(contentsOf: "no/such.json") }
        let here = FileManager.default.currentDirectoryPath
        #expect(error.code == .fileMissing && error.faults[0].headline.hasSuffix("\(here)/no/such.json"))
        #expect(error.description.contains("create it in one of: \(here), /"))
        let absolute = try folder.error(of: "a.json")
        #expect(absolute.code == .fileMissing && absolute.faults[0].remedy == "create the file")
    }

    @Test("A directory, an endless device, a circle of links and a NUL in the path are no files")
    func notAFile() throws {
        try folder.write("d.json/x", "")
        for (name, target) in [("l.json", "l.json"), ("z.json", "/dev/zero"), ("p.json", "/proc/self/pagemap")] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        }
        for (name, reason) in [
            ("d.json", "it is a directory"), ("z.json", "it is not a regular file"), ("l.json", "Too many levels"),
            ("a\0.json", "NUL"),
        ] {
            let error = try folder.error(of: name)
            #expect(error.code == .fileUnreadable && error.faults[0].headline.contains(reason))
        }
        #if os(Linux)
        // It says that it has no bytes, and has no end.
        #expect(try [.fileTooLarge, .fileUnreadable].contains(folder.error(of: "p.json").code))
        #endif
    }

    @Test("Bytes that are no text are reported with their place", arguments: ["a.json", "a.plist"])
    func binary(name: String) throws {
        try folder.write(name, Array("{\n\"ä\": \"".utf8) + [0xFF, 0x22, 0x7D])
        let fault = try folder.error(of: name).faults[0]
        #expect(fault.code == .fileMalformed && fault.location == "\(folder.path)/\(name):2:7")
        try folder.write(name, [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])
        #expect(try folder.error(of: name).code == .fileMalformed)
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
        try folder.write("a.json", text.replacing("LIST", with: list))
        let error = try folder.error(of: "a.json")
        #expect(error.faults.count == 101)
        #expect(zip(error.faults.dropLast(), numbers).allSatisfy { "\($0)".contains("k\($1)") })
        #expect(error.faults.last?.headline.hasSuffix("there are 50 more of these") == true)
    }

    @Test("Faults of several kinds are reported together")
    func several() throws {
        try folder.write(
            "a.json",
            #"{ "settings": { "password": 1e999, "word": 1e999, "token": 1, "token": 2 }, "secretKeys": ["word"], "no": 1 }"#
        )
        let error = try folder.error(of: "a.json")
        #expect(Set(error.faults.map(\.code)) == [.numberOutOfRange, .keyRepeated, .keyUnknown])
        #expect(error.faults.count == 4 && !error.description.contains("1e999"))
    }

    @Test("A profile that is no name is a fault with its own remedy", arguments: ["!prod", "${STAGE}"])
    func profiles(name: String) throws {
        let configuration = try folder.configuration("{}", "\"profiles\": [\"\(name)\"],")
        let fault = try bootError(configuration.with { $0.knownProfiles = ["prod"] }).faults[0]
        #expect(fault.code == .profileUnknown && fault.suggestion == nil)
        #expect(fault.headline.contains("'\(name)' is not the name of a profile"))
        #expect(fault.location?.contains("(profiles[0])") == true)
    }
}
