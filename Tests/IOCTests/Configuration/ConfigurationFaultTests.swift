import FoundationEssentials
import IOC
import Testing

@Suite("A faulty configuration file")
struct ConfigurationFaultTests {
    /// A file's text and the error it gives, without the fix.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var error: String

        init(_ name: String, _ text: String, _ error: String) {
            self.name = name
            self.text = text
            self.error = error
        }

        var testDescription: String { "\(name): \(text.prefix(60).debugDescription)" }
    }

    static let json: [Case] = [
        Case("a.json", "", "file-malformed: ~/a.json is empty"),
        Case("a.json", " \n// nothing\n", "file-malformed: ~/a.json is empty"),
        Case("a.json", "/* nothing */", "file-malformed: ~/a.json is empty"),
        Case(
            "a.json", "\n /* { \"prefixes\": [] }",
            "file-malformed: this JSON is not well-formed: the comment that begins here does not end | ~/a.json:2:2"),
        Case(
            "a.json", "[]",
            "key-wrong-type: 'the file' takes an object with keys such as 'prefixes', and this is a list | ~/a.json:1:1"
        ),
        Case(
            "a.json", "{",
            "file-malformed: this JSON is not well-formed: the object that opens in line 1, column 1 does not end | ~/a.json:1:2"
        ),
        Case(
            "a.json", "{\n  \"prefixes\": [\"SG\"\n",
            "file-malformed: this JSON is not well-formed: the list that opens in line 2, column 15 does not end | ~/a.json:3:1"
        ),
        Case(
            "a.json", "{\n  \"prefixes\" [\"SG\"]\n}",
            "file-malformed: this JSON is not well-formed: expected ':' after the key 'prefixes', found '[' | ~/a.json:2:14"
        ),
        Case(
            "a.json", "{\"ä\": [1 2]}",
            "file-malformed: this JSON is not well-formed: expected ',' or ']', found '2' | ~/a.json:1:10"),
        Case(
            "a.json", "{\"a\": tru}",
            "file-malformed: this JSON is not well-formed: expected a value, found 't' | ~/a.json:1:7"),
        Case(
            "a.json", "{\"a\": \"x\ny\"}",
            "file-malformed: this JSON is not well-formed: the text does not end before the end of its line | ~/a.json:1:9"
        ),
        Case(
            "a.json", "{\"a\": \"\\q\"}",
            "file-malformed: this JSON is not well-formed: a string can't contain the escape \\q | ~/a.json:1:8"),
        Case(
            "a.json", "{\"a\": \"\\uD800\"}",
            "file-malformed: this JSON is not well-formed: the escape is half of a surrogate pair | ~/a.json:1:8"),
        Case(
            "a.json", "{\"a\": 012}",
            "file-malformed: this JSON is not well-formed: a number has digits, perhaps with a point and an exponent, and no 0 in "
                + "front | ~/a.json:1:7"),
        Case(
            "a.json", "{} /* x",
            "file-malformed: this JSON is not well-formed: the comment that begins here does not end | ~/a.json:1:4"),
        Case(
            "a.json", "{} }",
            "file-malformed: this JSON is not well-formed: expected the end of the file, found '}' | ~/a.json:1:4"),
        Case("a.json", "{}\u{0}", "file-malformed: ~/a.json holds binary data, not text | ~/a.json:1:3"),
        Case(
            "a.json", "{\"prefixs\": []}",
            "key-unknown: the key 'prefixs' is not known here | ~/a.json:1:2 (prefixs) | 'prefixes'?"),
        Case(
            "a.json", "{\"prefixes\": \"SG\"}",
            "key-wrong-type: 'prefixes' takes a list of strings, and this is \"SG\" | ~/a.json:1:2 (prefixes)"),
        Case(
            "a.json", "{\"classes\": [\"A\", 1]}",
            "key-wrong-type: 'classes[1]' takes a string that is not empty, and this is 1 | ~/a.json:1:19 (classes[1])"),
        Case(
            "a.json", "{\"exclude\": [\"\"]}",
            "key-wrong-type: 'exclude[0]' takes a string that is not empty, and this is \"\" | ~/a.json:1:14 (exclude[0])"
        ),
        Case(
            "a.json", "{\"assemblies\": null}",
            "key-wrong-type: 'assemblies' takes a list of strings, and this is null | ~/a.json:1:2 (assemblies)"),
        Case(
            "a.json", "{\"imports\": [\"optional:\"]}",
            "key-wrong-type: 'imports[0]' takes a path after 'optional:', and this is none | ~/a.json:1:14 (imports[0])"
        ),
        Case(
            "a.json", "{\"profiles\": {}}",
            "key-wrong-type: 'profiles' takes a list of strings, and this is an object | ~/a.json:1:2 (profiles)"),
        Case(
            "a.json", "{\"cycles\": \"forbidden\"}",
            "key-wrong-type: 'forbidden' isn't a valid value for 'cycles' | ~/a.json:1:2 (cycles) | 'forbid'?"),
        Case(
            "a.json", "{\"cycles\": true}",
            "key-wrong-type: 'cycles' takes a string that is not empty, and this is true | ~/a.json:1:2 (cycles)"),
        Case(
            "a.json", "{\"timeouts\": {\"stopp\": \"1s\"}}",
            "key-unknown: the key 'stopp' is not known here | ~/a.json:1:15 (timeouts.stopp) | 'stop'?"),
        Case(
            "a.json", "{\"timeouts\": {\"stop\": 10}}",
            "key-wrong-type: 'timeouts.stop' takes a duration above zero with units, such as 30s or 1m, and this is 10 | ~/a.json:1:15 (timeouts.stop)"
        ),
        Case(
            "a.json", "{\"timeouts\": {\"start\": \"0s\"}}",
            "key-wrong-type: 'timeouts.start' takes a duration above zero with units, such as 30s or 1m, and this is \"0s\" | ~/a.json:1:15 (timeouts.start)"
        ),
        Case(
            "a.json", "{\"timeouts\": {\"drain\": \"soon\"}}",
            "key-wrong-type: 'timeouts.drain' takes a duration with units, such as 30s or 1m, and this is \"soon\" | ~/a.json:1:15 (timeouts.drain)"
        ),
        Case(
            "a.json", "{\"startup\": {\"concurrency\": 0}}",
            "key-wrong-type: 'startup.concurrency' takes a whole number above zero, and this is 0 | ~/a.json:1:14 (startup.concurrency)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"retry\": {}}}}",
            "key-wrong-type: 'components.a.retry' takes an object with the key 'attempts', and this is one without | ~/a.json:1:23 (components.a.retry)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"retry\": {\"attempts\": 0}}}}",
            "key-wrong-type: 'components.a.retry.attempts' takes a whole number above zero, and this is 0 | ~/a.json:1:33 (components.a.retry.attempts)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"retry\": {\"attempts\": 2, \"factor\": 0}}}}",
            "key-wrong-type: 'components.a.retry.factor' takes a number of at least 1, and this is 0 | ~/a.json:1:48 (components.a.retry.factor)"
        ),
        Case(
            "a.json", "{\"components\": []}",
            "key-wrong-type: 'components' takes an object, and this is a list | ~/a.json:1:2 (components)"),
        Case(
            "a.json", "{\"components\": {\"\": {}}}",
            "key-wrong-type: 'components' takes names that are not empty as its keys, and this is an empty one | ~/a.json:1:2 (components)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": \"A\"}}",
            "key-wrong-type: 'components.a' takes an object, and this is \"A\" | ~/a.json:1:17 (components.a)"),
        Case(
            "a.json", "{\"components\": {\"a\": {\"scop\": \"x\"}}}",
            "key-unknown: the key 'scop' is not known here | ~/a.json:1:23 (components.a.scop) | 'scope'?"),
        Case(
            "a.json", "{\"components\": {\"a\": {\"scope\": \"prototyp\"}}}",
            "key-wrong-type: 'prototyp' isn't a valid value for 'components.a.scope' | ~/a.json:1:23 (components.a.scope) | 'prototype'?"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"primary\": 1}}}",
            "key-wrong-type: 'components.a.primary' takes true or false, and this is 1 | ~/a.json:1:23 (components.a.primary)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"order\": 1.0}}}",
            "key-wrong-type: 'components.a.order' takes a whole number, and this is 1.0 | ~/a.json:1:23 (components.a.order)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"order\": true}}}",
            "key-wrong-type: 'components.a.order' takes a whole number, and this is true | ~/a.json:1:23 (components.a.order)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"when\": {\"equals\": 1}}}}",
            "key-wrong-type: 'components.a.when' takes an object with the key 'setting', and this is one without | ~/a.json:1:23 (components.a.when)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"when\": {\"setting\": \"p\", \"equal\": 1}}}}",
            "key-unknown: the key 'equal' is not known here | ~/a.json:1:48 (components.a.when.equal) | 'equals'?"),
        Case(
            "a.json", "{\"components\": {\"a\": {\"whenMissing\": {\"ancestors\": true}}}}",
            "key-wrong-type: 'components.a.whenMissing' takes an object with the key 'type', and this is one without | ~/a.json:1:23 (components.a.whenMissing)"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"whenMissing\": {\"type\": \"A.B\", \"ancestor\": true}}}}",
            "key-unknown: the key 'ancestor' is not known here | ~/a.json:1:54 (components.a.whenMissing.ancestor) | 'ancestors'?"
        ),
        Case(
            "a.json", "{\"components\": {\"a\": {\"settings\": 1}}}",
            "key-wrong-type: 'components.a.settings' takes an object, and this is a number | ~/a.json:1:23 (components.a.settings)"
        ),
        Case(
            "a.json", "{\"bindings\": {\"A.B\": 1}}",
            "key-wrong-type: 'bindings.A.B' takes a string that is not empty, and this is 1 | ~/a.json:1:15 (bindings.A.B)"
        ),
        Case(
            "a.json", "{\"settings\": []}",
            "key-wrong-type: 'settings' takes an object, and this is a list | ~/a.json:1:2 (settings)"),
        Case(
            "a.json", "{\"settings\": {\"a\": 1,\n\"\\u0061\": 2}}",
            "key-repeated: the key 'a' occurs twice | ~/a.json:2:1 (settings.a)"),
        Case(
            "a.json", "{\"settings\": {\"a\": 99999999999999999999}}",
            "number-out-of-range: no setting can hold the number or date of 'settings.a' | ~/a.json:1:20 (settings.a)"
        ),
        Case(
            "a.json", "{\"settings\": {\"a\": [1e400]}}",
            "number-out-of-range: no setting can hold the number or date of 'settings.a[0]' | ~/a.json:1:21 (settings.a[0])"
        ),
        Case(
            "a.json", "{\"settings\": {\"a\": NaN}}",
            "number-out-of-range: no setting can hold the number or date of 'settings.a' | ~/a.json:1:20 (settings.a)"),
        Case(
            "a.json", "{\"settings\": {\"a\": -Infinity}}",
            "number-out-of-range: no setting can hold the number or date of 'settings.a' | ~/a.json:1:20 (settings.a)"),
        Case("a.txt", "{}", "file-format-unknown: ~/a.txt ends in neither .json nor .plist"),
    ]

    private static let malformed = "file-malformed: this XML property list is not well-formed: "
    private static let neither =
        "file-malformed: this property list is not well-formed: it is neither XML nor binary; "
        + "convert it with 'plutil -convert xml1', or call JSON .json | ~/a.plist"

    static let propertyLists: [Case] = [
        Case("a.plist", "\n", "file-malformed: ~/a.plist is empty"),
        Case("a.plist", "{\"prefixes\": []}", neither), Case("a.plist", "{ prefixes = (A, B); }", neither),
        Case(
            "a.plist", propertyList("<array/>"),
            "key-wrong-type: 'the file' takes an object with keys such as 'prefixes', and this is a list | ~/a.plist"),
        Case("a.plist", propertyList("<dict>"), malformed), Case("a.plist", "<plist><dict>", malformed),
        Case("a.plist", propertyList("<dict><key>prefixes</key></dict>"), malformed),
        Case("a.plist", propertyList("<dict>\n  <string>a</string></dict>"), malformed),
        Case("a.plist", propertyList("<dict><key>a</key><strin>b</strin></dict>"), malformed),
        Case("a.plist", propertyList("<dict><key>a</key><string>b & c</string></dict>"), malformed),
        Case(
            "a.plist",
            propertyList("<dict><key>settings</key><dict><key>a</key><integer>five</integer></dict></dict>"),
            "file-malformed: this property list is not well-formed: its value can't be read; a whole number has at most "
                + "64 bits | ~/a.plist (settings.a)"),
        Case(
            "a.plist", propertyList("<dict><key>settings</key><dict><key>a</key><date>today</date></dict></dict>"),
            "file-malformed: this property list is not well-formed: its value can't be read; a whole number has at most "
                + "64 bits | ~/a.plist (settings.a)"),
        Case(
            "a.plist", propertyList("<dict><key>prefixs</key><array/></dict>"),
            "key-unknown: the key 'prefixs' is not known here | ~/a.plist (prefixs) | 'prefixes'?"),
        Case(
            "a.plist", propertyList("<dict><key>profiles</key><array><real>1</real></array></dict>"),
            "key-wrong-type: 'profiles[0]' takes a string that is not empty, and this is 1 | ~/a.plist (profiles[0])"),
        Case(
            "a.plist",
            propertyList(
                "<dict><key>settings</key><dict><key>a</key><integer>18446744073709551616</integer></dict></dict>"),
            "file-malformed: this property list is not well-formed: its value can't be read; a whole number has at most "
                + "64 bits | ~/a.plist (settings.a)"),
        Case(
            "a.plist", propertyList("<dict><key>settings</key><dict><key>a</key><real>nan</real></dict></dict>"),
            "number-out-of-range: no setting can hold the number or date of 'settings.a' | ~/a.plist (settings.a)"),
    ]

    @Test("Each thing that is wrong has one error that names the place", arguments: json + propertyLists)
    func text(_ fault: Case) throws {
        let folder = try TemporaryFolder()
        try folder.write(fault.name, fault.text)
        let lines = try folder.faults(of: fault.name).split(separator: "\n")
        let facts = lines.dropFirst().filter { !$0.hasPrefix("   fix") }.map {
            $0.dropFirst(15).drop(while: \.isWhitespace)
        }
        let text = ([lines[0]] + facts).joined(separator: " | ")
        // The reason is Foundation's own.
        #expect(fault.error.hasSuffix(": ") ? text.hasPrefix(fault.error) : text == fault.error)
        #expect(lines.last?.hasPrefix("   fix") == true)
    }

    @Test("A file that is not there names the folders that were looked in")
    func missing() throws {
        let error = try #require(throws: IOCError.self) { try ContextConfiguration(contentsOf: "no/such.json") }
        let here = FileManager.default.currentDirectoryPath
        #expect(error.code == .fileMissing)
        #expect(error.description.hasPrefix("file-missing: there is no file at \(here)/no/such.json\n"))
        #expect(error.description.contains("create it in one of: \(here), /"))
    }

    @Test("An absolute path is not looked for elsewhere")
    func missingAbsolute() throws {
        let folder = try TemporaryFolder()
        #expect(try folder.faults(of: "a.json").hasPrefix("file-missing: there is no file at ~/a.json\n"))
    }

    @Test("A missing import points at the importer")
    func missingImport() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", #"{"imports": ["b.json"]}"#)
        #expect(
            try folder.faults(of: "a.json") == """
                file-missing: there is no file at ~/b.json
                   at          ~/a.json:1:14 (imports[0])
                   fix         create the file, or write "optional:" in front of an import that may be absent
                """)
    }

    @Test("A directory, an endless device, a circle of links and a NUL in the path are no files")
    func notAFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("d.json/x", "")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/l.json", withDestinationPath: "l.json")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/z.json", withDestinationPath: "/dev/zero")
        #expect(try folder.faults(of: "d.json").hasPrefix("file-unreadable: ~/d.json can't be read: it is a directory"))
        #expect(try folder.faults(of: "z.json").hasPrefix("file-unreadable: ~/z.json can't be read: it is not a reg"))
        #expect(try folder.faults(of: "l.json").hasPrefix("file-unreadable: ~/l.json can't be read: Too many levels"))
        #expect(try folder.faults(of: "a\0.json").hasPrefix("file-unreadable: "))
    }

    @Test("Bytes that are no text are reported with their place", arguments: ["a.json", "a.plist"])
    func binary(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(name, Array("{\n\"ä\": \"".utf8) + [0xFF, 0x22, 0x7D])
        #expect(try folder.faults(of: name).contains("file-malformed: ~/\(name) holds binary data, not text\n"))
        #expect(try folder.faults(of: name).contains("   at          ~/\(name):2:7\n"))
        try folder.write(name, [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])
        #expect(try folder.faults(of: name).hasPrefix("file-malformed: "))
    }
}
