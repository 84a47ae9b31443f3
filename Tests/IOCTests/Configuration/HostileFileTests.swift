import FoundationEssentials
import IOC
import Testing

@Suite("A hostile configuration file")
struct HostileFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func codes(_ name: String) throws -> [IOCError.Code] { try folder.error(of: name).faults.map(\.code) }

    @Test(
        "A file nested far too deep is refused",
        arguments: [
            ("json", "["), ("json", "{\"a\":"), ("json", "[\n"), ("plist", "<array>"), ("plist", "<dict><key>a</key>"),
        ])
    func deep(format: String, opening: String) throws {
        let text = String(repeating: opening, count: 2_000_000 / opening.utf8.count)
        try folder.write("a.\(format)", format == "json" ? text : propertyList(text))
        #expect(try codes("a.\(format)") == [.fileTooLarge])
        guard opening == "<array>" else { return }
        try folder.write("a.plist", [0xFF, 0xFE] + text.prefix(700_000).utf16.flatMap { [UInt8($0), 0] })
        #expect(try codes("a.plist") == [.fileTooLarge])
    }

    @Test("Values nested 512 deep are read in each format; deeper ones are reported with their place")
    func justDeepEnough() throws {
        func nested(_ count: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: count) + String(repeating: close, count: count)
        }
        let json = try folder.configuration(ofText: #"{"settings": {"a": \#(nested(510, "[", "]"))}}"#)
        let list = "<dict><key>settings</key><dict><key>a</key>\(nested(510, "<array>", "</array>"))</dict></dict>"
        #expect(
            try json == ContextConfiguration(contentsOf: folder.write("d.plist", propertyList(list)), environment: [:]))
        #expect(json.settings.value(at: "a" + String(repeating: "[0]", count: 509)) == [])
        try folder.write("a.json", #"{"settings": {"a": \#(nested(511, "[", "]"))}}"#)
        let fault = try folder.error(of: "a.json").faults[0]
        #expect(fault.code == .fileTooLarge && fault.location?.hasSuffix("a.json:1:530") == true)
    }

    @Test("A file over the limit of 16 MB is not read", arguments: ["a.json", "a.plist"])
    func size(name: String) throws {
        try folder.write(name, Data(repeating: UInt8(ascii: " "), count: 16 << 20 + 1))
        #expect(try codes(name) == [.fileTooLarge])
    }

    // MARK: Binary property lists

    private static func reference(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    /// A binary property list with references of two bytes.
    private static func wide(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = binaryPropertyList(objects)
        bytes[bytes.count - 25] = 2
        return bytes
    }

    struct List: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        init(_ name: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }
    }

    private static func chain(_ numbers: Range<Int>) -> [[UInt8]] { numbers.map { [0xA1] + reference($0) } }

    /// The list's first element is 400 levels deep; its second has 200 more, and ends in the first.
    private static let shared: [[UInt8]] = {
        var objects: [[UInt8]] = [[0xA2] + reference(1) + reference(401)]
        objects += chain(2..<401)
        objects.append([0xA0])
        objects += chain(402..<601)
        objects.append([0xA1] + reference(1))
        return objects
    }()

    @Test(
        "A binary property list that refers to itself or is too deep is refused, however its objects are shared",
        arguments: [
            List("itself", binaryPropertyList([[0xA1, 0]])),
            List("a cycle", binaryPropertyList([[0xA1, 1], [0xA2, 2, 2], [0xA1, 0]])),
            List("a dictionary in itself", binaryPropertyList([[0xD1, 1, 0], [0x51, 0x61]])),
            List("600 levels", wide(chain(1..<600) + [[0xA0]])), List("600 levels by a shared list", wide(shared)),
        ])
    func references(list: List) throws {
        try folder.write("a.plist", list.bytes)
        #expect(try codes("a.plist") == [.fileTooLarge])
        try folder.write("flat.plist", binaryPropertyList((1..<200).map { [0xA1, UInt8($0)] } + [[0xA0]]))
        #expect(try codes("flat.plist") == [.keyWrongType])
    }

    @Test("A binary file nested 100,000 deep is too deep")
    func deepBinary() throws {
        func reference(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for number in 1...100_000 {
            offsets += reference(bytes.count)
            bytes += [0xA1] + reference(number % 100_000)
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 4]
        for number in [100_000, 0, table] { bytes += [0, 0, 0, 0] + reference(number) }
        try folder.write("a.plist", bytes)
        #expect(try codes("a.plist") == [.fileTooLarge])
    }

    @Test("A small binary property list that unfolds without end is refused")
    func unfolding() throws {
        let objects = (1..<60).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x51, 0x61]]
        try folder.write("a.plist", binaryPropertyList(objects))
        let fault = try folder.error(of: "a.plist").faults[0]
        #expect(fault.code == .fileMalformed && fault.headline.contains("unfold to more than 16777216 bytes"))
    }

    // MARK: Damage

    private static let sound: [String: [UInt8]] = [
        "json": Array(
            #"""
            {"settings":{"a":[1,-2.5e+3,0x1F,{b:true}],//x
            'b\x41\uD83D\uDE00\t':{c$:"\\",d:null},/*y*/e:+.5,}}
            """#.utf8),
        "plist": Array(
            ("<plist version='1.0'><dict><key>settings</key><dict><key>v</key><array><integer>1</integer>"
                + "<real>-2.5</real><dict><key>a&amp;</key><true/></dict></array></dict></dict></plist>").utf8),
        "bplist.plist": binaryPropertyList([
            [0xD2, 1, 3, 2, 4], [0x58] + Array("prefixes".utf8), [0xA1, 5], [0x58] + Array("settings".utf8),
            [0xD2, 6, 7, 8, 9], [0x52] + Array("SG".utf8), [0x51, 0x61], [0x62, 0, 0x62, 0, 0xE4], [0x10, 5],
            [0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0],
        ]),
    ]
    private static let others: [String: [UInt8]] = [
        "json": Array("\"'\\{],:/0. \n".utf8), "plist": Array("<>/&;0\"".utf8),
        "bplist.plist": [0x00, 0x01, 0x0F, 0x7F, 0x80, 0xA1, 0xD1, 0xFF],
    ]

    @Test("A file with one byte damaged is read or has a fault", arguments: ["json", "plist", "bplist.plist"])
    func damage(format: String) throws {
        let sound = try #require(Self.sound[format])
        let others = try #require(Self.others[format])
        func read(_ bytes: [UInt8]) throws {
            _ = try ContextConfiguration(contentsOf: folder.write("a.\(format)", bytes))
        }
        try read(sound)
        for index in sound.indices {
            let replacements =
                others.map { [$0] } + (format == "bplist.plist" ? [] : [[], [sound[index], sound[index]]])
            for other in replacements {
                var bytes = sound
                bytes.replaceSubrange(index...index, with: other)
                do { try read(bytes) } catch let error as IOCError { #expect(!error.description.isEmpty) }
            }
            let isRead = (try? read(Array(sound[..<index]))) != nil
            // The reader of XML may do without the end of the last tag.
            #expect(!isRead || format == "plist")
        }
    }
}
