import FoundationEssentials
import IOC
import Testing

@Suite("Property list files")
struct PropertyListFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ bytes: [UInt8]) throws -> SettingValue {
        try ContextConfiguration(contentsOf: folder.write("a.plist", bytes), environment: [:]).settings
    }

    /// A file with one setting.
    private func xml(_ value: String) -> [UInt8] {
        Array(propertyList("<dict><key>settings</key><dict><key>v</key>\(value)</dict></dict>").utf8)
    }

    private func binary(_ value: [UInt8]) -> [UInt8] {
        binaryPropertyList([[0xD1, 1, 2], [0x58] + Array("settings".utf8), [0xD1, 3, 4], [0x51, 0x76], value])
    }

    @Test(
        "Each kind of value is read from XML",
        arguments: [
            ("<true/>", true), ("<false/>", false), ("<integer>-5</integer>", -5), ("<integer>0x1F</integer>", 31),
            ("<integer>18446744073709551615</integer>", .unsigned(.max)), ("<real>1.5</real>", 1.5),
            ("<real>1</real>", 1), ("<string/>", ""), ("<string>x<![CDATA[<y>]]>&lt;z &#x41;</string>", "x<y><z A"),
            ("<string>$null</string>", .null), ("<data> AQ ID </data>", "AQID"),
            ("<date>2020-01-01T00:00:00Z</date>", "2020-01-01T00:00:00Z"),
            ("<array><true/><string>größe</string></array>", [true, "größe"]), ("<dict/>", [:]),
            ("<dict><key>a b</key><!-- x --><integer>1</integer></dict>", ["a b": 1]),
        ] as [(String, SettingValue)])
    func xmlValues(text: String, value: SettingValue) throws {
        #expect(try settings(xml(text)) == ["v": value])
    }

    @Test(
        "Each kind of value is read from a binary file",
        arguments: [
            ([0x08], false), ([0x09], true), ([0x10, 5], 5), ([0x13] + Array(repeating: 0xFF, count: 8), -1),
            ([0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8), .unsigned(.max)),
            ([0x22, 0x3F, 0xC0, 0, 0], 1.5), ([0x33] + Array(repeating: 0, count: 8), "2001-01-01T00:00:00Z"),
            ([0x33, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0], "2001-01-01T00:00:00.500Z"),
            ([0x42, 1, 2], "AQI="), ([0x51, 0x61], "a"), ([0x61, 0, 0xE9], "é"), ([0xA0], []), ([0xD0], [:]),
        ] as [([UInt8], SettingValue)])
    func binaryValues(object: [UInt8], value: SettingValue) throws {
        #expect(try settings(binary(object)) == ["v": value])
    }

    @Test("XML in UTF-16 is read")
    func utf16() throws {
        let text = String(decoding: xml("<string>größe</string>"), as: UTF8.self).replacing("UTF-8", with: "UTF-16")
        let units = text.utf16.map { (low: UInt8($0 & 0xFF), high: UInt8($0 >> 8)) }
        #expect(try settings([0xFF, 0xFE] + units.flatMap { [$0.low, $0.high] }) == ["v": "größe"])
        #expect(try settings([0xFE, 0xFF] + units.flatMap { [$0.high, $0.low] }) == ["v": "größe"])
    }

    @Test(
        "A value that no setting can hold is a fault with its key path, and the rest of the file is read",
        arguments: [
            [0x22, 0x7F, 0x80, 0, 0], [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0],
            [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [0x33, 0x42, 0x70, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func refused(object: [UInt8]) throws {
        try folder.write(
            "a.plist",
            binaryPropertyList([
                [0xD2, 1, 5, 2, 4], [0x58] + Array("settings".utf8), [0xD1, 3, 4], [0x51, 0x76], object, [0x51, 0x61],
            ]))
        let faults = try folder.error(of: "a.plist").faults
        #expect(Set(faults.map(\.code)) == [.numberOutOfRange, .keyUnknown])
        #expect(faults.contains { $0.location?.hasSuffix("(settings.v)") == true })
    }
}
