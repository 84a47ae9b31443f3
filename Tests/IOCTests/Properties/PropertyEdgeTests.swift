import FoundationEssentials
import IOCModel
import Testing

@testable import IOCConfiguration

/// Gives a value for every key.
private struct Generous: PropertySource {
    let name = "generous"

    func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? { SourcedProperty(1, from: name) }
    func members(of key: PropertyKey) -> [String] { [] }
}

/// Knows that what it gives is secret.
private struct Guarding: PropertySource {
    let name = "guarding"

    func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        key == "number" ? SourcedProperty(5, from: "a vault", isSecret: true) : nil
    }
    func members(of key: PropertyKey) -> [String] { [] }
}

/// Wants a member that is not there, and fails in its own words.
private struct Demanding: Decodable, Sendable {
    struct Refusal: Error {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        guard container.contains(AnyCodingKey("level")) else { throw Refusal() }
        let level = try container.decode(Int.self, forKey: AnyCodingKey("level"))
        guard level > 0 else { throw Refusal() }
    }
}

/// Asks for nothing but whether something is there.
private struct Presence: Decodable, Sendable {
    let isThere: Bool
    init(from decoder: any Decoder) throws { isThere = try !decoder.singleValueContainer().decodeNil() }
}

@Suite("Where a property's values begin and end")
struct PropertyEdgeTests {
    private func code(_ body: () throws -> Void) throws -> IOCError.Code {
        try #require(throws: PropertyFailure.self) { try body() }.fault().code
    }

    @Test(
        "A moment is one that the day has, in the form that is written",
        arguments: [
            ("2024-02-29T00:00:00Z", 1_709_164_800), ("2025-12-31T00:00:00Z", 1_767_139_200),
            ("2025-12-31T23:59:59+14:00", 1_767_175_199), ("2025-12-31T23:59:59.25-0030", 1_767_227_399),
            ("2025-12-31T24:00:00Z", nil), ("2025-12-31T25:00:00Z", nil), ("2025-12-31T23:60:00Z", nil),
            ("2025-12-31T23:59:60Z", nil), ("2025-12-31T25:00:00+01:00", nil), ("2025-12-31T2:59:59ZZ", nil),
            ("2025-12-31T23:59:9ZZ", nil), ("2025-12-31T3:059:59Z", nil), ("2025-12-31 23:59:59Z", nil),
            ("2025-12-31t23:59:59Z", nil), ("2025-12-31T23:59:59z", nil), ("2025-12-31T23:59:59.+00:00", nil),
            ("2025-12-31T23:59:59.5x", nil), ("2025-12-31T23:59:59..5Z", nil), ("2025-12-31T23:59:59ZZ", nil),
            ("2025-12-31T23:59:59+00:00Z", nil), ("2025-12-31T23:59:59.٢Z", nil), ("2025-12-31T٢3:59:59Z", nil),
            ("2025-13-01", nil), ("2025-00-10", nil), ("2025-12-00", nil), ("2025-1-311", nil), ("2025-12-3", nil),
            ("2025-12-311", nil), ("2025-12-31Z", nil),
        ] as [(String, Int?)])
    func moments(text: String, seconds: Int?) {
        #expect(Date.convert(.string(text)).map { Int($0.timeIntervalSince1970) } == seconds)
    }

    @Test(
        "A placeholder in the place of a key is told with the key that was meant, and the default",
        arguments: [
            ("${a.b}", "write @Value(\"a.b\")"),
            ("${a:1}", "write @Value(\"a\"), with the default behind the property: = 1"),
            ("${a:}", "write @Value(\"a\"), with the default behind the property: = "),
            ("${a:b:c}", "write @Value(\"a\"), with the default behind the property: = b:c"),
            ("${a", nil), ("a}", nil), ("$a}", nil), ("a.b", nil),
        ] as [(String, String?)])
    func placeholderKeys(key: String, fix: String?) {
        let told = PlaceholderKey(PropertyKey(key)).map { "\(Fault($0.kind))" }
        #expect(told?.contains(fix ?? "") == (fix == nil ? nil : true), "\(told ?? "")")
        #expect(PlaceholderKey(PropertyKey(key, shown: "<secret>")) == nil)
        #expect(((try? propertyStore().whole(key)) == nil) == (fix != nil))
    }

