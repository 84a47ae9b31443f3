import TestSupport
import Testing

@Suite("ioc check misses nothing that sources tell")
struct SourceFindingTests {
    private static let p = "protocol P: Sendable {}\n"

    @Test(
        "Wherever an injection point is declared",
        arguments: [
            "class Base: IOCComponent, @unchecked Sendable {\n    required init() {}\n    @Autowired var p: any P\n}\n"
                + "protocol Q {}\ntypealias B = Q & Base\nfinal class MainA: B, @unchecked Sendable {}",
            "final class MainA: IOCComponent { let dep = Autowired<any P>() }",
            "final class MainA: IOCComponent { let dep: Autowired<any P> = Autowired() }",
            "final class MainA: IOCComponent { let dep: Autowired<any P> = .init() }",
            "final class MainA: IOCComponent { let dep = IOC.Autowired<any P>() }",
            "func run() { final class MainL: IOCComponent, @unchecked Sendable { @Autowired var p: any P } }",
            "struct Outer { var body: Int { final class MainL: IOCComponent, @unchecked Sendable { @Autowired var p: any P }\n"
                + "    return 1 } }",
            "let made = { final class MainL: IOCComponent, @unchecked Sendable { @Autowired var p: any P } }",
            "func run() { func inner() { if true { @Component final class MainL { @Autowired var p: any P } } } }",
            "protocol Tools { typealias Output = any P }\n@Component final class MainA: Tools { @Autowired var p: Output }",
            "protocol Tools {}\nextension Tools { typealias Output = any P }\nprotocol More: Tools {}\n"
                + "class Base: More {}\nfinal class MainA: Base, IOCComponent, @unchecked Sendable { @Autowired var p: Output\n"
                + "    required override init() {} }",
            "class Box<T>: IOCComponent, @unchecked Sendable { required init() {} }\nextension Box: P where T == Int {}\n"
                + "final class MainA: Box<String>, @unchecked Sendable {}\n"
                + "@Component final class MainB { @Autowired var p: any P }",
            "class Key {}\nclass Box<T>: IOCComponent, @unchecked Sendable { required init() {} }\n"
                + "extension Box: P where T: Hashable {}\nfinal class MainA: Box<Key>, @unchecked Sendable {}\n"
                + "@Component final class MainB { @Autowired var p: any P }",
        ])
    func points(_ source: String) throws {
        let told = try FalseAlarmTests.told(Self.p + source)
        #expect(told == ["dependency-missing"])
        let given = "\nfunc give() { @Component final class MainGiven: P {} }"
        #expect(try FalseAlarmTests.told(Self.p + source + given) == [])
    }

    @Test("A local class is seen where it is declared, and goes by its own name")
    func local() throws {
        let source = """
            func one() {
                class MainBase: IOCComponent, @unchecked Sendable { required init() {}; @Autowired var p: any P }
                final class MainA: MainBase, @unchecked Sendable {}
            }
            func other() {
                class MainBase {}
                final class MainB: MainBase, IOCComponent, @unchecked Sendable { required override init() {} }
            }
            final class MainC: IOCComponent, P {}
            """
        #expect(try FalseAlarmTests.told(Self.p + source) == [])
        #expect(
            try FalseAlarmTests.told(Self.p + source, #"{ "classes": ["Shop.MainA"] }"#) == ["dependency-missing"])
        let twice = "func one() { @Component final class MainA {} }\nfunc two() { @Component final class MainA {} }"
        #expect(try FalseAlarmTests.told(twice) == ["name-repeated"])
    }

    @Test("A name that a plain wrapper asks for is looked up, and one that an initializer gives is not")
    func names() throws {
        let p = Self.p + "final class MainC: IOCComponent, P {}\n"
        #expect(
            try FalseAlarmTests.told(p + #"final class MainA: IOCComponent { let dep = Autowired<any P>("x") }"#)
                == ["qualifier-unknown"])
        #expect(
            try FalseAlarmTests.told(
                p + "final class MainA: IOCComponent { let dep: Autowired<any P>\n init() { dep = Autowired(\"x\") } }"
            )
            .allSatisfy { $0.hasPrefix("note ") })
    }

