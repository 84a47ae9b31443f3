import IOCModel
import Testing

@testable import IOCConfiguration

/// Files made by hand, byte by byte, as no program writes them.
@Suite("Binary property lists, object by object")
struct BinaryDocumentTests {
    /// A file of some objects, the first one at the top.
    private func file(
        _ objects: [[UInt8]], offsetSize: UInt8 = 1, referenceSize: UInt8 = 1, count: Int? = nil, top: UInt8 = 0,
        table: Int? = nil
    ) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let start = bytes.count
        for offset in offsets {
            bytes += (0..<Int(offsetSize)).reversed().map { UInt8(truncatingIfNeeded: $0 < 8 ? offset >> (8 * $0) : 0) }
        }
        func word(_ number: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        bytes += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
        return bytes + word(count ?? objects.count) + word(Int(top)) + word(table ?? start)
    }

    /// The kind of the object at the top, or why the file is refused.
    private func read(_ bytes: [UInt8]) -> String {
        do throws(DocumentFault) {
            let outline = try BinaryPropertyListScanner.outline(of: bytes)
            if let fault = outline.faults.first { return fault.sentence }
            return "\(outline.kind(of: DocumentOutline.root))"
        } catch {
            return error.sentence
        }
    }

    private static let unknown = "it has an object of a kind that no configuration holds"
    private static let outside = "an object lies outside the file"
    private static let noLength = "an object has no valid length"

    @Test(
        "Each kind of object is what it is, and other markers are none",
        arguments: [
            ([0x00], "null"), ([0x08], "bool"), ([0x09], "bool"), ([0x01], unknown), ([0x0F], unknown),
            ([0x10, 1], "integer"), ([0x11, 0, 1], "integer"), ([0x12, 0, 0, 0, 1], "integer"),
            ([0x13] + Array(repeating: 0, count: 8), "integer"), ([0x14] + Array(repeating: 0, count: 16), "integer"),
            ([0x15] + Array(repeating: 0, count: 32), unknown), ([0x20, 0], unknown), ([0x21, 0, 0], unknown),
            ([0x22, 0, 0, 0, 0], "real"), ([0x23] + Array(repeating: 0, count: 8), "real"),
            ([0x24] + Array(repeating: 0, count: 16), unknown), ([0x33] + Array(repeating: 0, count: 8), "date"),
            ([0x32, 0, 0, 0, 0], unknown), ([0x40], "data"), ([0x42, 1, 2], "data"), ([0x50], "string"),
            ([0x51, 0x61], "string"), ([0x61, 0, 0x61], "string"), ([0x70], unknown), ([0x80, 1], unknown),
            ([0xA0], "array"),
            ([0xC0], unknown), ([0xD0], "object"), ([0xF0], unknown),
            ([0x5F, 0x10, 1, 0x61], "string"), ([0x5F, 0x11, 0, 1, 0x61], "string"), ([0x5F, 0x51, 0x61], noLength),
            ([0x5F, 0x14] + Array(repeating: 0, count: 16), noLength), ([0x5F], noLength), ([0x5F, 0x10], noLength),
            ([0x52, 0x61], outside), ([0x61, 0], outside), ([0x11, 0], outside), ([0xA1], outside),
            ([0xD1, 0], outside),
            ([0x5F, 0x10, 2, 0x61], outside), ([0x5F, 0x13] + Array(repeating: 0x7F, count: 8), outside),
            ([0x5F, 0x13] + Array(repeating: 0xFF, count: 8), noLength), ([0xA1, 0], "it contains itself"),
            ([0xA1, 1], outside),
        ] as [([UInt8], String)])
    func kinds(object: [UInt8], expected: String) {
        #expect(read(file([object])) == expected)
    }

    @Test("Numbers of sixteen bytes are held where eight could say them, and a number is one with an end")
    func numbers() {
        func wide(_ high: UInt8, _ first: UInt8) -> [UInt8] {
            [0x14] + Array(repeating: high, count: 8) + [first] + Array(repeating: high, count: 7)
        }
        #expect(read(file([wide(0, 0x7F)])) == "integer" && read(file([wide(0xFF, 0x80)])) == "integer")
        for object in [wide(0, 0x80), wide(0xFF, 0x7F), wide(1, 0)] {
            #expect(read(file([object])).contains("can't hold the number"))
        }
        #expect(read(file([[0x22, 0x7F, 0x80, 0, 0]])).contains("can't hold the number"))
        #expect(read(file([[0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]])).contains("can't hold the number"))
        #expect(read(file([[0x22, 0x3F, 0x80, 0, 0]])) == "real")
    }