    @Test(
        "A property has its expected value, or any that is not off; an empty text is none",
        arguments: [
            (nil, nil, "the property k is not set"), (nil, "x", "the property k is not \"x\": it is not set"),
            ("", nil, "the property k is empty (here)"), ("", "x", "the property k is not \"x\": it is empty (here)"),
            ("", "", "the property k is not \"\": it is empty (here)"), ("x", "x", nil), ("x", nil, nil), (0, nil, nil),
            ("Off", nil, "the property k is off: it is \"Off\" (here)"),
            (false, nil, "the property k is off: it is false (here)"), (false, false, nil),
            ("y", "x", "the property k is not \"x\": it is \"y\" (here)"), ([:], nil, nil),
        ] as [(PropertyValue?, PropertyValue?, String?)])
    func conditions(value: PropertyValue?, expected: PropertyValue?, reason: String?) {
        let found = ConditionRule.Found(value: value, isSecret: false, origin: "here")
        #expect(ConditionRule(key: "k", expected: expected).reason(against: found) == reason)
    }

    @Test(
        "A live value alone reads a key where it reads that, an object that it belongs to or a member of it",
        arguments: [
            ("a.b", nil, true), ("a", nil, true), ("a.b.c", nil, true), ("a.b[0]", nil, true), ("a.bc", nil, false),
            ("a.", nil, false), ("b", nil, false), ("a.c", nil, false), ("a.b", "a.b", false), ("a.b", "a", false),
            ("a", "a.c", false), ("a.b", "a.c", true), ("a.b", "a.b.x", false), ("a.b", "a.bc", true),
        ] as [(String, String?, Bool)])
    func liveAlone(key: String, fixed: String?, isAlone: Bool) {
        for (isLiveMasked, isFixedMasked, isOwn) in [
            (false, false, false), (true, false, true), (false, true, true), (true, true, false), (false, false, true),
        ] {
            let origin = PropertyLedger()
            let ledger = PropertyLedger(derivedFrom: origin)
            (isOwn ? ledger : origin).note("a.b", isMasked: isLiveMasked, isLive: true)
            if let fixed { (isOwn ? origin : ledger).note(fixed, isMasked: isFixedMasked, isLive: false) }
            #expect(ledger.isReadLiveAlone(key) == isAlone)
        }
    }

    @Test(
        "An argument is a property where two dashes and a key stand before an equals sign",
        arguments: [
            ("--a=1", "a"), ("--a.b=", "a.b"), ("--a=b:c d", "a"), ("--=1", ""), ("--a==", "a"), ("-a=1", nil),
            ("a=1", nil), ("--a", nil), ("--a:b=1", nil), ("--a b=1", nil), ("--a\tb=1", nil), ("--a =1", nil),
        ] as [(String, String?)])
    func arguments(argument: String, key: String?) {
        #expect(PropertyKey.text(ofArgument: argument) == key)
    }

    @Test("A property takes ten thousand placeholders, and no more")
    func placeholders() throws {
        func length(_ count: Int) throws -> Int {
            let text = String(repeating: "${x}", count: count)
            let store = propertyStore { $0.overrides = ["x": "y", "text": .string(text)] }
            return try store.read(String.self, at: "text", for: nil, default: nil).count
        }
        #expect(try length(PlaceholderExpansion.placeholderLimit) == 10_000)
        #expect(try code { _ = try length(PlaceholderExpansion.placeholderLimit + 1) } == .placeholderMalformed)
    }

    @Test("A key that is too long is asked of no source, not even to explain it")
    func longKey() throws {
        let store = propertyStore { $0.propertySources = [Generous()] }
        let key = String(repeating: "k", count: PropertyKey.lengthLimit)
        #expect(store.explanation(of: key) != nil && store.explanation(of: key + "k") == nil)
        #expect(try code { _ = try store.whole(key + "k") } == .propertyKeyTooLong)
    }

