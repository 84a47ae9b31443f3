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
        let main = try folder.write(
            "main.json", #"{"imports": ["base.plist", "more.json"], "prefixes": ["C", "B"], "profiles": ["q"]}"#)
        let configuration = try ContextConfiguration(contentsOf: main)
        #expect(configuration.prefixes == ["A", "B", "C"])
        #expect(configuration.profiles == ["p", "q"])
        #expect(names(configuration) == ["base.plist", "more.json", "main.json"])
    }

    @Test("Settings merge deeply, a list replaces a list, and the importer wins")
    func settings() throws {
        try folder.write(
            "base.json",
            #"{"settings": {"a": {"b": 1, "c": 2}, "l": [1, 2], "o": {"x": 1}}, "cycles": "forbid", "bindings": {"P": "x", "Q": "y"}}"#
        )
        let main = try folder.write(
            "main.json",
            #"{"imports": ["base.json"], "settings": {"a": {"c": 3}, "l": [9], "o": 1}, "bindings": {"P": "z"}}"#)
        let configuration = try ContextConfiguration(contentsOf: main)
        #expect(configuration.settings == ["a": ["b": 1, "c": 3], "l": [9], "o": 1])
        #expect(configuration.bindings == ["P": "z", "Q": "y"])
        #expect(configuration.cycles == .forbid)
    }

    @Test("The last value of strictness and cycles wins", arguments: [true, false])
    func laterWins(strict: Bool) throws {
        let policy = strict ? "forbid" : "allow"
        try folder.write("base.json", #"{"strict": \#(!strict), "cycles": "\#(strict ? "allow" : "forbid")"}"#)
        let main = try folder.write(
            "main.json", #"{"imports": ["base.json"], "strict": \#(strict), "cycles": "\#(policy)"}"#)
        let configuration = try ContextConfiguration(contentsOf: main)
        #expect(configuration.failsOnUnreadSettings == strict)
        #expect(configuration.cycles == (strict ? .forbid : .allow))
    }

    @Test(
        "An import that can't be read is reported at its entry",
        arguments: ["folder.json", "big.json", "a.txt", "e.json"])
    func unreadableImport(name: String) throws {
        try folder.write("folder.json/inner.json", "{}")
        try folder.write("big.json", Data(repeating: UInt8(ascii: " "), count: 16 << 20 + 1))
        try folder.write("a.txt", "{}")
        try folder.write("e.json", "")
        try folder.write("main.json", "{\n  \"imports\": [\"\(name)\"]\n}")
        #expect(try folder.faults(of: "main.json").contains("   at          ~/main.json:2:15 (imports[0])\n"))
    }

    @Test("Paths are relative to the importer, and a file imported twice is read once")
    func diamond() throws {
        try folder.write("shared/base.json", #"{"prefixes": ["SG"], "components": {"a": {"class": "A"}}}"#)
        try folder.write("left/left.json", #"{"imports": ["../shared/base.json"]}"#)
        try folder.write("right.json", #"{"imports": ["./left/../shared//base.json"]}"#)
        let main = try folder.write("main.json", #"{"imports": ["left/left.json", "right.json"]}"#)
        let configuration = try ContextConfiguration(contentsOf: main)
        #expect(names(configuration) == ["shared/base.json", "left/left.json", "right.json", "main.json"])
    }

    @Test("An optional file may be absent, and is read where it is there")
    func optional() throws {
        let main = try folder.write(
            "main.json", #"{"imports": ["optional:here.json", "optional:absent.json"]}"#)
        try folder.write("here.json", #"{"prefixes": ["SG"]}"#)
        #expect(try ContextConfiguration(contentsOf: main).prefixes == ["SG"])
    }

    @Test(
        "An optional file that exists and can't be read is reported",
        arguments: ["folder.json", "big.json", "a.txt", "e.json", "loop.json"])
    func unreadableOptional(name: String) throws {
        switch name {
        case "folder.json": try folder.write("folder.json/inner.json", "{}")
        case "big.json": try folder.write(name, Data(repeating: UInt8(ascii: " "), count: 16 << 20 + 1))
        case "loop.json":
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/loop.json", withDestinationPath: folder.path + "/loop.json")
        default: try folder.write(name, "")
        }
        try folder.write("main.json", #"{"imports": ["optional:\#(name)"]}"#)
        #expect(throws: IOCError.self) { try ContextConfiguration(contentsOf: folder.path + "/main.json") }
    }

    @Test("An optional file that is there must be sound")
    func optionalButFaulty() throws {
        try folder.write("main.json", #"{"imports": ["optional:here.json"]}"#)
        try folder.write("here.json", "{")
        #expect(try folder.faults(of: "main.json").hasPrefix("file-malformed: "))
    }

    @Test("A chain of a thousand files is read")
    func chain() throws {
        for number in 0..<1000 {
            try folder.write("\(number).json", #"{"imports": ["\#(number + 1).json"]}"#)
        }
        try folder.write("1000.json", "{}")
        #expect(try ContextConfiguration(contentsOf: folder.path + "/0.json").sources.count == 1001)
    }

    @Test("Files that import each other are drawn")
    func cycle() throws {
        try folder.write("a.json", #"{"imports": ["b.json"]}"#)
        try folder.write("b.json", #"{"imports": ["c.json"]}"#)
        try folder.write("c.json", "{\n  \"imports\": [\"b.json\"]\n}")
        #expect(
            try folder.faults(of: "a.json") == """
                import-cycle: the files import each other in a cycle
                   at          ~/c.json:2:15 (imports[0])
                   cycle       ┌─> ~/b.json
                               │   ~/c.json
                               └── back to ~/b.json
                   fix         take one of the imports out
                """)
    }

    @Test("A file that imports itself is reported")
    func selfImport() throws {
        try folder.write("a.json", #"{"imports": ["a.json"]}"#)
        #expect(try folder.faults(of: "a.json").contains("cycle       ~/a.json -> itself"))
    }

    @Test("A component that two files define is a fault that names both places")
    func duplicate() throws {
        try folder.write("base.json", #"{"components": {"stripe": {"class": "Shop.Fake"}}}"#)
        try folder.write(
            "main.json", #"{"imports": ["base.json"], "components": {"stripe": {"class": "Shop.Stripe"}}}"#)
        #expect(
            try folder.faults(of: "main.json") == """
                name-repeated: several components are called 'stripe'
                   at          ~/main.json:1:43 (components.stripe)
                   candidate   stripe: Shop.Fake (~/base.json:1:17 (components.stripe))
                   candidate   stripe: Shop.Stripe (~/main.json:1:43 (components.stripe))
                   fix         give one of them another name, or let the later one say "override": true
                """)
    }

    @Test("An entry that says override replaces the imported one as a whole")
    func override() throws {
        try folder.write("base.json", #"{"components": {"stripe": {"class": "Shop.Fake", "order": 3}}}"#)
        let main = try folder.write(
            "main.json",
            #"{"imports": ["base.json"], "components": {"stripe": {"class": "Shop.Stripe", "override": true}}}"#)
        let entry = try ContextConfiguration(contentsOf: main).components["stripe"]
        #expect(entry == .init(className: "Shop.Stripe", overrides: true))
    }

    @Test("The faults of all files come at once")
    func allFaults() throws {
        try folder.write("a.json", #"{"imports": ["b.json", "c.json", "absent.json", "d.txt"], "prefix": []}"#)
        try folder.write("b.json", "[")
        try folder.write("d.txt", "{}")
        try folder.write("c.json", #"{"cycles": "never", "classes": [1]}"#)
        let error = try #require(throws: IOCError.self) {
            try ContextConfiguration(contentsOf: folder.path + "/a.json")
        }
        #expect(
            Set(error.faults.map(\.code)) == [
                .fileMalformed, .keyWrongType, .keyWrongType, .fileMissing, .fileFormatUnknown, .keyUnknown,
            ])
        #expect(error.faults.count == 6)
    }

    @Test("A path below a file leads nowhere, so an optional import of it is left out")
    func belowFile() throws {
        try folder.write("plain.json", "{}")
        let main = try folder.write("main.json", #"{"imports": ["optional:plain.json/b.json"], "prefixes": ["A"]}"#)
        #expect(try ContextConfiguration(contentsOf: main).prefixes == ["A"])
        try folder.write("main.json", #"{"imports": ["plain.json/b.json"]}"#)
        #expect(try folder.faults(of: "main.json").hasPrefix("file-missing"))
    }

    @Test("Each active profile has its file read once, and so has one that such a file activates")
    func profileFiles() throws {
        try folder.write("main-r.json", #"{"prefixes": ["R"]}"#)
        try folder.write(
            "main-s.plist", propertyList("<dict><key>profiles</key><array><string>t</string></array></dict>"))
        try folder.write("main-t.json", #"{"prefixes": ["T"], "imports": ["c.json", "main-r.json"]}"#)
        try folder.write("c.json", #"{"prefixes": ["c"]}"#)
        let main = try folder.write("main.json", #"{"imports": ["main-r.json"], "profiles": ["q"]}"#)
        let configuration = try ContextConfiguration(contentsOf: main, profiles: ["r", "s", "a/b"], environment: [:])
        #expect(configuration.prefixes == ["R", "c", "T"])
        #expect(Set(configuration.profiles) == ["q", "r", "s", "t", "a/b"])
        #expect(names(configuration) == ["main-r.json", "main.json", "main-s.plist", "c.json", "main-t.json"])
    }

    @Test("More than 2,000 files are a fault at the import that was one too many")
    func manyFiles() throws {
        for number in 0..<2001 { try folder.write("i\(number).json", "{}") }
        let imports = (0..<2001).map { "\"i\($0).json\"" }.joined(separator: ",")
        try folder.write("main.json", "{\"imports\": [\(imports)]}")
        let text = try folder.faults(of: "main.json")
        #expect(text.hasPrefix("file-too-large: the file and its imports are more than 2000 files"))
        #expect(text.contains("(imports[1999])"))
    }

    @Test("Files that continue changing while they are read are a fault, and those that change once are read again")
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
        #expect(error?.description.contains("the files go on changing while they are read") == true)
        #expect(error?.faults[0].remedy == "write each file under another name, and rename it when it is complete")
    }
}
