import FoundationEssentials
import IOCModel
import Testing

@testable import IOCConfiguration

private enum V1Swift { struct Y {} }
private enum V_Swift { struct Y {} }
private enum Nest { enum Swift { struct Y {} } }

@Suite("The details of properties")
struct PropertyDetailTests {
    private func failure(_ body: () throws -> Void) throws -> Fault {
        try #require(throws: PropertyFailure.self) { try body() }.fault()
    }

    @Test("A property's type is told without the modules that everybody has, and whole where only its name looks so")
    func typeNames() {
        #expect(
            TypeName.shown([Int?].self) == "Array<Optional<Int>>" && TypeName.shown(Secret<URL>.self) == "Secret<URL>")
        #expect(TypeName.shown([String: ByteSize].self) == "Dictionary<String, ByteSize>")
        #expect(TypeName.shown(V1Swift.Y.self) == "IOCTests.V1Swift.Y")
        #expect(TypeName.shown(V_Swift.Y.self) == "IOCTests.V_Swift.Y")
        #expect(TypeName.shown(Nest.Swift.Y.self) == "IOCTests.Nest.Swift.Y")
        #expect(TypeName.shown((Int, Nest.Swift.Y).self) == "(Int, IOCTests.Nest.Swift.Y)")
        #expect(TypeName.withoutAny("any P") == "P" && TypeName.withoutAny("anyP") == "anyP")
        #expect(TypeName.readable("A.(unknown context at $12ab).B.(unknown context at $1).C(x)") == "A.B.C(x)")
        #expect(TypeName.readable("A.`my\u{A0}type`.`b`") == "A.my type.b" && TypeName.readable("A.b") == "A.b")
        #expect(TypeName.readable("A.(unknown context at $12ab") == "A.12ab" && TypeName.readable("A(b)") == "A(b)")
    }

    @Test("A key is shown whole up to the limit, and what is too much of it is told")
    func keys() {
        let long = String(repeating: "k", count: PropertyKey.lengthLimit)
        #expect(PropertyKey(long).shown == long && PropertyKey(long).excess == nil)
        #expect(PropertyKey(long + "k").shown == String(repeating: "k", count: 60) + "…")
        #expect(PropertyKey(long + "k").excess == "has 1025 bytes, and the limit is 1024")
        #expect(PropertyKey(parts: ["a", String(long.dropFirst(2))]).excess == nil)
        #expect(
            PropertyKey(parts: ["ab", String(long.dropFirst(2))]).excess == "has 1025 bytes, and the limit is 1024")
        let parts = Array(repeating: "p", count: PropertyKey.partLimit)
        #expect(PropertyKey(parts: parts).excess == nil)
        #expect(PropertyKey(parts: parts + ["p"]).excess == "has 65 parts, and the limit is 64")
        let masked = PropertyKey("secret.word", shown: "<secret>")
        #expect(masked.appending("a").shown == "<secret>.a" && masked.element(2).shown == "<secret>[2]")
        #expect(
            masked.appending("a").description == "secret.word.a" && masked.element(2).description == "secret.word[2]")
        #expect(masked.isMasked && !PropertyKey("a").isMasked && PropertyKey(parts: []).element(1).description == "[1]")
        #expect(
            !PropertyKey("").isWellFormed && !PropertyKey("a..b").isWellFormed && !PropertyKey(parts: []).isWellFormed)
        #expect(
            PropertyKey("a.b") == PropertyKey(parts: ["a", "b"]) && PropertyKey("a.b") != PropertyKey(parts: ["a.b"]))
    }

    @Test(
        "A key path leads over members and elements, the longest key first, and nowhere else",
        arguments: [
            ("a", "1"), ("b.c", "2"), ("b.d", nil), ("b.d.e", "3"), ("l[0]", "4"), ("l[1].x", "5"), ("l[1][0]", nil),
            ("l[2]", nil), ("l[-1]", nil), ("l[x]", "6"), ("l[0", nil), ("m[0][1]", "7"), ("m[0][1].x", nil),
            (".a", nil),
            ("[x", nil), ("", "whole"), ("n.o.p", "8"), ("n.o", "10"), ("q[0]", "9"), ("l.x0]", nil), ("lx0]", nil),
        ] as [(String, String?)])
    func keyPaths(path: String, expected: String?) {
        let tree: PropertyValue = [
            "a": 1, "b.c": 2, "b": ["c": 0, "d.e": 3], "l": [4, ["x": 5]], "l[x]": 6, "m": [[0, 7]],
            "": ["a": 0, "[x": 0],
            "n": ["o.p": 8, "o": 10], "q[0]": 9, "q": [0],
        ]
        let found = tree.value(at: path)
        #expect((found == tree ? "whole" : found?.description) == expected)
    }

    @Test("A value is shown whole up to the limit, and cut behind it")
    func shown() {
        let text = String(repeating: "x", count: 10)
        func shown(_ value: PropertyValue, _ limit: Int) -> String { value.shown(.usual, limit: limit) }
        #expect(shown(.string(text), 12) == "\"\(text)\"" && shown(.string(text), 11) == "\"xxxxxxxxxx…")
        #expect(shown(.string(text), 9) == "\"xxxxxxxx…")
        #expect(shown([1, 2], 6) == "[1, 2]" && shown([1, 2], 5) == "[1, 2…" && shown(5, 1) == "5")
        #expect(shown(["password": 1], 80) == #"{"password": <secret>}"#)
        func node(_ value: PropertyValue, isSecret: Bool = false) -> String {
            PropertyNode(content: .value(value), isSecret: isSecret, origin: { "" }).shown
        }
        #expect(node("x") == "\"x\"" && node("x", isSecret: true) == "<secret>" && node([1]) == "a list")
        #expect(node([:]) == "an object" && node(.string(String(repeating: "y", count: 90))).count == 81)
        #expect(PropertyNode(content: .members([]), isSecret: false, origin: { "" }).shown == "an object")
    }

    @Test(
        "A measure is a number of at most eighteen digits with a unit",
        arguments: [
            ("1.5KB", 1500), ("1KiB", 1024), ("10", 10), ("0B", 0), ("5 mb", 5_000_000), ("1.5B", nil), ("1.KB", nil),
            (".5KB", nil), ("1.5.5KB", nil), ("KB", nil), ("", nil), ("-1KB", nil), ("1XB", nil), ("1KB ", nil),
            ("999999999999999999B", 999_999_999_999_999_999), ("1000000000000000000B", nil), ("9999PB", nil),
            ("0.5KiB", 512), ("0.001KB", 1), ("0.0001KB", nil), ("٣KB", nil), ("9.2PB", 9_200_000_000_000_000),
        ] as [(String, Int?)])
    func sizes(text: String, bytes: Int?) {
        #expect(ByteSize(text)?.bytes == bytes)
    }

    @Test(
        "A duration's units fall, each at most once, and a fraction may be finer than a clock tells",
        arguments: [
            ("30s", 30_000_000_000), ("1h30m", 5_400_000_000_000), ("1h 30m", 5_400_000_000_000),
            ("250ms", 250_000_000),
            ("-1.5s", -1_500_000_000), ("1d2h3min4s5ms6us7ns", 93_784_005_006_007), ("5µs", 5000), ("0.25ns", 0.25),
            ("5", nil),
            ("", nil), ("-", nil), ("--1s", nil), ("1s1m", nil), ("1s1s", nil), ("1x", nil), ("1s ", 1_000_000_000),
            ("s", nil),
            ("1.s", nil), ("1h-30m", nil), ("0.1234567891234ns", 0.123_456_789),
            ("106751991167300d", 9.223372036854721e+27), ("106751991167301d", nil),
            ("106751991167300d47000000000000000h", nil), ("1.00000000000000000s", 1_000_000_000),
            ("1.000000000000000000s", nil),
        ] as [(String, Double?)])
    func durations(text: String, nanoseconds: Double?) {
        let found = Duration.convert(.string(text))
        #expect(found.map { $0 / .nanoseconds(1) } == nanoseconds)
        #expect(Duration.convert(5) == nil)
        // A clock's seconds are as many as a number of 64 bits holds.
        #expect(Duration.convert("106751991167300d55806s") == .seconds(Int64.max - 1))
        #expect(Duration.convert("106751991167300d55807s") == nil)
    }

    @Test(
        "A decimal is digits with a sign and a point at most",
        arguments: [
            ("1.50", "1.5"), ("-1", "-1"), ("+2", "2"), (".5", "0.5"), ("1.", "1"), ("", nil), ("-", nil), ("+-1", nil),
            ("--1", nil),
            ("1.2.3", nil), ("1e5", nil), ("1,5", nil), ("٣", nil), ("1²", nil), ("1٣", nil), ("1 ", nil), (".", nil),
            ("0x1", nil),
        ] as [(String, String?)])
    func decimals(text: String, expected: String?) {
        #expect(Decimal.convert(.string(text)).map { "\($0)" } == expected)
        #expect(
            Decimal.convert(3) == 3 && Decimal.convert(1.25) == Decimal(string: "1.25") && Decimal.convert(true) == nil)
    }

    @Test(
        "A date is a day or a moment in UTC, and one that there is",
        arguments: [
            ("2025-12-31", 1_767_139_200), ("2025-12-31T23:59:59Z", 1_767_225_599),
            ("2025-12-31T23:59:59.5Z", 1_767_225_599),
            ("2025-12-31T23:59:59+00:00", 1_767_225_599), ("2025-12-31T23:59:59-0000", 1_767_225_599),
            ("2025-02-30", nil),
            ("2025-02-30T00:00:00Z", nil), ("2025-12-31T23:59:59", nil), ("2025-12-31T23:59:59.Z", nil),
            ("2025-12-31 ", nil),
            ("2025-12-31T23:59:59+01:00", 1_767_221_999), ("2025-12-31Tx", nil), ("25-12-31", nil), ("٢٠٢٥-12-31", nil),
            ("2025-12-31T23:59:59+0٢:00", nil),
            ("", nil),
            ("2025-12-31T23:59:59.5", nil), ("2025-12-31T23:59:59X", nil),
        ] as [(String, Int?)])
    func dates(text: String, seconds: Int?) {
        #expect(Date.convert(.string(text)).map { Int($0.timeIntervalSince1970) } == seconds)
    }

    @Test("Single values convert to what they are, and texts to everything")
    func scalars() {
        #expect(
            ["true", "YES", "on", "1"].allSatisfy { Bool.convert(.string($0)) == true } && Bool.convert(true) == true)
        #expect(
            ["false", "No", "OFF", "0"].allSatisfy { Bool.convert(.string($0)) == false } && Bool.convert(1) == nil)
        #expect(Bool.convert("maybe") == nil && UInt8.convert(255) == 255 && UInt8.convert(256) == nil)
        #expect(
            UInt8.convert("12") == 12 && Int.convert(2.0) == 2 && Int.convert(2.5) == nil && Int.convert(true) == nil)
        #expect(
            Double.convert(1) == 1 && Double.convert("1.5") == 1.5 && Double.convert("inf") == nil
                && Float.convert("1e39") == nil)
        #expect(Double.convert(true) == nil && String.convert("x") == "x" && String.convert(1) == nil)
        #expect(ByteSize.convert(-1) == nil && ByteSize.convert(0)?.bytes == 0 && ByteSize.convert(1.5) == nil)
        #expect(PropertyValue.string("5").converts(to: 5) && !PropertyValue.int(4).converts(to: 5))
        #expect(PropertyValue.string("on").converts(to: true) && PropertyValue.string("1.5").converts(to: 1.5))
    }

    @Test(
        "A key maps to one variable",
        arguments: [
            ("server.port", "SERVER_PORT"), ("server.maxBody", "SERVER_MAX_BODY"), ("HTTPPort", "HTTP_PORT"),
            ("HTTP", "HTTP"),
            ("max-body", "MAX_BODY"), ("max--body", "MAX_BODY"), ("-max-", "MAX"), ("ports[0]", "PORTS_0"),
            ("a1B", "A1_B"),
            ("a_B", "A_B"), ("-B", "B"), ("aB-C", "A_B_C"), ("größe", "GR_E"), ("éB", "B"), ("AB", "AB"),
            ("ABc", "A_BC"),
            ("a.B", "A_B"), ("1a", "1A"), ("A1B2c", "A1_B2C"), ("aÉB", "A_B"), ("a-Bc", "A_BC"), ("éBc", "BC"),
        ])
    func variables(key: String, expected: String) {
        #expect(EnvironmentPropertySource.variable(for: PropertyKey(key)) == expected)
    }

    @Test("A variable is nearly a property's by a typing error, or by its capitals and underscores alone")
    func strays() {
        func strays(_ variables: [String], _ keys: [String]) -> [String] {
            EnvironmentPropertySource(Dictionary(variables.map { ($0, "x") }) { $1 }).strays(among: keys)
                .map { "\($0.name) \($0.meant) \($0.key)" }
        }
        #expect(strays(["SERVER_PROT"], ["server.port"]) == ["SERVER_PROT SERVER_PORT server.port"])
        #expect(strays(["serverPort", "SERVERPORT"], ["server.port"]).map { $0.prefix(6) } == ["SERVER", "server"])
        #expect(strays(["SERVER_PROT", "SERVER_PORT"], ["server.port"]) == [], "that is set")
        #expect(strays(["PORT"], ["port"]) == [] && strays(["PROT"], ["port"]) == [], "too short for an error")
        #expect(strays(["Port"], ["port"]) == ["Port PORT port"] && strays(["CACEH"], ["cache"]) == [])
        #expect(strays(["CACEHS"], ["caches"]) == ["CACEHS CACHES caches"] && strays(["ELSE"], ["server.port"]) == [])
        #expect(
            strays(["A_BCDEF"], ["a.bcdef", "aBcdef"]) == []
                && strays(["ABCDEF"], ["a.bcdef", "aBcdef"]) == ["ABCDEF A_BCDEF a.bcdef"])
        #expect(strays(["X"], []) == [] && strays(["AB2"], ["ab1"]) == [])
        let source = EnvironmentPropertySource(["SERVER": "x"])
        #expect(
            source.property(at: "server", as: .object) == nil && source.property(at: "server", as: .any)?.value == "x")
    }

    @Test("Keys that map to one variable are told in order, and so are those that somebody asks for later")
    func ambiguity() throws {
        func keys(_ fault: Fault?) -> [String] {
            "\(fault.map { "\($0)" } ?? "")".split(separator: "\n").filter { $0.hasPrefix("   property ") }
                .map { $0.split(separator: " ").last.map(String.init) ?? "" }
        }
        let all = propertyStore(["a-b": 1, "a": ["b": 2], "aB": 3, "a_b_": 4], environment: ["A_B": "x"])
        #expect(all.faults.count == 1 && keys(all.faults.first) == ["a-b", "a.b", "aB", "a_b_"])
        #expect(propertyStore(["a-b": 1, "a": ["b": 2]]).faults.isEmpty, "nobody has set it")
        let one = propertyStore(environment: ["A_B": "x"])
        try one.claim("A_B", for: "a.b")
        try one.claim("A_B", for: "a.b")
        #expect(try keys(failure { try one.claim("A_B", for: "aB") }) == ["a.b", "aB"])
        #expect(try keys(failure { try one.claim("A_B", for: "a-b") }) == ["a-b", "a.b", "aB"])
        let hidden = try failure { try one.claim("A_B", for: PropertyKey("a_b", shown: "<secret>.b")) }
        #expect(!hidden.headline.contains("A_B") && keys(hidden) == ["<secret>.b", "<secret>", "<secret>", "<secret>"])
        let other = propertyStore(environment: ["C": "x"])
        try other.claim("C", for: PropertyKey("c", shown: "<secret>"))
        try other.claim("C", for: "C")
    }

    @Test("What nobody asked for is told once, beside what was probably meant")
    func unread() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.json", #"{ "properties": { "read": 1, "maske": 2, "prot": 3, "sorx": 4 } }"#)
        let store = PropertyStore(try ContextConfiguration(contentsOf: path, environment: [:]), parent: nil)
        store.note("read", of: nil, isLive: false)
        store.note("port", of: nil, isLive: false)
        store.note("sorp", of: nil, isLive: false)
        store.note("sorq", of: nil, isLive: false)
        store.note(PropertyKey("maske", shown: "<secret>"), of: nil, isLive: false)
        #expect(
            store.unread.map { "\($0.headline)\($0.suggestion.map { " \($0)" } ?? "")" } == [
                "property-unread: nobody reads the property 'prot' port",
                "property-unread: nobody reads the property 'sorx' sorp",
            ])
        let among = store.unread(among: ["read", "maske", "prot", "sorx"])
        #expect(among.map { "\($0.key) \($0.suggestion ?? "-")" } == ["prot port", "sorx sorp"])
        #expect(store.keys == ["maske", "port", "prot", "read", "sorp", "sorq", "sorx"])
        store.note("components.x.y", of: nil, isLive: false)
        store.note("list[2]", of: nil, isLive: false)
        #expect(
            store.keys.filter { $0.hasPrefix("l") } == ["list", "list[2]"] && !store.keys.contains("components.x.y"))
    }

    @Test(
        "Who asked for what is there did not mean another key, whether code, the file or a component's entry gives it")
    func unreadBesideKnown() throws {
        let folder = try TemporaryFolder()
        let facts = DefinitionFacts(
            name: "A", simpleName: "A", type: TypeID(1), writer: TypeWriter("A"), origin: .code("here"))
        func told(
            _ file: String, for component: DefinitionFacts? = nil,
            _ change: (inout ContextConfiguration) -> Void = { _ in }
        ) throws -> [String] {
            let path = try folder.write("a.json", file)
            var configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            change(&configuration)
            let store = PropertyStore(configuration, parent: nil)
            for key in ["port", "sorp", "tiem"] {
                _ = try store.read(Int?.self, at: key, for: component, default: nil)
            }
            return store.unread.map { fault in
                let key = fault.headline.split(separator: " ").last?.split(separator: ".").last ?? ""
                return fault.suggestion.map { "\(key) \($0)" } ?? "\(key)"
            }
        }
        let misspelt = #""prot": 1, "sorx": 2, "time": 3"#
        #expect(try told("{ \"properties\": { \(misspelt) } }") == ["'prot' port", "'sorx' sorp", "'time' tiem"])
        let plain = try told("{ \"properties\": { \(misspelt) } }") {
            $0.overrides = ["port": 4, "sorp": 5, "tiem": 6]
        }
        #expect(plain == ["'prot'", "'sorx'", "'time'"])
        let given = #"\#(misspelt), "port": 4, "sorp": 5, "tiem": 6"#
        #expect(try told("{ \"properties\": { \(given) } }") == ["'prot'", "'sorx'", "'time'"])
        let own = try told("{ \"components\": { \"A\": { \"properties\": { \(given) } } } }", for: facts)
        #expect(own == ["prot'", "sorx'", "time'"])
    }

    @Test("A secret that can't be read as a whole is masked in its explanation, whatever makes it one")
    func brokenSecret() throws {
        let store = propertyStore([
            "db": ["password": "${missing}hush"], "note": "${absent}quiet", "open": "${none}said",
        ])
        store.noteSecret(PropertyKey("note"))
        let said = [("db.password", "hush", true), ("note", "quiet", true), ("open", "said", false)]
        for (key, text, isMasked) in said {
            let told = try #require(store.explanation(of: key)).facts.map { "\($0.label): \($0.text)" }
            #expect(told.contains { $0.hasPrefix("from: ") })
            #expect(told.contains { $0.contains(text) } != isMasked, "\(told)")
        }
    }

    @Test("Variables that are nearly one's are told of the properties that somebody reads first, in order")
    func strayVariables() {
        let store = propertyStore(
            ["zebra": ["port": 1]], environment: ["SERVER_PROT": "x", "zebraport": "x", "COMPONENTS_X_YZ": "x"])
        for end in ["d", "b", "c", "e", "a"] { store.note(PropertyKey("server.prot\(end)"), of: nil, isLive: false) }
        store.note("components.x.yy", of: nil, isLive: false)
        #expect(
            store.strayVariables.map { "\($0.headline) \($0.suggestion ?? "-")" }.map {
                $0.split(separator: " ").last ?? ""
            } == ["SERVER_PROTA", "ZEBRA_PORT"])
    }

    @Test("What a child reads as a secret is one in the context above, and below an object that was read as one")
    func secrets() {
        let parent = propertyStore()
        let child = propertyStore(parent: parent)
        child.noteSecret("db.login")
        for store in [parent, child, parent.derived(hidingReaders: false)] {
            #expect(store.isSecret("db.login") && store.isSecret("db.login.name") && !store.isSecret("db"))
            #expect(!store.isSecret("db.log") && store.isSecret("db.password"))
        }
        #expect(
            propertyStore(secretKeys: ["word"], parent: propertyStore(secretKeys: ["other"])).isSecret("some.other"))
        #expect(!propertyStore(secretKeys: ["word"]).isSecret("some.other"))
    }

    @Test("What a run would read is read beforehand, with the words that a type takes where it lists them")
    func forecast() {
        var configuration = ContextConfiguration(properties: [
            "mode": "fsat", "empty": [:], "null": .null, "some": ["a": 1],
        ])
        #expect(!PropertyForecast(configuration).isExact)
        configuration.environment = [:]
        let forecast = PropertyForecast(configuration)
        #expect(forecast.isExact)
        let facts = DefinitionFacts(
            name: "A.B", simpleName: "B", type: TypeID(1), writer: TypeWriter("A.B"), origin: .code("here"))
        let point = InjectionPointFacts(owner: "B", property: "p", wanted: TypeID(0), shape: .property)
        func fault(_ key: String, isListed: Bool) -> Fault? {
            forecast.fault(
                readingOneOf: ["fast", "slow"], isListed: isListed, typeName: "Mode",
                at: forecast.place(key, for: facts),
                point: point)
        }
        let listed = fault("mode", isListed: true)
        #expect(listed?.suggestion == "fast" && listed?.wanted == "Mode")
        #expect(listed.map { "\($0)".contains("one of: fast, slow") } == true)
        let open = fault("mode", isListed: false)
        #expect(open?.suggestion == nil && open.map { "\($0)".contains("a value that Mode takes") } == true)
        func isMissing(_ key: String) -> Bool {
            forecast.fault(reading: nil, at: forecast.place(key, for: facts), point: point)?.code == .propertyMissing
        }
        #expect(!isMissing("empty") && isMissing("null") && isMissing("nothing") && !isMissing("some"))
    }

    /// Takes an object, or makes do without.
    private struct Undemanding: Decodable, Sendable, Equatable {
        enum Key: CodingKey { case level }

        var level = -1

        init(from decoder: any Decoder) throws {
            guard let members = try? decoder.container(keyedBy: Key.self) else { return }
            level = try members.decode(Int.self, forKey: .level)
        }
    }

    @Test("A value that a type's own decoding tries as an object and makes do without is there all the same")
    func undemanding() throws {
        let store = propertyStore(["object": ["level": 3], "text": "off", "list": [1]])
        func level(_ key: String) throws -> Int? {
            try store.read(Undemanding?.self, at: key, for: nil, default: nil)?.level
        }
        #expect(try level("object") == 3)
        #expect(try level("text") == -1)
        #expect(try level("list") == -1)
        #expect(try level("nothing") == nil)
    }
}
