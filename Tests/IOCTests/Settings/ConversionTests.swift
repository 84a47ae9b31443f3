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
    struct Database: Decodable {
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
        enum Key: CodingKey { case a }
        var description = ""
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            var words: [String] = []
            for _ in 0..<(list.count ?? 0) {
                if list.currentIndex == 3 {
                    var inner = try list.nestedUnkeyedContainer()
                    words.append("\(try inner.decode(Int.self))+\(try inner.decode(Int.self))")
                } else if list.currentIndex == 4 {
                    words.append("a\(try list.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .a))")
                } else if try list.decodeNil() {
                    words.append("-")
                } else if let number = try? list.decode(Int.self) {
                    words.append("\(number)")
                } else {
                    words.append(try list.decode(String.self))
                }
            }
            if list.isAtEnd, try !list.decodeNil() { words.append("end") }
            description = words.joined(separator: " ")
        }
    }

    /// Values that are read as a type, each with its text; nil if it does not convert.
    struct Rows: Sendable, CustomTestStringConvertible {
        let type: any (Decodable & Sendable).Type
        let rows: [(value: SettingValue, text: String?)]

        init(_ type: any (Decodable & Sendable).Type, _ rows: (SettingValue, String?)...) {
            self.type = type
            self.rows = rows
        }

        var testDescription: String { "\(type)" }
    }

    private static let mostOfUInt128 = "340282366920938463463374607431768211455"
    private static let tooMuch = "340282366920938463463374607431768211456"
    private static let mostOfInt128 = "170141183460469231731687303715884105727"

    static let numbers: [Rows] = [
        Rows(
            Bool.self, (true, "true"), ("yes", "true"), ("OFF", "false"), ("1", "true"), (1, nil), ("ja", nil)),
        Rows(
            Int.self, (8080, "8080"), ("8080", "8080"), (3.0, "3"), ("eighty", nil), (1.5, nil), (1e300, nil),
            (true, nil), (["x": 1], nil), ([1], nil), ("", nil)),
        Rows(Int?.self, (.null, "nil"), (5, "Optional(5)"), ("x", nil)),
        Rows(Int8.self, ("-128", "-128"), (-128, "-128"), (128, nil)),
        Rows(UInt8.self, (255, "255"), ("+7", "7"), ("-0", "0"), (256, nil), ("256", nil)),
        Rows(Int16.self, (-1, "-1")), Rows(UInt16.self, (65_535, "65535")), Rows(Int32.self, (7, "7")),
        Rows(UInt32.self, (7, "7")), Rows(Int64.self, (7, "7")), Rows(UInt.self, (7, "7"), (-1, nil)),
        Rows(UInt64.self, ("18446744073709551615", "18446744073709551615"), (.unsigned(.max), "18446744073709551615")),
        Rows(Int128.self, (.string(mostOfInt128), mostOfInt128)),
        Rows(
            UInt128.self, (.string(mostOfUInt128), mostOfUInt128), (2.0, "2"), (7, "7"), (-1, nil),
            (.string(tooMuch), nil)),
        Rows(Double.self, (1.5, "1.5"), (1, "1.0"), ("1e3", "1000.0"), ("nan", nil), (.unsigned(.max), "\(0x1p64)")),
        Rows(Double?.self, ("inf", nil)), Rows(Float.self, (0.1, "0.1"), (1e300, nil)),
        // Digits with at most a sign and a point.
        Rows(
            Decimal.self, (3, "3"), ("12.50", "12.5"), ("-1", "-1"), ("+2", "2"), (".5", "0.5"), ("1.", "1"), ("", nil),
            ("-", nil), ("+-1", nil), ("1.2.3", nil), ("1e5", nil), ("1,5", nil), ("٣", nil), ("1²", nil), ("1 ", nil),
            (".", nil), ("0x1", nil), ("12x", nil)),
        // Units fall, each at most once, up to the largest duration that a clock counts.
        Rows(
            Duration.self, ("30s", "30.0 seconds"), ("5m", "300.0 seconds"), ("250ms", "0.25 seconds"),
            ("1h30m", "5400.0 seconds"), ("2h 30m", "9000.0 seconds"), ("1d", "86400.0 seconds"),
            ("-1.5s", "-1.5 seconds"), ("10us", "1e-05 seconds"), ("5µs", "5e-06 seconds"), ("3ns", "3e-09 seconds"),
            ("0s", "0.0 seconds"), ("0.001us", "1e-09 seconds"), ("0.25ns", "2.5e-10 seconds"),
            ("1h1m1s1ms1us1ns", "3661.0010010009996 seconds"), ("999999999999999999ns", "1000000000.0 seconds"),
            ("106751991167300d", "9.22337203685472e+18 seconds"), ("106751991167301d", nil),
            ("999999999999999999d", nil), (30, nil), ("30", nil), ("5m5m", nil), ("1m1h", nil), ("", nil), ("5 x", nil),
            ("-", nil), ("--1s", nil), ("1x", nil), ("s", nil), ("1.s", nil), ("1h-30m", nil)),
        // A number of at most 18 digits, with a unit.
        Rows(
            ByteSize.self, ("10MB", "10MB"), ("10MiB", "10MiB"), (1024, "1KiB"), ("1024", "1KiB"), ("1000kb", "1MB"),
            ("1.5kb", "1500B"), ("3 GB", "3GB"), ("0", "0B"), ("1PiB", "1PiB"), ("9PB", "9PB"), ("1TiB", "1TiB"),
            ("1023B", "1023B"), ("10", "10B"), ("0.5KiB", "512B"), ("0.001KB", "1B"), ("9.2PB", "9200TB"),
            ("999999999999999999B", "999999999999999999B"), ("1000000000000000000B", nil), ("9999PB", nil),
            ("99999PB", nil), ("1.5B", nil), ("0.0001KB", nil), ("1.KB", nil), (".5KB", nil), ("1.5.5KB", nil),
            ("KB", nil), ("", nil), ("-1KB", nil), (-1, nil), ("1XB", nil), ("1KB ", nil), ("٣KB", nil)),
    ]

    static let others: [Rows] = [
        Rows(String.self, ("text", "text"), ("", ""), (8080, nil)), Rows(Secret<String>.self, ("s3cret", "<secret>")),
        // A day, or a moment with a zone, that exists.
        Rows(
            Date.self, ("2025-12-31", "2025-12-31 00:00:00 +0000"),
            ("2024-02-29T00:00:00Z", "2024-02-29 00:00:00 +0000"),
            ("2025-12-31T23:59:59.5Z", "2025-12-31 23:59:59 +0000"),
            ("2025-12-31T23:59:59-0000", "2025-12-31 23:59:59 +0000"),
            ("2025-12-31T23:59:59+00:00", "2025-12-31 23:59:59 +0000"),
            ("2025-12-31T23:59:59+14:00", "2025-12-31 09:59:59 +0000"),
            ("2025-12-31T23:59:59.25-0030", "2026-01-01 00:29:59 +0000"),
            ("10", nil), ("2025-02-30", nil), ("2025-02-30T00:00:00Z", nil), ("2025-12-31T23:59:59.Z", nil),
            ("2025-12-31 ", nil), ("2025-12-31Tx", nil), ("25-12-31", nil), ("٢٠٢٥-12-31", nil), ("", nil),
            ("2025-12-31T23:59:59", nil), ("2025-12-31T23:59:59.5", nil), ("2025-12-31T24:00:00Z", nil),
            ("2025-12-31T23:60:00Z", nil), ("2025-12-31T25:00:00+01:00", nil), ("2025-12-31 23:59:59Z", nil),
            ("2025-12-31T23:59:59ZZ", nil), ("2025-12-31T23:59:59Zx", nil), ("2025-13-01", nil), ("2025-00-10", nil),
            ("2025-12-3", nil), ("2025-12-311", nil), ("2025-12-31Z", nil)),
        Rows(URL.self, ("https://example.org/a?b=c", "https://example.org/a?b=c"), ("a b", nil), ("", nil)),
        Rows(Data.self, ("AQID", "3 bytes"), ("%", nil)),
        Rows(UUID.self, ("0E2C1B1A-6C4E-4B7C-9C38-3B0B0B1C7D5E", "0E2C1B1A-6C4E-4B7C-9C38-3B0B0B1C7D5E"), ("x", nil)),
        Rows(
            [String].self, (["a", "b"], #"["a", "b"]"#), (" a , b ", #"["a", "b"]"#), ("", "[]"),
            (#"http://a/?q=1\,2,http://b"#, #"["http://a/?q=1,2", "http://b"]"#), (#"\,"#, #"[","]"#),
            (#"C:\d,\e"#, #"["C:\\d", "\\e"]"#), ("a,,b", nil), ("a,", nil), (",", nil), (" ", nil), ("[a,b]", nil),
            ("[]", nil), (" [1] ", nil)),
        Rows([Int].self, (" 1 ,2\t, 3 ", "[1, 2, 3]"), (["x": 1], nil)),
        Rows([[Int]].self, ([[1, 2], [3]], "[[1, 2], [3]]")),
        Rows([Int?].self, ([1, .null, 3], "[Optional(1), nil, Optional(3)]")),
        Rows(Set<Int>?.self, ([1, 1], "Optional(Set([1]))")),
        Rows([String: Int].self, (["x": 1], #"["x": 1]"#), (1, nil)),
        Rows(Walk.self, ([1, .null, "x", [2, 3], ["a": 4], .null], "1 - x 2+3 a4 - end"), ([], "end")),
        Rows(Level.self, ("debug", "debug"), ("debgu", nil)),
        Rows([Level].self, ("debug,info", "[Level.debug, Level.info]")),
        Rows(Size.self, (2, "large"), ("2", "large"), (9, nil)), Rows(Even.self, (4, "Even()"), (3, nil)),
        Rows(Shape.self, (["circle": ["radius": 2]], "circle(radius: 2.0)")),
    ]

    @Test("Text and values convert to the wanted type, or are a fault", arguments: numbers + others)
    func converts(rows: Rows) throws {
        var (settings, environment, arguments): ([String: SettingValue], [String: String], [String]) = ([:], [:], [])
        for (index, row) in rows.rows.enumerated() {
            settings["v\(index)"] = row.value
            guard case .string(let text) = row.value else { continue }
            environment["E\(index)"] = text
            arguments.append("--a\(index)=\(text)")
        }
        let context = try ApplicationContext(
            .reading(settings: .object(settings), environment: environment, arguments: arguments))
        for (index, row) in rows.rows.enumerated() {
            let sources = environment["E\(index)"] == nil ? ["v"] : ["v", "e", "a"]
            for key in sources.map({ "\($0)\(index)" }) {
                let outcome = context.outcome(key, as: rows.type).replacing("IOCTests.ConversionTests.", with: "")
                #expect(outcome == row.text ?? "setting-conversion", "\(key): \(row.value)")
            }
        }
    }

    @Test(
        "A fault in an object or a list has the key of the member",
        arguments: [
            (["host": "db", "timeouts": ["1s", 2]], "a.timeouts[1]", .settingConversion),
            (["host": "db", "timeouts": [], "level": "x"], "a.level", .settingConversion),
            (["host": "db", "timeouts": []], "a.level", .settingMissing), (nil, "a", .settingMissing),
        ] as [(SettingValue?, String, IOCError.Code)])
    func members(value: SettingValue?, key: String, code: IOCError.Code) throws {
        let settings: SettingValue =
            value.map { ["a": $0, "list": [["host": "a", "timeouts": [], "level": "info"], $0]] } ?? [:]
        let context = try ApplicationContext(.reading(settings: settings))
        let fault = try context.error("a", as: Database.self).faults[0]
        #expect(fault.code == code && "\(fault)".contains("'\(key)'"))
        guard value != nil else { return }
        let inList = try context.error("list", as: [Database].self).faults[0]
        #expect(inList.code == code && "\(inList)".contains("'list[1]\(key.dropFirst())'"))
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
}