    @Test("A date of the years 1 to 9999 is read as text, and no other is")
    func dates() throws {
        func text(_ seconds: Double) throws -> PropertyValue {
            // They are counted from the year 2001.
            let pattern = (seconds - 978_307_200).bitPattern
            let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: pattern >> (8 * $0)) }
            return try ConfigurationFormat.propertyList.read(file([[0x33] + bytes]), path: "a.plist").value
        }
        #expect(try text(0) == "1970-01-01T00:00:00Z")
        #expect(try text(0.5) == "1970-01-01T00:00:00.500Z")
        #expect(try text(253_402_300_799) == "9999-12-31T23:59:59Z")
        #expect(throws: Never.self) { try text(-62_135_596_800) }
        for seconds in [253_402_300_800, -62_135_596_801, 1e300] {
            #expect(throws: DocumentFault.self) { try text(seconds) }
        }
    }

    @Test("Values unfold to as many bytes as a file may have, and no more")
    func unfolding() {
        // A text and nine lists of the one before, twice each, are half of the limit but for three bytes.
        let length = (1 << 14) - 4
        func unfolded(_ more: [UInt8]) -> String {
            var objects: [[UInt8]] = [[0xA3, 1, 1, 11]]
            for next in 2...10 { objects.append([0xA2, UInt8(next), UInt8(next)]) }
            objects.append(
                [0x5F, 0x11, UInt8(length >> 8), UInt8(length & 0xFF)] + Array(repeating: 0x61, count: length))
            return read(file(objects + [more], offsetSize: 2))
        }
        #expect(unfolded([0x51, 0x61]) == "array")
        #expect(unfolded([0x52, 0x61, 0x61]) == "its values unfold to more than 16777216 bytes")
    }

    @Test("Keys are texts, plain or wide, and none stands twice")
    func keys() {
        #expect(read(file([[0xD1, 1, 2], [0x51, 0x61], [0x09]])) == "object")
        #expect(read(file([[0xD1, 1, 2], [0x61, 0, 0xE9], [0x09]])) == "object")
        #expect(read(file([[0xD1, 1, 1], [0x10, 1]])) == "a key is no text")
        #expect(
            read(file([[0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x61, 0, 0x61], [0x09]])) == "the key 'a' stands twice")
    }

    @Test("A trailer that does not fit the file is told, and one that just fits is read")
    func trailers() {
        let misfit = "its trailer does not fit the file"
        let sound = file([[0x09]])
        #expect(read(sound) == "bool")
        #expect(read(file([[0x09]], offsetSize: 8, referenceSize: 8)) == "bool")
        #expect(read(file([[0x09]], offsetSize: 9)) == misfit && read(file([[0x09]], referenceSize: 9)) == misfit)
        #expect(read(file([[0x09]], offsetSize: 0)) == misfit && read(file([[0x09]], referenceSize: 0)) == misfit)
        #expect(read(file([[0x09]], count: 0)) == misfit && read(file([[0x09]], count: 2)) == misfit)
        #expect(read(file([[0x09]], top: 1)) == misfit && read(file([[0x09]], table: 8)) == misfit)
        #expect(read(file([[0x09]], table: 10)) == misfit && read(file([[0x09]], table: -1)) == misfit)
        #expect(
            read(Array(sound.dropFirst(1))) == "it is cut short" && read(Array(sound.prefix(40))) == "it is cut short")
        #expect(read(Array("bplist00".utf8) + Array(repeating: 0, count: 33)) == misfit)
        var early = sound
        early[9] = 7
        #expect(read(early) == Self.outside, "in the file's own head")
        early[9] = 9
        #expect(read(early) == Self.outside, "in the table")
    }

    @Test("Lists within lists are read to the limit, whether shared or not, and no deeper")
    func depth() {
        func nested(_ count: Int) -> [UInt8] {
            let lists = (0..<count).map { index -> [UInt8] in
                index == count - 1 ? [0xA0] : [0xA1, UInt8((index + 1) >> 8), UInt8((index + 1) & 0xFF)]
            }
            return file(lists, offsetSize: 2, referenceSize: 2)
        }
        #expect(read(nested(DocumentLimits.depth)) == "array")
        #expect(read(nested(DocumentLimits.depth + 1)).hasPrefix("values are nested deeper"))
        // The same list from two places, once deep and once deeper.
        func shared(_ count: Int) -> [UInt8] {
            var lists: [[UInt8]] = [[0xA2, 0, 2, 0, 1]]
            lists += (1..<count).map { index -> [UInt8] in
                index == count - 1 ? [0xA0] : [0xA1, UInt8((index + 1) >> 8), UInt8((index + 1) & 0xFF)]
            }
            return file(lists, offsetSize: 2, referenceSize: 2)
        }
        #expect(read(shared(DocumentLimits.depth)) == "array")
        #expect(read(shared(DocumentLimits.depth + 1)) != "array")
    }
}

