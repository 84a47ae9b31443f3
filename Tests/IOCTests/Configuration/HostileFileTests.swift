import FoundationEssentials
import IOC
import Testing

@Suite("A hostile configuration file")
struct HostileFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func codes(_ name: String) throws -> [IOCError.Code] {
        let error = try #require(throws: IOCError.self) {
            try ContextConfiguration(contentsOf: folder.path + "/" + name)
        }
        return error.faults.map(\.code)
    }

    @Test("Ten megabytes of nested brackets are too deep", arguments: ["[", "{\"a\":", "[\n"])
    func brackets(bracket: String) throws {
        try folder.write("a.json", String(repeating: bracket, count: 10_000_000 / bracket.utf8.count))
        #expect(try codes("a.json") == [.fileTooDeep])
    }

    @Test("Values nested 513 deep are too deep, and the place is told")
    func justTooDeep() throws {
        let open = String(repeating: "[", count: 511)
        let close = String(repeating: "]", count: 511)
        try folder.write("a.json", #"{"settings": {"a": \#(open)\#(close)}}"#)
        #expect(try folder.faults(of: "a.json").contains("   at          ~/a.json:1:530\n"))
    }

    @Test("An XML property list nested 400,000 deep is too deep", arguments: ["array", "dict"])
    func xml(tag: String) throws {
        let open = tag == "array" ? "<array>" : "<dict><key>a</key>"
        try folder.write("a.plist", propertyList(String(repeating: open, count: 400_000)))
        #expect(try codes("a.plist") == [.fileTooDeep])
    }

    @Test("A file over the limit of 16 MB is not read", arguments: ["a.json", "a.plist"])
    func size(name: String) throws {
        try folder.write(name, Data(repeating: UInt8(ascii: " "), count: 16 << 20 + 1))
        #expect(try folder.faults(of: name).hasPrefix("file-too-large: ~/\(name) has"))
    }

    @Test(
        "A binary property list that refers to itself is refused",
        arguments: [
            [[0xA1, 0]], [[0xA1, 1], [0xA2, 2, 2], [0xA1, 0]], [[0xD1, 1, 0], [0x51, 0x61]],
        ] as [[[UInt8]]])
    func selfReference(objects: [[UInt8]]) throws {
        try folder.write("a.plist", binaryPropertyList(objects))
        #expect(try codes("a.plist") == [.fileTooDeep])
    }

    @Test("A binary property list nested 600 deep is too deep, however its objects are shared")
    func deepBinary() throws {
        let chain = (1..<200).map { [0xA1, UInt8($0)] } + [[0xA0]]
        try folder.write("flat.plist", binaryPropertyList(chain))
        #expect(try codes("flat.plist") == [.keyWrongType])
        var objects: [[UInt8]] = []
        for number in 1..<600 { objects.append([0xA1, UInt8(number >> 8), UInt8(number & 0xFF)]) }
        objects.append([0xA0])
        var bytes = binaryPropertyList(objects)
        bytes[bytes.count - 25] = 2
        try folder.write("a.plist", bytes)
        #expect(try codes("a.plist") == [.fileTooDeep])
    }

    @Test("What is deep enough by itself is too deep below something else, in the object that was visited already")
    func sharedDepth() throws {
        // The list's first element is 400 levels deep; its second has 200 more, and ends in the first.
        func reference(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
        var objects: [[UInt8]] = [[0xA2] + reference(1) + reference(401)]
        for number in 1..<400 { objects.append([0xA1] + reference(number + 1)) }
        objects.append([0xA0])
        for number in 401..<600 { objects.append([0xA1] + reference(number + 1)) }
        objects.append([0xA1] + reference(1))
        var bytes = binaryPropertyList(objects)
        bytes[bytes.count - 25] = 2
        try folder.write("a.plist", bytes)
        #expect(try codes("a.plist") == [.fileTooDeep])
    }

    @Test("A small binary property list that unfolds without end is refused")
    func unfolding() throws {
        let objects = (1..<60).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x51, 0x61]]
        try folder.write("a.plist", binaryPropertyList(objects))
        #expect(try folder.faults(of: "a.plist").contains("its values unfold to more than 16777216 bytes"))
    }

    @Test("Of a file with countless faults a hundred of each sort are told, and how many more there are")
    func countlessFaults() throws {
        let unknown = (0..<5000).map { "\"k\($0)\": 0, \"k\($0)\": 0" }.joined(separator: ",")
        try folder.write("a.json", "{\(unknown)}")
        let found = try codes("a.json")
        #expect(found.filter { $0 == .keyUnknown }.count == 101)
        #expect(found.filter { $0 == .keyRepeated }.count == 101)
        let text = try folder.faults(of: "a.json")
        #expect(text.contains("key-unknown: there are 4900 more of these"))
        #expect(text.contains("key-repeated: there are 4900 more of these"))
    }

    @Test("A real that is no number is told of in a binary property list")
    func notANumber() throws {
        try folder.write(
            "a.plist",
            binaryPropertyList([
                [0xD1, 1, 2], [0x58] + Array("settings".utf8), [0xD1, 3, 4], [0x51, 0x61],
                [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0],
            ]))
        #expect(try codes("a.plist") == [.numberOutOfRange])
    }

    @Test("No damage to a binary property list does more than fail")
    func damage() throws {
        let sound = binaryPropertyList([
            [0xD2, 1, 3, 2, 4], [0x58] + Array("prefixes".utf8), [0xA1, 5], [0x58] + Array("settings".utf8),
            [0xD2, 6, 7, 8, 9], [0x52] + Array("SG".utf8), [0x51, 0x61], [0x62, 0, 0x62, 0, 0xE4], [0x10, 5],
            [0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0],
        ])
        let configuration = try ContextConfiguration(contentsOf: folder.write("a.plist", sound))
        #expect(configuration.prefixes == ["SG"])
        #expect(configuration.settings == ["a": 5, "bä": 1])
        for index in sound.indices {
            for byte: UInt8 in [0x00, 0x01, 0x0F, 0x7F, 0x80, 0xA1, 0xD1, 0xFF] {
                var damaged = sound
                damaged[index] = byte
                let path = try folder.write("b.plist", damaged)
                do { _ = try ContextConfiguration(contentsOf: path) } catch { #expect(error is IOCError) }
            }
            let path = try folder.write("c.plist", Array(sound.prefix(index)))
            #expect(throws: IOCError.self) { try ContextConfiguration(contentsOf: path) }
        }
    }
}
