import IOC
import IOCManagement
import Testing

@Suite("Limits of settings", .timeLimit(.minutes(30)))
struct LimitTests {
    private static let longKey = String(repeating: "a", count: 1025)
    private static let deepKey = Array(repeating: "a", count: 65).joined(separator: ".")

    @Test("A report shows no more than the beginning of a value")
    func report() throws {
        let report = try ApplicationContext(
            .reading(settings: [
                "big": .string(String(repeating: "x", count: 100_000)),
                "list": .array(Array(repeating: "y${big}", count: 10)),
            ])
        ).report
        #expect(report.json.utf8.count < 100_000)
        #expect(report.settings.first { $0.key == "big" }?.value.count == 201)
    }

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
        #expect(error.description.contains(limit) && error.description.utf8.count < 1500)
    }

    @Test(
        "A key of 1,024 bytes and one of 64 parts can be read",
        arguments: [String(longKey.dropLast()), String(deepKey.dropLast(2))])
    func longest(key: String) throws {
        let context = try ApplicationContext(.reading(settings: [key: 1], arguments: ["--x.\(key.prefix(99))=2"]))
        #expect(try context.setting(key) == 1)
    }

    @Test("A long or deep key of a file is reported with its place", arguments: ["json", "plist", "binary", "deep"])
    func file(format: String) throws {
        let folder = try TemporaryFolder()
        switch format {
        case "json": try folder.writeSettings("{ \"\(Self.longKey)\": 1}")
        case "plist":
            let dictionary = "<dict><key>\(Self.longKey)</key><true/></dict>"
            try folder.write("a.plist", propertyList("<dict><key>settings</key>\(dictionary)</dict>"))
        case "binary":
            let key = [0x5F, 0x11, 0x07, 0xD0] + [UInt8](repeating: UInt8(ascii: "a"), count: 2000)
            try folder.write(
                "a.plist",
                binaryPropertyList([[0xD1, 1, 2], [0x58] + Array("settings".utf8), [0xD1, 3, 4], key, [9]]))
        default:
            let path = String(repeating: "{\"a\":", count: 65)
            let configuration = try folder.configuration("\(path)1\(String(repeating: "}", count: 65))")
            let error = try bootError(configuration)
            #expect(error.code == .keyTooLong && error.faults[0].location?.contains("a.json:2:") == true)
            return
        }
        let fault = try folder.error(of: format == "json" ? "a.json" : "a.plist").faults[0]
        #expect(fault.code == .keyTooLong && fault.location?.hasSuffix("(settings)") == true)
    }

    @Test("Thousands of settings make no long report, and few notices")
    func manyKeys() throws {
        let folder = try TemporaryFolder()
        let configuration = try folder.configuration("{\((0..<3_000).map { "\"k\($0)\": 1" }.joined(separator: ","))}")
        let report = try ApplicationContext(configuration).report
        #expect(report.settings.count == 1000 && report.omittedSettings == 2_000 && report.notices.count == 101)
        #expect(report.notices.contains { $0.headline == "setting-unread: there are 2900 more of these" })
        #expect(report.json.utf8.count < 300_000)
        #expect(try bootError(configuration.with { $0.failsOnUnreadSettings = true }).faults.count == 101)
    }

    @Test("A hundred missing imports are reported")
    func missingImports() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", "{\"imports\": [\((0..<5000).map { "\"none\($0).json\"" }.joined(separator: ","))]}")
        #expect(try folder.error(of: "a.json").faults.count == 100)
    }
}
