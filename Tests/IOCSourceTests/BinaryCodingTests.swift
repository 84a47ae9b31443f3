import Testing

@testable import IOCSource

@Suite("Numbers and texts in the cache")
struct BinaryCodingTests {
    private func bytes(_ body: (inout BinaryWriter) -> Void) -> [UInt8] {
        var writer = BinaryWriter()
        body(&writer)
        return writer.bytes
    }

    @Test(
        "A number is read as it was written, in as many bytes as it takes",
        arguments: [
            (0, 1), (1, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), (.max, 9), (-1, 10), (.min, 10),
        ])
    func numbers(number: Int, count: Int) throws {
        let written = bytes { $0.write(number) }
        #expect(written.count == count)
        try written.withUnsafeBufferPointer {
            var reader = BinaryReader($0)
            let found = try reader.readInt()
            #expect(found == number)
            #expect(reader.index == count)
            #expect(throws: BinaryReader.Damaged.self) { try reader.readInt() }
        }
        // Cut anywhere, it is none.
        written.dropLast().withUnsafeBufferPointer {
            var reader = BinaryReader($0)
            #expect(throws: BinaryReader.Damaged.self) { try reader.readInt() }
        }
    }

    @Test("A number that goes on beyond 64 bits is damage")
    func endless() {
        Array(repeating: UInt8(0x80), count: 20).withUnsafeBufferPointer {
            var reader = BinaryReader($0)
            #expect(throws: BinaryReader.Damaged.self) { try reader.readInt() }
        }
    }

    @Test("A text, a list and what may be missing come back, and end where they end")
    func values() throws {
        let written = bytes {
            "é".write(to: &$0)
            "".write(to: &$0)
            [1, 300].write(to: &$0)
            String?.none.write(to: &$0)
            String?("x").write(to: &$0)
            AccessLevel.package.write(to: &$0)
            "end".write(to: &$0)
        }
        try written.withUnsafeBufferPointer {
            var reader = BinaryReader($0)
            let texts = [try reader.readString(), try reader.readString()]
            #expect(texts == ["é", ""])
            let numbers = try [Int](from: &reader)
            #expect(numbers == [1, 300])
            let optionals = [try String?(from: &reader), try String?(from: &reader)]
            #expect(optionals == [nil, "x"])
            let access = try AccessLevel(from: &reader)
            let end = try reader.readString()
            #expect(access == .package && end == "end")
            #expect(reader.index == written.count)
            try reader.skip(0)
            #expect(throws: BinaryReader.Damaged.self) { try reader.skip(1) }
            #expect(throws: BinaryReader.Damaged.self) { try reader.skip(-1) }
        }
    }

    @Test(
        "What is longer than its bytes, and a case that there is not, is damage",
        arguments: [[2, 0x61], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]] as [[UInt8]])
    func damage(bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer {
            var reader = BinaryReader($0)
            #expect(throws: BinaryReader.Damaged.self) { try reader.readString() }
            var other = BinaryReader($0, at: 1)
            #expect(throws: BinaryReader.Damaged.self) { try AccessLevel(from: &other) }
        }
    }

    @Test("A place inside a text counts lines and columns from the text's own place")
    func places() {
        let text = SourceText("a\né\nb", at: SourcePosition(offset: 10, line: 2, column: 5))
        let places = (0...6).map { text.position(atByte: $0) }
        #expect(places.map(\.offset) == [10, 11, 12, 13, 14, 15, 16])
        #expect(places.map(\.line) == [2, 2, 3, 3, 3, 4, 4])
        #expect(places.map(\.column) == [5, 6, 1, 2, 3, 1, 2])
        #expect(text.position(atByte: 9) == places[6])
    }
}