    @Test("All values of a property are masked where one of its sources says that its own is secret")
    func hiddenSecret() throws {
        let store = propertyStore(["number": 7, "other": 8]) { $0.propertySources = [Guarding()] }
        let told = try #require(store.explanation(of: "number")).facts.map { "\($0.label) \($0.text)" }
        #expect(
            told == [
                "is <secret>", "from ContextConfiguration.properties.number in code: <secret>",
                "hides a vault: <secret>",
            ])
        #expect(try #require(store.explanation(of: "other")).facts.map(\.text).contains("8"))
        #expect(store.explanation(of: "none") == nil)
        let object = try #require(propertyStore(["server": ["port": 1]]).explanation(of: "server")).facts
        #expect(
            object.map(\.label) == ["is", "from"] && object.first?.text == "an object that its sources make up together"
        )
        let holding = propertyStore(["note": "${db.password}!", "db": ["password": "hush"]])
        let note = try #require(holding.explanation(of: "note")).facts.map { "\($0.label) \($0.text)" }
        #expect(note == ["is <secret>", "from ContextConfiguration.properties.note in code: <secret>"])
    }

    @Test("A type that only asks whether something is there is one where something is")
    func presence() throws {
        func isThere(_ key: String) throws -> Bool? {
            let store = propertyStore(["text": "x", "object": ["a": 1], "null": .null])
            return try store.read(Presence?.self, at: key, for: nil, default: nil)?.isThere
        }
        #expect(try isThere("text") == true && isThere("object") == true)
        #expect(try isThere("null") == nil && isThere("none") == nil)
    }

    @Test("A property that is missing is told with the variables that nearly are its own")
    func nearVariables() throws {
        let variables = ["SERVER_PROT": "1", "SERVER_PORTS": "2", "OTHER": "3"]
        let store = propertyStore(["server": ["ports": 4]], environment: variables)
        let fault = try #require(throws: PropertyFailure.self) {
            try store.read(Int.self, at: "server.port", for: nil, default: nil)
        }.fault()
        #expect(fault.nearMisses.map(\.name) == ["SERVER_PROT"] && fault.suggestion == "server.ports")
    }

    @Test("A key that no variable stands for is told without one")
    func withoutVariable() throws {
        let store = propertyStore([:], environment: ["_": "1"])
        let fault = try #require(throws: PropertyFailure.self) {
            try store.read(Int.self, at: "", for: nil, default: nil)
        }.fault()
        #expect(fault.nearMisses.isEmpty && !fault.remedy.contains("environment"))
        #expect(store.strayVariables.isEmpty)
    }

    @Test("A type that fails in its own words where nothing was found is missing, and where something was, refused")
    func ownWords() throws {
        func read(_ properties: PropertyValue, _ environment: [String: String] = [:]) throws -> Demanding? {
            try propertyStore(properties, environment: environment).read(
                Demanding?.self, at: "d", for: nil, default: nil)
        }
        func failure(_ properties: PropertyValue, _ environment: [String: String] = [:]) throws -> IOCError.Code {
            try code {
                let store = propertyStore(properties, environment: environment)
                _ = try store.read(Demanding.self, at: "d", for: nil, default: nil)
            }
        }
        #expect(try read([:]) == nil && failure([:]) == .propertyMissing)
        #expect(try read(["d": ["level": 1]]) != nil && read([:], ["D_LEVEL": "1"]) != nil)
        #expect(try failure(["d": ["level": 0]]) == .propertyConversion)
        #expect(try failure(["d": [:]]) == .propertyConversion)
        #expect(try failure([:], ["D_LEVEL": "0"]) == .propertyConversion)
        #expect(try code { _ = try read([:], ["D_LEVEL": "0"]) } == .propertyConversion)
    }

    @Test("What a type would read is read beforehand: nothing is a fault, except where that is a value")
    func forecast() {
        var configuration = ContextConfiguration(properties: ["one": 1, "text": "x", "deep": ["token": "hush"]])
        configuration.environment = [:]
        let forecast = PropertyForecast(configuration)
        let facts = DefinitionFacts(
            name: "A", simpleName: "A", type: TypeID(1), writer: TypeWriter("A"), origin: .code("here"))
        let point = InjectionPointFacts(owner: "A", property: "p", wanted: TypeID(0), shape: .property)
        func code(_ type: any (Decodable & Sendable).Type, _ key: String) -> IOCError.Code? {
            forecast.fault(reading: type, at: forecast.place(key, for: facts), point: point)?.code
        }
        #expect(code(Int.self, "one") == nil && code(Int?.self, "one") == nil && code(Int?.self, "none") == nil)
        #expect(code(Int.self, "none") == .propertyMissing)
        #expect(code(Int.self, "text") == .propertyConversion && code(Int?.self, "text") == .propertyConversion)
        func isRefused(_ values: [String], _ key: String) -> Bool {
            let place = forecast.place(key, for: facts)
            return forecast.fault(readingOneOf: values, isListed: true, typeName: "Mode", at: place, point: point)
                != nil
        }
        #expect(!isRefused(["x"], "text") && !isRefused(["y", "x"], "text") && isRefused(["y"], "text"))
        #expect(isRefused(["x"], "none") && isRefused([], "text"))
        let place = forecast.place("text", for: facts)
        func told(_ place: PropertyForecast.Place) -> String {
            forecast.fault(reading: Int.self, at: place, point: point).map { "\($0)" } ?? ""
        }
        #expect(told(place).contains("\"x\"") && !forecast.store.isSecret("text"))
        let secret = place.secret
        #expect(told(secret).contains("<secret>") && !told(secret).contains("\"x\""))
        #expect(forecast.store.isSecret("text"))
    }
}
