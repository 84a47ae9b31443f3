import FoundationEssentials
import IOC
import Testing

@Suite("Conversions")
struct ConversionTests {
    enum Level: String, Decodable, CaseIterable { case debug, info, error }
    enum Size: Int, Decodable { case small = 1, large }
    enum Shape: Decodable {
        case circle(radius: Double)
    }
    struct Database: Decodable, Equatable {
        var host: String
        var port: Int?
        var timeouts: [Duration]
        var level: Level
    }
    struct Even: Decodable {
        struct Odd: Error {}
        init(from decoder: any Decoder) throws {
            guard try decoder.singleValueContainer().decode(Int.self).isMultiple(of: 2) else { throw Odd() }
        }
    }

    /// A list that is read step by step, whatever its elements are.
    struct Walk: Decodable, CustomStringConvertible {
        var description = ""
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            var words: [String] = []
            for _ in 0..<(list.count ?? 0) {
                switch list.currentIndex {
                case 3:
                    var inner = try list.nestedUnkeyedContainer()
                    words.append("\(try inner.decode(Int.self))+\(try inner.decode(Int.self))")
                case 4:
                    let inner = try list.nestedContainer(keyedBy: Key.self)
                    words.append("a\(try inner.decode(Int.self, forKey: .a))")
                default:
                    if try list.decodeNil() {
                        words.append("-")
                    } else if let number = try? list.decode(Int.self) {
                        words.append("\(number)")
                    } else {
                        words.append(try list.decode(String.self))
                    }
                }
            }
            if list.isAtEnd, try !list.decodeNil() { words.append("end") }
            description = words.joined(separator: " ")
        }
        enum Key: CodingKey { case a }
    }

    /// A value, the type it is asked for as, and what comes out: the description of the value or the fault's facts.
    struct Case: Sendable, CustomTestStringConvertible {
        var value: SettingValue
        var type: any (Decodable & Sendable).Type
        var outcome: String

        init(_ value: SettingValue, _ type: any (Decodable & Sendable).Type, _ outcome: String) {
            self.value = value
            self.type = type
            self.outcome = outcome
        }

        var testDescription: String { "\(value) as \(type)" }
    }

    private func outcome(_ value: SettingValue, _ type: any (Decodable & Sendable).Type) throws -> String {
        func read<Wanted: Decodable & Sendable>(_ type: Wanted.Type, _ context: ApplicationContext) throws -> String {
            "\(try context.setting("a.b", as: type))"
        }
        let context = try ApplicationContext(.reading(settings: ["a": ["b": value]]))
        do { return try read(type, context) } catch let error as IOCError { return facts(of: error) }
    }

    static let good: [Case] = [
        Case(true, Bool.self, "true"), Case("yes", Bool.self, "true"), Case("OFF", Bool.self, "false"),
        Case("1", Bool.self, "true"), Case(8080, Int.self, "8080"), Case("8080", Int.self, "8080"),
        Case(3.0, Int.self, "3"), Case("-128", Int8.self, "-128"), Case(255, UInt8.self, "255"),
        Case(-1, Int16.self, "-1"), Case(65_535, UInt16.self, "65535"), Case(7, Int32.self, "7"),
        Case(7, UInt32.self, "7"), Case(7, Int64.self, "7"),
        Case("18446744073709551615", UInt64.self, "18446744073709551615"),
        Case(7, UInt.self, "7"),
        Case("170141183460469231731687303715884105727", Int128.self, "170141183460469231731687303715884105727"),
        Case("340282366920938463463374607431768211455", UInt128.self, "340282366920938463463374607431768211455"),
        Case(2.0, UInt128.self, "2"), Case("+7", UInt8.self, "7"), Case("-0", UInt8.self, "0"),
        Case(7, UInt128.self, "7"), Case(1.5, Double.self, "1.5"), Case(1, Double.self, "1.0"),
        Case("1e3", Double.self, "1000.0"), Case(0.1, Float.self, "0.1"), Case("text", String.self, "text"),
        Case("", String.self, ""), Case(["a", "b"], [String].self, "[\"a\", \"b\"]"),
        Case("1, 2,3", [Int].self, "[1, 2, 3]"), Case("", [Int].self, "[]"),
        Case(" 1 ,2\t, 3 ", [Int].self, "[1, 2, 3]"),
        Case([1, .null, 3], [Int?].self, "[Optional(1), nil, Optional(3)]"),
        Case([1, .null, "x", [2, 3], ["a": 4], .null], Walk.self, "1 - x 2+3 a4 - end"), Case([], Walk.self, "end"),
        Case("0.001us", Duration.self, "1e-09 seconds"),
        Case("1h1m1s1ms1us1ns", Duration.self, "3661.0010010009996 seconds"),
        Case("999999999999999999ns", Duration.self, "1000000000.0 seconds"),
        Case("1024", ByteSize.self, "1KiB"), Case("1000kb", ByteSize.self, "1MB"), Case("1PiB", ByteSize.self, "1PiB"),
        Case("9PB", ByteSize.self, "9PB"), Case("1TiB", ByteSize.self, "1TiB"), Case("1023B", ByteSize.self, "1023B"),
        Case("yes", Bool.self, "true"), Case("OFF", Bool.self, "false"), Case("1", Bool.self, "true"),
        Case(255, UInt8.self, "255"), Case(-128, Int8.self, "-128"), Case(2.0, Int.self, "2"),
        Case("2025-12-31T23:59:59-0000", Date.self, "2025-12-31 23:59:59 +0000"),
        Case([1, 1], Set<Int>?.self, "Optional(Set([1]))"),
        Case(["x": 1], [String: Int].self, "[\"x\": 1]"), Case(.null, Int?.self, "nil"),
        Case(5, Int?.self, "Optional(5)"),
        Case("debug", Level.self, "debug"), Case(2, Size.self, "large"), Case("2", Size.self, "large"),
        Case(["circle": ["radius": 2]], Shape.self, "circle(radius: 2.0)"),
        Case("debug,info", [Level].self, "[IOCTests.ConversionTests.Level.debug, IOCTests.ConversionTests.Level.info]"),
        Case("30s", Duration.self, "30.0 seconds"), Case("5m", Duration.self, "300.0 seconds"),
        Case("250ms", Duration.self, "0.25 seconds"), Case("1h30m", Duration.self, "5400.0 seconds"),
        Case("2h 30m", Duration.self, "9000.0 seconds"), Case("1d", Duration.self, "86400.0 seconds"),
        Case("1.5s", Duration.self, "1.5 seconds"),
        Case("10us", Duration.self, "1e-05 seconds"), Case("3ns", Duration.self, "3e-09 seconds"),
        Case("-5s", Duration.self, "-5.0 seconds"), Case("0s", Duration.self, "0.0 seconds"),
        Case("10MB", ByteSize.self, "10MB"), Case("10MiB", ByteSize.self, "10MiB"), Case(1024, ByteSize.self, "1KiB"),
        Case("1.5kb", ByteSize.self, "1500B"), Case("3 GB", ByteSize.self, "3GB"), Case("0", ByteSize.self, "0B"),
        Case("https://example.org/a?b=c", URL.self, "https://example.org/a?b=c"),
        Case("2025-12-31", Date.self, "2025-12-31 00:00:00 +0000"),
        Case("2025-12-31T23:59:59Z", Date.self, "2025-12-31 23:59:59 +0000"),
        Case("2025-12-31T23:59:59.5+02:00", Date.self, "2025-12-31 21:59:59 +0000"),
        Case("AQID", Data.self, "3 bytes"), Case("12.50", Decimal.self, "12.5"), Case(3, Decimal.self, "3"),
        Case("0E2C1B1A-6C4E-4B7C-9C38-3B0B0B1C7D5E", UUID.self, "0E2C1B1A-6C4E-4B7C-9C38-3B0B0B1C7D5E"),
        Case(4, Even.self, "Even()"), Case("s3cret", Secret<String>.self, "<secret>"),
    ]

    @Test("Text and values convert to the wanted type", arguments: good)
    func converts(_ example: Case) throws {
        let outcome = try outcome(example.value, example.type)
        #expect(outcome == example.outcome)
    }

    private static func refusal(_ type: String, _ value: String) -> String {
        "setting-conversion: looking for \(type), and 'a.b' is \(value) | wanted \(type) | "
            + "value \(value), from ContextConfiguration.settings.a.b in code"
    }

    static let bad: [Case] = [
        Case("eighty", Int.self, refusal("Int", "\"eighty\"")), Case(1.5, Int.self, refusal("Int", "1.5")),
        Case(1e300, Int.self, refusal("Int", "1e+300")), Case(256, UInt8.self, refusal("UInt8", "256")),
        Case("256", UInt8.self, refusal("UInt8", "\"256\"")), Case(-1, UInt128.self, refusal("UInt128", "-1")),
        Case(
            "340282366920938463463374607431768211456", UInt128.self,
            refusal("UInt128", "\"340282366920938463463374607431768211456\"")),
        Case(-1, UInt.self, refusal("UInt", "-1")), Case(true, Int.self, refusal("Int", "true")),
        Case(["x": 1], Int.self, refusal("Int", "an object")), Case([1], Int.self, refusal("Int", "a list")),
        Case(1, Bool.self, refusal("Bool", "1")), Case("ja", Bool.self, refusal("Bool", "\"ja\"")),
        Case(8080, String.self, refusal("String", "8080")), Case("nan", Double.self, refusal("Double", "\"nan\"")),
        Case(1e300, Float.self, refusal("Float", "1e+300")), Case("inf", Double?.self, refusal("Double", "\"inf\"")),
        Case(30, Duration.self, refusal("Duration", "30")), Case("30", Duration.self, refusal("Duration", "\"30\"")),
        Case("5m5m", Duration.self, refusal("Duration", "\"5m5m\"")),
        Case("1m1h", Duration.self, refusal("Duration", "\"1m1h\"")),
        Case("", Duration.self, refusal("Duration", "\"\"")),
        Case("5 x", Duration.self, refusal("Duration", "\"5 x\"")),
        Case("999999999999999999d", Duration.self, refusal("Duration", "\"999999999999999999d\"")),
        Case("10", Date.self, refusal("Date", "\"10\"")),
        Case("2025-02-30", Date.self, refusal("Date", "\"2025-02-30\"")),
        Case("2025-12-31T23:59:59Zx", Date.self, refusal("Date", "\"2025-12-31T23:59:59Zx\"")),
        Case("2025-12-31T23:59:59", Date.self, refusal("Date", "\"2025-12-31T23:59:59\"")),
        Case("10XB", ByteSize.self, refusal("ByteSize", "\"10XB\"")),
        Case("1.5B", ByteSize.self, refusal("ByteSize", "\"1.5B\"")),
        Case(-1, ByteSize.self, refusal("ByteSize", "-1")),
        Case("99999PB", ByteSize.self, refusal("ByteSize", "\"99999PB\"")),
        Case("a b", URL.self, refusal("URL", "\"a b\"")), Case("", URL.self, refusal("URL", "\"\"")),
        Case("12x", Decimal.self, refusal("Decimal", "\"12x\"")), Case("%", Data.self, refusal("Data", "\"%\"")),
        Case("x", UUID.self, refusal("UUID", "\"x\"")), Case(["x": 1], [Int].self, refusal("Array<Int>", "an object")),
        Case(1, [String: Int].self, refusal("Dictionary<String, Int>", "1")),
        Case(
            "debgu", Level.self,
            refusal("IOCTests.ConversionTests.Level", "\"debgu\"") + " | did you mean 'debug'?"),
        Case(9, Size.self, refusal("IOCTests.ConversionTests.Size", "9") + " | cause "),
        Case(3, Even.self, refusal("IOCTests.ConversionTests.Even", "3") + " | cause Odd()"),
    ]

    @Test("A value of the wrong type is reported with key, value, source and wanted type", arguments: bad)
    func refuses(_ example: Case) throws {
        var facts = try outcome(example.value, example.type).split(separator: " | ")
        // What a conversion has thrown stands below the headline.
        if let place = facts.firstIndex(where: { $0.hasPrefix("cause ") }) {
            #expect(place == 1)
            facts.append(facts.remove(at: place))
        }
        #expect(facts.joined(separator: " | ").hasPrefix(example.outcome))
    }

    @Test("A subtree decodes, and what is wrong in it names the member's own key")
    func subtree() throws {
        let database: SettingValue = ["host": "db", "timeouts": ["1s", "2s"], "level": "info"]
        let context = try ApplicationContext(
            .reading(settings: ["good": database, "bad": ["host": "db", "timeouts": ["1s", 2]]]))
        #expect(
            try context.setting("good")
                == Database(host: "db", port: nil, timeouts: [.seconds(1), .seconds(2)], level: .info))
        let error = try #require(throws: IOCError.self) { try context.setting("bad", as: Database.self) }
        #expect(facts(of: error).hasPrefix("setting-conversion: looking for Duration, and 'bad.timeouts[1]' is 2 |"))
        let missing = try #require(throws: IOCError.self) { try context.setting("none", as: Database.self) }
        #expect(facts(of: missing).hasPrefix("setting-missing: looking for the setting 'none', and no source"))
    }

    @Test("Objects in lists, and lists in lists, decode")
    func nested() throws {
        let context = try ApplicationContext(
            .reading(settings: [
                "all": [["host": "a", "timeouts": [], "level": "info"], ["host": "b", "timeouts": [], "level": 1]],
                "grid": [[1, 2], [3]], "optional": [1, .null],
            ]))
        #expect(try context.setting("grid") == [[1, 2], [3]])
        #expect(try context.setting("optional") == [1, nil])
        let error = try #require(throws: IOCError.self) { try context.setting("all", as: [Database].self) }
        #expect(facts(of: error).contains("'all[1].level' is 1"))
    }

    @Test("A byte size orders, encodes as it prints, and decodes outside a container too")
    func byteSize() throws {
        #expect(ByteSize(bytes: 1) < ByteSize(bytes: 2))
        let encoded = try JSONEncoder().encode(["limit": ByteSize(bytes: 10 << 20)])
        #expect(
            try JSONDecoder().decode([String: ByteSize].self, from: encoded) == ["limit": ByteSize(bytes: 10 << 20)])
        #expect(try JSONDecoder().decode([ByteSize].self, from: Data("[5]".utf8)) == [ByteSize(bytes: 5)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ByteSize].self, from: Data("[\"x\"]".utf8)) }
    }

    /// The description of a text that is read as a type; nil if it does not convert.
    private func read(_ text: String, _ type: any (Decodable & Sendable).Type) throws -> String? {
        let outcome = try outcome(.string(text), type)
        return outcome.hasPrefix("setting-conversion") ? nil : outcome
    }

    @Test(
        "A byte size is a number of at most eighteen digits with a unit",
        arguments: [
            ("1.5KB", 1500), ("1KiB", 1024), ("10", 10), ("0B", 0), ("5 mb", 5_000_000), ("1.5B", nil), ("1.KB", nil),
            (".5KB", nil), ("1.5.5KB", nil), ("KB", nil), ("", nil), ("-1KB", nil), ("1XB", nil), ("1KB ", nil),
            ("999999999999999999B", 999_999_999_999_999_999), ("1000000000000000000B", nil), ("9999PB", nil),
            ("0.5KiB", 512), ("0.001KB", 1), ("0.0001KB", nil), ("٣KB", nil), ("9.2PB", 9_200_000_000_000_000),
        ] as [(String, Int?)])
    func byteSizes(text: String, bytes: Int?) {
        #expect(ByteSize(text)?.bytes == bytes)
    }

    @Test(
        "A duration's units fall, each at most once, and larger ones than a clock counts are refused",
        arguments: [
            ("30s", 30_000_000_000), ("1h30m", 5_400_000_000_000), ("1h 30m", 5_400_000_000_000),
            ("-1.5s", -1_500_000_000), ("5µs", 5000), ("0.25ns", 0.25),
            ("5", nil), ("-", nil), ("--1s", nil), ("1s1m", nil), ("1s1s", nil), ("1x", nil), ("s", nil), ("1.s", nil),
            ("1h-30m", nil), ("106751991167300d", 9.223372036854721e+27), ("106751991167301d", nil),
        ] as [(String, Double?)])
    func durations(text: String, nanoseconds: Double?) throws {
        let expected = nanoseconds.map { "\($0 / 1_000_000_000) seconds" }
        #expect(try read(text, Duration.self) == expected)
    }

    @Test(
        "A decimal number is digits with at most a sign and a point",
        arguments: [
            ("1.50", "1.5"), ("-1", "-1"), ("+2", "2"), (".5", "0.5"), ("1.", "1"), ("", nil), ("-", nil), ("+-1", nil),
            ("1.2.3", nil), ("1e5", nil), ("1,5", nil), ("٣", nil), ("1²", nil), ("1 ", nil), (".", nil), ("0x1", nil),
        ] as [(String, String?)])
    func decimals(text: String, expected: String?) throws {
        #expect(try read(text, Decimal.self) == expected)
    }

    @Test(
        "A date is a day or a moment that exists",
        arguments: [
            ("2025-12-31", "2025-12-31 00:00:00"), ("2024-02-29T00:00:00Z", "2024-02-29 00:00:00"),
            ("2025-12-31T23:59:59.5Z", "2025-12-31 23:59:59"), ("2025-12-31T23:59:59+00:00", "2025-12-31 23:59:59"),
            ("2025-12-31T23:59:59+14:00", "2025-12-31 09:59:59"),
            ("2025-12-31T23:59:59.25-0030", "2026-01-01 00:29:59"),
            ("2025-02-30T00:00:00Z", nil), ("2025-12-31T23:59:59.Z", nil), ("2025-12-31 ", nil), ("2025-12-31Tx", nil),
            ("25-12-31", nil), ("٢٠٢٥-12-31", nil), ("", nil), ("2025-12-31T23:59:59.5", nil),
            ("2025-12-31T24:00:00Z", nil), ("2025-12-31T23:60:00Z", nil), ("2025-12-31T25:00:00+01:00", nil),
            ("2025-12-31 23:59:59Z", nil), ("2025-12-31T23:59:59ZZ", nil), ("2025-13-01", nil), ("2025-00-10", nil),
            ("2025-12-3", nil), ("2025-12-311", nil), ("2025-12-31Z", nil),
        ] as [(String, String?)])
    func dates(text: String, expected: String?) throws {
        #expect(try read(text, Date.self)?.prefix(19).description == expected)
    }
}