@Suite("Numbers and other characters in text files")
struct NumberTextTests {
    private func json(_ text: String) -> String {
        do throws(DocumentFault) {
            let outline = try JSONScanner.outline(of: Array(text.utf8))
            return outline.faults.first.map(\.sentence) ?? "\(outline.kind(of: DocumentOutline.root))"
        } catch {
            return error.sentence
        }
    }

    @Test(
        "A number of JSON ends where it can end",
        arguments: [
            ("12", "integer"), ("-0", "integer"), ("+7", "integer"), ("0x1f", "integer"), ("-0X1F", "integer"),
            ("1.5", "real"), (".5", "real"), ("5.", "real"), ("1e5", "real"), ("1E+5", "real"), ("1e-5", "real"),
            ("0.0", "real"), ("0", "integer"),
            ("12a", "expected the end of the number, found 'a'"),
            ("1.2.3", "expected the end of the number, found '.'"),
            ("0x", "expected a hexadecimal digit, found the end of the file"),
            ("0xg", "expected a hexadecimal digit, found 'g'"),
            ("0x1g", "expected the end of the number, found 'g'"),
            ("1_000", "expected the end of the number, found '_'"),
            ("00", "a number can't begin with 0"), ("-01", "a number can't begin with 0"),
            ("-", "expected a digit, found the end of the file"),
            ("1e", "expected a digit of the exponent, found the end of the file"),
            ("1e+", "expected a digit of the exponent, found the end of the file"),
            (".", "expected a digit, found the end of the file"), ("-x", "expected a digit, found 'x'"),
            ("NaN", "'' can't hold the number NaN"),
            ("-Infinity", "'' can't hold the number -Infinity"),
            ("1e999", "'' can't hold the number 1e999"), ("9223372036854775807", "integer"),
            ("9223372036854775808", "'' can't hold the number 9223372036854775808"),
            ("-9223372036854775808", "integer"),
            ("0x7FFFFFFFFFFFFFFF", "integer"),
            ("0xFFFFFFFFFFFFFFFF", "'' can't hold the number 0xFFFFFFFFFFFFFFFF"),
        ])
    func numbers(text: String, expected: String) {
        #expect(json(text) == expected)
    }

    @Test(
        "An integer of an XML property list may have a sign, and nothing else but digits",
        arguments: [
            ("+5", "integer"), ("-5", "integer"), ("0x1F", "integer"), ("5 ", "what <integer> holds is no integer"),
            ("", "what <integer> holds is no integer"), ("+", "what <integer> holds is no integer"),
            ("1.5", "what <integer> holds is no integer"),
            ("+99999999999999999999", "'' can't hold the number +99999999999999999999"),
            ("-99999999999999999999", "'' can't hold the number -99999999999999999999"),
        ])
    func xmlIntegers(text: String, expected: String) {
        let bytes = Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><integer>\(text)</integer></plist>".utf8)
        var found = ""
        do throws(DocumentFault) {
            let outline = try XMLPropertyListScanner.outline(of: bytes)
            found = outline.faults.first.map(\.sentence) ?? "\(outline.kind(of: DocumentOutline.root))"
        } catch {
            found = error.sentence
        }
        #expect(found == expected)
    }

    @Test(
        "A character that was not expected is shown, and one that can't be seen by its number",
        arguments: [
            ("a", "'a'"), ("é", "'é'"), ("漢", "'漢'"), (" ", "' '"), ("~", "'~'"), ("\u{7F}", "U+007F"),
            ("\u{1F}", "U+001F"),
            ("\n", "U+000A"), ("😀", "U+1F600"), ("\u{2028}", "U+2028"), ("", "the end of the file"),
        ])
    func characters(text: String, expected: String) {
        #expect(UTF8Text.describe(Array(text.utf8), at: 0) == expected)
        #expect(UTF8Text.describe(Array("ab\(text)".utf8), at: 2) == expected)
    }
}

extension DocumentFault {
    /// What is wrong, without what is said of every file that is not well-formed.
    var sentence: String {
        let sentence = Fault(kind).headline.drop { $0 != " " }.dropFirst()
        let reason = sentence.firstRange(of: " is not well-formed: ").map { sentence[$0.upperBound...] }
        return String(reason ?? sentence)
    }
}
