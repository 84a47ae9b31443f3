import FoundationEssentials
import IOC
import Testing

@Suite("JSON files")
struct JSONFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The settings that a file with this text has.
    private func settings(_ text: String) throws -> SettingValue {
        try folder.configuration(ofText: "{ \"settings\": \(text) }").settings
    }

    private func faults(_ text: String) throws -> [IOCError.Fault] {
        try folder.write("a.json", text)
        return try folder.error(of: "a.json").faults
    }

    @Test(
        "A number is read as it is written",
        arguments: [
            ("12", 12), ("-0", 0), ("+7", 7), ("0x1f", 31), ("-0X1F", -31), ("0", 0),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("0x7FFFFFFFFFFFFFFF", .int(.max)), ("-0x8000000000000000", .int(.min)),
            ("18446744073709551615", .unsigned(.max)), ("0xFFFFFFFFFFFFFFFF", .unsigned(.max)), ("0e1", 0.0),
            ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e5", 100_000.0), ("1E+5", 100_000.0), ("1e-5", 0.00001),
            ("0.0", 0.0), ("1.0", 1.0), ("-0.0", .double(-0.0)), ("100000000000000000000.0", 1e20),
            ("5e-324", .double(.leastNonzeroMagnitude)),
            ("0.0e9999999999", 0.0), ("-0.00E-400", .double(-0.0)), ("1e308", 1e308), ("10e-1", 1.0),
        ] as [(String, SettingValue)])
    func numbers(text: String, value: SettingValue) throws {
        #expect(try settings("{ \"a\": [\(text)], \"b\": \(text) }") == ["a": [value], "b": value])
    }

    @Test(
        "A number that no setting can hold is a fault at its place",
        arguments: [
            "NaN", "-Infinity", "1e999", "99999999999999999999", "0x1FFFFFFFFFFFFFFFF", "1e-324", "-0.1e-999",
            "+.9e-999999999999", "1.7976931348623159e308",
        ])
    func refusedNumbers(text: String) throws {
        let faults = try faults("{ \"settings\": {\n  \"a\": [1, \(text)], \"b\": { \"c\": \(text) } } }")
        #expect(faults.map(\.code) == [.numberOutOfRange, .numberOutOfRange])
        #expect(faults[0].location?.hasSuffix("a.json:2:12 (settings.a[1])") == true)
        #expect(faults[1].location?.hasSuffix("(settings.b.c)") == true)
    }

    @Test("Texts have the escapes and quotation marks of JSON5")
    func texts() throws {
        let found = try settings(
            #"{ 'a\x41\u00e9\uD83D\uDE00\n': 'it"s', c_$1: "\"\\\/\b\f\r\t'", "d": "größe", "c\\": 'd\'e' }"#)
        #expect(
            found == [
                "aAé😀\n": "it\"s", "c_$1": "\"\\/\u{8}\u{C}\r\t'", "d": "größe", "c\\": "d'e",
            ])
        for end in ["\n", "\r", "\r\n"] {
            #expect(try settings("{ \"a\": 'x\\\(end)y' }") == ["a": "xy"], "a text may go on in the next line")
        }
    }

    @Test("Comments, commas at the end and keys without quotation marks are read")
    func comments() throws {
        #expect(
            try settings("/**/{a: [1, 2,], /* x */ größe: {}, // y\r b: null,}/***/") == [
                "a": [1, 2], "größe": [:], "b": .null,
            ])
    }

    private static let number = "a number has digits, perhaps with a point and an exponent, and no 0 in front"

    @Test(
        "A fault in the text names its line and column",
        arguments: [
            ("/*/ {}", "1:1 the comment that begins here does not end"),
            ("{}//\r2", "2:1 expected the end of the file, found '2'"),
            ("/ {}", "1:1 expected a value, a key or a comment, found '/'"),
            ("[,]", "1:2 expected a value, found ','"), ("{,}", "1:2 expected a key or '}', found ','"),
            ("{a 1}", "1:4 expected ':' after the key 'a', found '1'"),
            ("{a:1 b:2}", "1:6 expected ',' or '}', found 'b'"), ("[1 2]", "1:4 expected ',' or ']', found '2'"),
            ("[1", "1:3 the list that opens in line 1, column 1 does not end"),
            ("{a:1", "1:5 the object that opens in line 1, column 1 does not end"),
            ("\n /* { \"prefixes\": [] }", "2:2 the comment that begins here does not end"),
            ("{} /* x", "1:4 the comment that begins here does not end"),
            ("{\"a\": tru}", "1:7 expected a value, found 't'"),
            ("{\"ä\": [1 2]}", "1:10 expected ',' or ']', found '2'"),
            ("{} }", "1:4 expected the end of the file, found '}'"),
            ("{\n  \"prefixes\": [\"SG\"\n", "3:1 the list that opens in line 2, column 15 does not end"),
            ("truex", "1:1 expected a value, found 't'"), ("nul", "1:1 expected a value, found 'n'"),
            ("\"a\nb\"", "1:3 the text does not end before the end of its line"),
            ("\"a\u{1}\"", "1:3 the control character '\\u{1}' is in a string"),
            ("\"\\x4\"", "1:2 the escape has too few hexadecimal digits"),
            ("\"\\x00\"", "1:2 a string can't contain U+0000"),
            ("\"\\uDC00\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\uD800\\n\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\uD800\\uDBFF\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\q\"", "1:2 a string can't contain the escape \\q"),
            ("\"\\", "1:1 the string that begins here does not end"),
            ("\u{FEFF}[x]", "1:2 expected a value, found 'x'"), ("[é]", "1:2 expected a value, found 'é'"),
            ("[\u{2028}]", "1:2 expected a value, found '\\u{2028}'"), ("bplist00", "1:1 expected a value, found 'b'"),
            ("12a", "1:1 \(number)"),
            ("1.2.3", "1:1 \(number)"),
            ("0x", "1:1 \(number)"), ("0x-1", "1:1 \(number)"), ("01.5", "1:1 \(number)"),
            ("1_000", "1:1 \(number)"), ("-01", "1:1 \(number)"),
            ("-x", "1:1 \(number)"), ("+-1", "1:1 \(number)"), ("inf", "1:1 expected a value, found 'i'"),
            ("1e+", "1:1 \(number)"), ("0x1p3", "1:1 \(number)"),
            ("[\n1,\r\n2,\r3 ä]", "4:3 expected ',' or ']', found 'ä'"),
        ])
    func places(text: String, expected: String) throws {
        let fault = try faults(text)[0]
        let reason = "file-malformed: this JSON is not well-formed: "
        let place = (fault.location ?? "").replacing("\(folder.path)/a.json:", with: "")
        #expect("\(place) \(fault.headline.replacing(reason, with: ""))" == expected)
    }

    @Test("A key that occurs twice is a fault with the keys and elements that lead to it")
    func repeatedKeys() throws {
        let faults = try faults(
            """
            { "settings": { "a": [0, [1], { "b": 1,
              "b": 2 }],
              "d": { "e": 1 }, "d": { "e": 2 } } }
            """)
        #expect(faults.map(\.code) == [.keyRepeated, .keyRepeated])
        #expect(faults[0].location?.hasSuffix(":2:3 (settings.a[2].b)") == true)
        #expect(faults[1].location?.hasSuffix(":3:20 (settings.d)") == true)
    }

    @Test("The keys above a value and its own have at most 1,024 bytes together")
    func longKeys() throws {
        func nested(_ count: Int) -> String {
            "{ \"settings\": { \"a\": { \"\(String(repeating: "k", count: count))\": 1 } } }"
        }
        #expect(throws: Never.self) { try folder.configuration(ofText: nested(1013)) }
        #expect(try faults(nested(1014)).map(\.code) == [.keyTooLong])
    }
}
