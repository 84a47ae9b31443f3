import IOC
import IOCManagement
import Testing

@Suite("Limits of settings", .timeLimit(.minutes(30)))
struct LimitTests {
    // MARK: Placeholders

    @Test("A report shows no more than the beginning of a value")
    func report() throws {
        let context = try ApplicationContext(
            .reading(settings: [
                "big": .string(String(repeating: "x", count: 1_000_000)),
                "list": .array(Array(repeating: "y${big}", count: 10)),
            ]))
        let report = context.report
        #expect(report.json.utf8.count < 1_000_000)
        let big = try #require(report.settings.first { $0.key == "big" })
        #expect(big.value.count == 201)
    }

    @Test("Thousands of placeholders in one object are no problem")
    func many() throws {
        let members = Dictionary(
            uniqueKeysWithValues: (0..<5000).map { ("k\($0)", SettingValue.string("${x.y}-\($0)")) })
        let context = try ApplicationContext(.reading(settings: ["all": .object(members), "x": ["y": "z"]]))
        #expect(try context.setting("all", as: [String: String].self)["k4999"] == "z-4999")
    }

    // MARK: Keys

    private static let longKey = String(repeating: "a", count: 1025)
    private static let deepKey = Array(repeating: "a", count: 65).joined(separator: ".")

    @Test(
        "A key that is too long or has too many parts is reported, whatever its source",
        arguments: [longKey, deepKey], ["override", "argument", "code", "read", "placeholder", "component"])
    func keys(key: String, place: String) throws {
        let configuration = ContextConfiguration.reading(
            settings: place == "code" ? [key: 1] : place == "placeholder" ? ["asked": .string("${\(key)}")] : [:],
            arguments: place == "argument" ? ["--\(key)=1"] : [], overrides: place == "override" ? [key: 1] : [:]
        ).with {
            if place == "component" { $0.components["SettingBystander"] = .init(settings: [key: 1]) }
        }
        let error = try #require(throws: IOCError.self) {
            let context = try ApplicationContext(configuration)
            _ = try context.setting(place == "read" ? key : "asked", as: Int?.self)
        }
        #expect(error.code == (place == "placeholder" ? .placeholderUnresolved : .keyTooLong))
        let limit = key == Self.longKey ? "has 1025 bytes, and the limit is 1024" : "has 65 parts, and the limit is 64"
        #expect(error.description.contains(limit))
        #expect(error.description.contains("   at   "))
        #expect(error.description.contains("   fix  "))
        #expect(error.description.utf8.count < 1500)
    }

    @Test(
        "A key of 1,024 bytes and one of 64 parts can be read",
        arguments: [String(longKey.dropLast()), String(deepKey.dropLast(2))])
    func longest(key: String) throws {
        let context = try ApplicationContext(.reading(settings: [key: 1], arguments: ["--x.\(key.prefix(99))=2"]))
        #expect(try context.setting(key) == 1)
    }

    @Test("Keys of a file are reported with their line", arguments: ["json", "plist"])
    func file(ending: String) throws {
        let folder = try TemporaryFolder()
        let text =
            ending == "json"
            ? "{\"settings\": {\n \"\(Self.longKey)\": 1}}"
            : propertyList("<dict><key>settings</key><dict>\n<key>\(Self.longKey)</key><true/></dict></dict>")
        try folder.write("a.\(ending)", text)
        let reported = try folder.faults(of: "a.\(ending)")
        #expect(reported.hasPrefix("key-too-long: a key with those above it has more than 1024 bytes"))
        #expect(reported.contains("(settings)"))
        #expect(reported.contains("shorten the keys"))
    }

    @Test("A key in a binary property list is reported with its key path")
    func binaryFile() throws {
        let folder = try TemporaryFolder()
        let key = [UInt8](repeating: UInt8(ascii: "a"), count: 2000)
        try folder.write(
            "a.plist",
            binaryPropertyList([
                [0xD1, 1, 2], [0x58] + Array("settings".utf8), [0xD1, 3, 4], [0x5F, 0x11, 0x07, 0xD0] + key, [0x09],
            ]))
        #expect(try folder.faults(of: "a.plist").hasPrefix("key-too-long"))
    }

    @Test("A setting that is nested too deep in a file is reported with its line")
    func deepFile() throws {
        let folder = try TemporaryFolder()
        let open = String(repeating: "{\"a\":", count: 65)
        let path = try folder.write(
            "a.json",
            "{\"classes\": [\"\(String(reflecting: SettingBystander.self))\"], \"settings\":\n\(open)1\(String(repeating: "}", count: 66))"
        )
        let error = try bootError(ContextConfiguration(contentsOf: path, environment: [:]))
        #expect(error.code == .keyTooLong)
        #expect(error.description.contains("a.json:2:"))
    }

    // MARK: Many

    @Test("Tens of thousands of settings make no long report, and few notices")
    func manyKeys() throws {
        let folder = try TemporaryFolder()
        let keys = (0..<30_000).map { "\"k\($0)\": 1" }.joined(separator: ",")
        let path = try folder.write(
            "a.json", "{\"classes\": [\"\(String(reflecting: SettingBystander.self))\"], \"settings\": {\(keys)}}")
        let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        let report = try ApplicationContext(configuration).report
        #expect(report.settings.count == 1000)
        #expect(report.omittedSettings == 29_000)
        #expect(report.notices.count == 101)
        #expect(report.notices.contains { $0.headline == "setting-unread: there are 29900 more of these" })
        #expect(report.json.utf8.count < 300_000)
        let error = try bootError(configuration.with { $0.failsOnUnreadSettings = true })
        #expect(error.faults.count == 101)
    }

    @Test("A hundred missing imports are reported")
    func missingImports() throws {
        let folder = try TemporaryFolder()
        let imports = (0..<5000).map { "\"none\($0).json\"" }.joined(separator: ",")
        let path = try folder.write("a.json", "{\"imports\": [\(imports)]}")
        let error = try #require(throws: IOCError.self) { try ContextConfiguration(contentsOf: path) }
        #expect(error.faults.count == 100)
    }
}
