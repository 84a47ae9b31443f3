import FoundationEssentials
import IOC
import IOCConfiguration
import IOCModel
import Testing

@Suite("Imports")
struct ConfigurationImportTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names(_ configuration: ContextConfiguration) -> [String] {
        configuration.sources.map { $0.replacing(folder.path + "/", with: "") }
    }

    @Test("Lists add up without repetition, imported files first")
    func lists() throws {
        try folder.write(
            "base.plist", propertyList("<dict><key>prefixes</key><array><string>A</string></array></dict>"))
        try folder.write("more.json", #"{"prefixes": ["B", "A"], "profiles": ["p"]}"#)
        let configuration = try folder.configuration(
            ofText: #"{"imports": ["base.plist", "more.json"], "prefixes": ["C", "B"], "profiles": ["q"]}"#)
        #expect(configuration.prefixes == ["A", "B", "C"] && configuration.profiles == ["p", "q"])
        #expect(names(configuration) == ["base.plist", "more.json", "a.json"])
    }

    @Test("The importer wins for settings by path, bindings, strictness and cycles", arguments: [true, false])
    func importerWins(strict: Bool) throws {
        try folder.write(
            "base.json",
            """
            { "settings": { "a": { "b": 1, "c": 2 }, "l": [1, 2], "o": { "x": 1 } }, "bindings": { "P": "x", "Q": "y" },
              "strict": \(!strict), "cycles": "\(strict ? "allow" : "forbid")" }
            """)
        let configuration = try folder.configuration(
            ofText: """
                { "imports": ["base.json"], "settings": { "a": { "c": 3 }, "l": [9], "o": 1 }, "bindings": { "P": "z" },
                  "strict": \(strict), "cycles": "\(strict ? "forbid" : "allow")" }
                """)
        #expect(configuration.settings == ["a": ["b": 1, "c": 3], "l": [9], "o": 1])
        #expect(configuration.bindings == ["P": "z", "Q": "y"])
        #expect(configuration.failsOnUnreadSettings == strict && configuration.cycles == (strict ? .forbid : .allow))
        let silent = try folder.configuration(ofText: #"{ "imports": ["base.json"] }"#)
        #expect(silent.failsOnUnreadSettings == !strict && silent.cycles == (strict ? .allow : .forbid))
    }

    @Test(
        "An import that can't be read is reported at its entry, unless it is optional and absent",
        arguments: [
            ("folder.json", .fileUnreadable, true), ("big.json", .fileTooLarge, true),
            ("a.txt", .fileFormatUnknown, true), ("empty.json", .fileMalformed, true),
            ("loop.json", .fileUnreadable, true), ("broken.json", .fileMalformed, true),
            ("absent.json", .fileMissing, false), ("empty.json/b.json", .fileMissing, false),
        ] as [(String, IOCError.Code, Bool)])
    func unreadable(name: String, code: IOCError.Code, isThere: Bool) throws {
        try folder.write("folder.json/inner.json", "{}")
        try folder.write("big.json", Data(repeating: UInt8(ascii: " "), count: name == "big.json" ? 16 << 20 + 1 : 1))
        try folder.write("a.txt", "{}")
        try folder.write("empty.json", "")
        try folder.write("broken.json", "\n{")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/loop.json", withDestinationPath: folder.path + "/loop.json")
        for prefix in ["", "optional:"] {
            let text = "{\n  \"imports\": [\"\(prefix)\(name)\"], \"prefixes\": [\"A\"]\n}"
            if !isThere, !prefix.isEmpty {
                #expect(try folder.configuration(ofText: text).prefixes == ["A"])
                continue
            }
            try folder.write("a.json", text)
            let fault = try folder.error(of: "a.json").faults[0]
            #expect(fault.code == code)
            let place = name == "broken.json" ? "broken.json:2:2" : "a.json:2:15 (imports[0])"
            #expect(fault.location == "\(folder.path)/\(place)")
        }
    }

    @Test("Paths are relative to the importer, and a file imported twice is read once")
    func diamond() throws {
        try folder.write("shared/base.json", #"{"prefixes": ["SG"], "components": {"a": {"class": "A"}}}"#)
        try folder.write("left/left.json", #"{"imports": ["../shared/base.json"]}"#)
        try folder.write("right.json", #"{"imports": ["./left/../shared//base.json"]}"#)
        let configuration = try folder.configuration(
            ofText: #"{"imports": ["left/left.json", "optional:right.json"]}"#)
        #expect(names(configuration) == ["shared/base.json", "left/left.json", "right.json", "a.json"])
    }

    @Test("A chain of hundreds of files is read")
    func chain() throws {
        for number in 0..<300 { try folder.write("\(number).json", #"{"imports": ["\#(number + 1).json"]}"#) }
        try folder.write("300.json", "{}")
        #expect(try ContextConfiguration(contentsOf: folder.path + "/0.json").sources.count == 301)
    }

    @Test("Files that import each other are a fault at the last import, with the cycle")
    func cycle() throws {
        try folder.write("a.json", #"{"imports": ["b.json"]}"#)
        try folder.write("b.json", #"{"imports": ["c.json"]}"#)
        try folder.write("c.json", "{\n  \"imports\": [\"b.json\"]\n}")
        let error = try folder.error(of: "a.json")
        #expect(error.code == .importCycle && error.faults[0].location == "\(folder.path)/c.json:2:15 (imports[0])")
        let drawn = error.description.replacing(folder.path, with: "~").split(separator: "\n").map { $0.dropFirst(15) }
        #expect(
            drawn.contains("┌─> ~/b.json") && drawn.contains("│   ~/c.json") && drawn.contains("└── back to ~/b.json"))
    }

    @Test("A component that two files define is a fault with both places, unless the later one says override")
    func duplicate() throws {
        try folder.write("base.json", #"{"components": {"stripe": {"class": "Shop.Fake", "order": 3}}}"#)
        func write(_ more: String) throws {
            try folder.write(
                "a.json", #"{"imports": ["base.json"], "components": {"stripe": {"class": "Shop.Stripe"\#(more)}}}"#)
        }
        try write("")
        let fault = try folder.error(of: "a.json").faults[0]
        #expect(fault.code == .nameRepeated && fault.remedy.contains("let the later one say \"override\": true"))
        let text = fault.description.replacing(folder.path, with: "~")
        #expect(text.contains("candidate   stripe: Shop.Fake (~/base.json:1:17 (components.stripe))"))
        #expect(text.contains("candidate   stripe: Shop.Stripe (~/a.json:1:43 (components.stripe))"))
        try write(", \"override\": true")
        let entry = try ContextConfiguration(contentsOf: folder.path + "/a.json").components["stripe"]
        #expect(entry == .init(className: "Shop.Stripe", overrides: true))
    }

    @Test("The faults of all files come at once")
    func allFaults() throws {
        try folder.write("a.json", #"{"imports": ["b.json", "c.json", "absent.json", "d.txt"], "prefix": []}"#)
        try folder.write("b.json", "[")
        try folder.write("d.txt", "{}")
        try folder.write("c.json", #"{"cycles": "never", "classes": [1]}"#)
        let codes = try folder.error(of: "a.json").faults.map(\.code)
        #expect(codes.count == 6)
        #expect(Set(codes) == [.fileMalformed, .keyWrongType, .fileMissing, .fileFormatUnknown, .keyUnknown])
    }

    @Test(
        "Each profile of a file, of code and of IOC_PROFILES has its file read once, and so has one that such a file activates"
    )
    func profileFiles() throws {
        try folder.write("a-r.json", #"{"prefixes": ["R"]}"#)
        try folder.write(
            "a-s.plist", propertyList("<dict><key>profiles</key><array><string>t</string></array></dict>"))
        try folder.write("a-t.json", #"{"prefixes": ["T"], "imports": ["c.json", "a-r.json"]}"#)
        try folder.write("c.json", #"{"prefixes": ["c"]}"#)
        let main = try folder.write("a.json", #"{"imports": ["a-r.json"], "profiles": ["q"]}"#)
        let configuration = try ContextConfiguration(
            contentsOf: main, profiles: ["r", "a/b"], environment: ["IOC_PROFILES": " s ,../x,none"])
        #expect(configuration.prefixes == ["R", "c", "T"])
        #expect(Set(configuration.profiles) == ["q", "r", "t", "a/b"])
        #expect(names(configuration) == ["a-r.json", "a.json", "a-s.plist", "c.json", "a-t.json"])
    }

    @Test("More than 2,000 files are a fault at the import that was one too many")
    func manyFiles() throws {
        for number in 0..<2001 { try folder.write("i\(number).json", "{}") }
        try folder.write("a.json", "{\"imports\": [\((0..<2001).map { "\"i\($0).json\"" }.joined(separator: ","))]}")
        let faults = try folder.error(of: "a.json").faults
        #expect(faults.map(\.code) == [.fileTooLarge] && faults[0].location?.hasSuffix("(imports[1999])") == true)
    }

    @Test("Files that go on changing while they are read are a fault, and those that change once are read again")
    func restlessFiles() throws {
        let path = try folder.write("a.json", #"{ "prefixes": ["Shop."] }"#)
        func reading(_ changes: Int) -> Result<ContextConfiguration, any Error> {
            var looks = 0
            return ConfigurationLoader.read(path, profiles: [], environment: [:]) { path in
                looks += 1
                return FileStamp("\(path)-\(min(looks, changes))")
            }.result
        }
        #expect(try reading(2).get().prefixes == ["Shop."])
        let error = #expect(throws: IOCError.self) { try reading(.max).get() }
        #expect(error?.code == .fileUnreadable)
        #expect(error?.faults[0].remedy == "write each file under another name, and rename it when it is complete")
    }
}