    @Test(
        "A value that does not convert is found",
        arguments: [
            ("Decimal", "\"abc\""), ("Set<Int>", "[\"a\"]"), ("Decimal?", "\"x\""),
        ])
    func values(_ type: String, _ value: String) throws {
        let source = "@Component final class MainA { @Value(\"v\") var v: \(type) }"
        #expect(
            try FalseAlarmTests.told(source, #"{ "prefixes": ["Main"], "properties": { "v": \#(value) } }"#)
                == ["property-conversion"])
        #expect(
            try FalseAlarmTests.told(
                #"final class MainA: IOCComponent { let port = Value<Int>("port") }"#,
                #"{ "prefixes": ["Main"], "properties": { "port": "x" } }"#) == ["property-conversion"])
    }

    private static let types = """
        enum Mode: String, Decodable, Sendable { case fast, slow = "sl ow" }
        enum Level: Int, Decodable, CaseIterable, Sendable { case low = 1, high, `default` = 9 }
        enum Word: String, Decodable, CaseIterable, Sendable { case one, two }
        struct Pool: Decodable, Sendable { var size: Int; var mode: Mode? }
        struct Db: Decodable, Sendable {
            let version = 1
            var host: String
            var port: Int?
            var pool: Pool?
            var url: String { host }
        }
        struct Three: Decodable, Sendable { var a: Int; var b: Int?; var c: Int }
        struct Two: Decodable, Sendable { var a: Int; var b: Int }
        struct Maybe: Decodable, Sendable { var a: Int?; var b: String? }
        struct Around: Decodable, Sendable { var maybe: Maybe?; var two: Two? }
        struct Lists: Decodable, Sendable { var all: [Two]; var some: [String: Two]? }
        enum Case: Decodable, Sendable { case plain, sized(width: Int?) }
        struct Own: Decodable, Sendable {
            var a: Int
            init(from decoder: any Decoder) throws { a = 1 }
        }
        struct Keyed: Decodable, Sendable { var a: Int; enum CodingKeys: String, CodingKey { case a = "b" } }
        #if FLAG
        enum Perhaps: String, Decodable, Sendable { case one }
        #else
        enum Perhaps: String, Decodable, Sendable { case two }
        #endif

        """

    @Test(
        "Enumerations and structures are read as the compiler decodes them",
        arguments: [
            ("Mode", #""fast""#, nil), ("Mode", #""sl ow""#, nil), ("Mode", #""slow""#, "property-conversion"),
            ("Mode", "1", "property-conversion"), ("Level", "2", nil), ("Level", "9", nil),
            ("Level", "3", "property-conversion"), ("Word", #""tow""#, "property-conversion"),
            ("Mode?", #""x""#, "property-conversion"), ("Mode?", "null", nil), ("Db", #"{ "host": "a" }"#, nil),
            ("Db", #"{ "host": "a", "port": 1, "pool": { "size": 1, "mode": "fast" } }"#, nil),
            ("Db", #"{ "port": 1 }"#, "property-missing"),
            ("Db", #"{ "host": "a", "port": "x" }"#, "property-conversion"),
            ("Db", #"{ "host": "a", "pool": { "size": 1, "mode": "fats" } }"#, "property-conversion"),
            ("Db", #""x""#, "property-conversion"), ("Own", #"{ "b": 1 }"#, nil), ("Keyed", #"{ "b": 1 }"#, nil),
            ("Perhaps", #""one""#, nil), ("Perhaps", #""three""#, nil), ("Db?", "null", nil),
            ("[Db]", #"[{ "x": 1 }]"#, "property-missing"), ("[Db]", #"[{ "host": "a" }]"#, nil),
            ("[Db]", #"[{ "host": "a" }, { "host": "a", "port": "x" }]"#, "property-conversion"),
            ("[Db]", #"[{ "host": "a", "pool": { "size": true } }]"#, "property-conversion"), ("[Db]", "[]", nil),
            ("[Db]", #""a,b""#, "property-conversion"), ("[Db]", "7", "property-conversion"),
            ("[Db]?", #"[{ "port": 1 }]"#, "property-missing"), ("[Db?]", #"[null, { "host": "a" }]"#, nil),
            ("[Db]", "[null]", "property-missing"), ("[Mode]", #"["fast"]"#, nil),
            ("[Mode]", #"["fast", "x"]"#, "property-conversion"), ("[Mode]", #""fast,sl ow""#, nil),
            ("[String: Db]", #"{ "a": { "host": "b" } }"#, nil),
            ("[String: Db]", #"{ "a": { "host": 1 } }"#, "property-conversion"),
            ("[String: Db]", #"{ "a": {} }"#, "property-missing"), ("[String: Db]", "7", "property-conversion"),
            ("[String: Mode]", #"{ "a": "fats" }"#, "property-conversion"), ("[String: Mode]", "{}", nil),
            ("[String: [Mode]]", #"{ "a": ["fats"] }"#, "property-conversion"),
            ("Lists", #"{ "all": [{ "a": 1 }] }"#, "property-missing"),
            ("Lists", #"{ "all": [{ "a": 1, "b": 2 }], "some": { "x": { "a": 1, "b": 2 } } }"#, nil),
            ("[Own]", "[null]", nil), ("Two?", #"{ "a": 1 }"#, "property-missing"),
            // An object that is there is there whole, whichever member comes first.
            ("Two?", "{}", "property-missing"), ("Two?", #"{ "b": 1 }"#, "property-missing"),
            ("Three?", #"{ "a": 1 }"#, "property-missing"),
            ("Two", "{}", "property-missing"), ("Maybe", "{}", nil), ("Maybe?", "{}", nil),
            ("Maybe", "null", "property-missing"),
            ("Around", "{}", nil), ("Around", #"{ "maybe": {} }"#, nil),
            ("Around", #"{ "two": {} }"#, "property-missing"), ("Own", "{}", nil), ("Case", #"{ "plain": {} }"#, nil),
            ("[String: Int]", "{}", nil),
            ("Secret<Mode>", #""fast""#, nil), ("Secret<Mode>", #""fats""#, "property-conversion"),
            ("Secret<Mode>", "null", "property-missing"), ("Secret<Mode>?", "null", nil),
            ("Secret<Two>", #"{ "a": 1 }"#, "property-missing"),
            ("Secret<Db?>", #"{ "host": "a", "port": "x" }"#, "property-conversion"),
            ("Set<Mode>", #"["fast", "sl ow", "fast"]"#, nil), ("Set<Mode>", #""fast,sl ow""#, nil),
            ("Set<Mode>", #"["fats"]"#, "property-conversion"), ("Set<Mode>?", "7", "property-conversion"),
            ("[Secret<Mode>]", #"["fast", "fats"]"#, "property-conversion"), ("Set<Mode>", "null", "property-missing"),
        ] as [(String, String, String?)])
    func decoded(_ type: String, _ value: String, _ code: String?) throws {
        let source = Self.types + "@Component final class MainA { @Value(\"v\") var v: \(type) }"
        let told = try FalseAlarmTests.told(
            source, #"{ "prefixes": ["Main"], "properties": { "v": \#(value) } }"#, "--quiet")
        #expect(told == (code.map { [$0] } ?? []))
    }

    @Test("The property by which a definition chooses is looked at, too")
    func options() throws {
        var source =
            "final class MainKit: Assembly {\n"
            + "    let d: Definition<MainKit, Int> = .option(\"mode\", .when(\"a\") { _ in 1 })\n}"
        func told(_ mode: String) throws -> [String] {
            try FalseAlarmTests.told(source, #"{ "assemblies": ["MainKit"], "properties": { "mode": "\#(mode)" } }"#)
        }
        #expect(try told("a") == [] && told("${") == ["placeholder-malformed"])
        #expect(try told("c") == ["option-without-match"])
        // A member that may be a definition of anything may have the name, and mends no placeholder.
        source = source.replacing("\n}", with: "\n    let helper = define()\n}")
        #expect(try told("c") == ["note option-without-match"] && told("${") == ["placeholder-malformed"])
    }

    @Test(
        "A value that no option fits is told as boot tells it",
        arguments: [
            (#"Int> = .option("m", .when("a") { _ in 1 }, .when(7) { _ in 2 })"#, #""a""#, nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }, .when(7) { _ in 2 })"#, "7", nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }, .when(7) { _ in 2 })"#, #""7""#, nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }, .when(7) { _ in 2 })"#, "8", "option-without-match"),
            (#"Int> = .option("m", .when("a") { _ in 1 })"#, "null", "option-without-match"),
            (#"Int> = .option("m", .when("a") { _ in 1 }, default: { _ in 3 })"#, "8", nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }) { _ in 3 }"#, "8", nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }, default: nil)"#, "8", "option-without-match"),
            (#"Int> = .option("m", .when("a") { _ in 1 }, .matching({ $0 == nil }) { _ in 2 })"#, "8", nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }, other)"#, "8", nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }, .upTo(7) { _ in 2 })"#, "8", nil),
            (#"Int> = .option("m", .when("a") { _ in 1 }) { _ in 3 }"#, #""word""#, "qualifier-wrong-type"),
            (#"Int> = .option("m", .when("a") { _ in 1 })"#, #""one""#, nil),
            (#"Int> = .option("m", .when("a") { _ in 1 })"#, #""word""#, "qualifier-wrong-type"),
            (#"Int> = .option("m", .when("a") { _ in 1 }).traits(.profile("x"))"#, "8", nil),
        ])
    func choices(_ definition: String, _ value: String, _ code: String?) throws {
        let source = """
            final class MainKit: Assembly {
                let one: Definition<MainKit, Int> = .value(1)
                let word: Definition<MainKit, String> = .value("x")
                let d: Definition<MainKit, \(definition)
            }
            """
        let told = try FalseAlarmTests.told(
            source, #"{ "assemblies": ["MainKit"], "properties": { "m": \#(value) } }"#, "--profile", "none")
        #expect(told == (code.map { [$0] } ?? []))
    }
}
