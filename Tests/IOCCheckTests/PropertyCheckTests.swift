import IOC
import IOCCheck
import IOCModel
import IOCSource
import TestSupport
import Testing

@Suite("Properties in source")
struct PropertyCheckTests {
    private func checked(
        _ source: String, _ properties: PropertyValue = [:], _ change: (inout ContextConfiguration) -> Void = { _ in }
    ) throws -> CheckResult {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\n" + source)
        var configuration = ContextConfiguration(prefixes: ["Main"], properties: properties)
        configuration.environment = [:]
        change(&configuration)
        return try check([("Shop", scratch.path + "/Sources/Shop")]).run(configuration, profiles: [])
    }

    private func main(_ properties: String) -> String {
        "final class Main: IOCComponent, @unchecked Sendable { \(properties) }"
    }

    @Test(
        "A value must be there and convert, unless there is a default or nil will do",
        arguments: [
            ("@Value(\"a.b\") var x: Int", "property-missing"),
            ("@Value(\"a.b\") var x: Int?", nil),
            ("@Value(\"a.b\") var x = 8080", nil),
            ("@Value(wrappedValue: 3, \"a.b\") var x: Int", nil),
            ("@Value(\"${text}\") var x = 8080", "placeholder-malformed"),
            ("@Value(\"${a.b:80}\") var x: Int", "placeholder-malformed"),
            ("@Value(\"text\") var x = 8080", "property-conversion"),
            ("@Value(\"text\") var x: Bool?", "property-conversion"),
            ("@Value(\"a.b\", live: true) var x: Int", "property-missing"),
            ("@Value(\"text\", live: true) var x = 8080", "property-conversion"),
            ("@Value(\"text\", live: true) var x: String", nil),
            ("@Value(\"text\") var x: Duration", "property-conversion"),
            ("@Value(\"text\") var x: Secret<String>", nil),
            ("@Value(\"text\") var x: [String]", nil),
            ("@Value(\"list\") var x: [Int]", nil),
            ("@Value(\"object\") var x: [String: Int]", nil),
            ("@Value(\"object\") var x: Settings", nil),
            ("@Value(\"objekt\") var x: Settings", "property-missing"),
            ("@Value(\"number\") var x: String", "property-conversion"),
            ("@IOC.Value(\"number\") var x: Swift.UInt8", "property-conversion"),
            ("@Value(\"open\") var x: String", "placeholder-unresolved"),
            ("@Value(\"egg\") var x: String", "placeholder-cycle"),
            ("@Value(\"broken\") var x: String", "placeholder-malformed"),
            ("@Value(\"object.level\") var x: Int", nil), ("@Value(\"a.b\") var x: Elsewhere", "property-missing"),
            ("@Value(\"open\") var x: Elsewhere", "placeholder-unresolved"),
            ("@Value(\"text\") var x: Elsewhere", nil), ("@Value(\"open\") var x = 8080", "placeholder-unresolved"),
        ] as [(String, String?)])
    func values(property: String, code: String?) throws {
        let result = try checked(
            "struct Settings: Decodable, Sendable { var level: Int }\n" + main(property),
            [
                "text": "some words", "number": 300, "list": [1, 2], "object": ["level": 3], "open": "${nobody}",
                "egg": "${hen}", "hen": "${egg}", "broken": "${",
            ])
        #expect(result.faults.map(\.code.rawValue) == [code].compactMap { $0 })
    }

    @Test("Each value of each component is judged, and each choice that a value makes")
    func everyOne() throws {
        let result = try checked(
            """
            final class Main: IOCComponent, @unchecked Sendable { @Value("a") var a: Int; @Value("b") var b: Int }
            final class MainOther: IOCComponent, @unchecked Sendable { @Value("c") var c: Int; @Value("d") var d: Int }
            final class Kit: Assembly {
                let one: Definition<Kit, [Int]> = .option("left", .when("x") { _ in [1] })
                let two: Definition<Kit, [Bool]> = .option("right", .when("x") { _ in [true] })
            }
            """, ["left": "y", "right": "z"]
        ) { $0.assemblies = ["Kit"] }
        let told = result.faults.map(\.description)
        for key in ["a", "b", "c", "d"] {
            #expect(told.count { $0.hasPrefix("property-missing") && $0.contains("'\(key)'") } == 1, "\(key): \(told)")
        }
        for key in ["left", "right"] {
            #expect(told.count { $0.hasPrefix("option-without-match") && $0.contains(key) } == 1, "\(key): \(told)")
        }
        #expect(told.count == 6)
    }

    @Test(
        "A secret of the project's own types that does not convert is not shown, and neither is a part of one",
        arguments: [
            ("Secret<Mode>", "hunter2"), ("Secret<Mode?>?", "hunter2"), ("Secret<Set<Mode>>", ["fast", "hunter2"]),
            ("Secret<Settings>", ["level": "hunter2"]), ("[String: Secret<Settings>]", ["a": ["level": "hunter2"]]),
        ] as [(String, PropertyValue)])
    func secrets(type: String, value: PropertyValue) throws {
        let types = """
            enum Mode: String, Decodable, CaseIterable, Sendable { case fast, slow }
            struct Settings: Decodable, Sendable { var level: Int }

            """
        let result = try checked(types + main("@Value(\"text\") var x: \(type)"), ["text": value])
        #expect(result.faults.map(\.code.rawValue) == ["property-conversion"])
        let told = result.faults.map(\.description).joined()
        #expect(told.contains("is <secret>") && !told.contains("hunter2"), "\(told)")
    }

    @Test("What the environment gives counts where it is said")
    func environment() throws {
        let source = main("@Value(\"server.port\") var port: Int")
        let given = try checked(source) { $0.environment = ["SERVER_PORT": "80"] }
        #expect(given.errors.isEmpty)
        let wrong = try checked(source) { $0.environment = ["SERVER_PORT": "eighty"] }
        #expect(wrong.faults.map(\.code.rawValue) == ["property-conversion"])
        let open = try checked(source) { $0.environment = nil }
        #expect(open.errors.map(\.message).first?.hasPrefix("property-missing: Main.port needs") == true)
        let promised = try checked(source, ["server": ["port": "${SERVER_PORT}"]]) { $0.environment = nil }
        #expect(promised.errors.isEmpty)
        #expect(promised.warnings.map(\.message).first?.hasPrefix("placeholder-unresolved: ") == true)
    }

    @Test("Values of a component's own entry are its own, and inherited properties count")
    func entries() throws {
        let source = """
            class Base<Item: Decodable & Sendable>: IOCComponent, @unchecked Sendable {
                @Value("size") var size: Item
                required init() {}
            }
            final class Main: Base<Int>, @unchecked Sendable {}
            final class MainOther: Base<String>, @unchecked Sendable {}
            """
        let result = try checked(source) {
            $0.components = ["Shop.Main": .init(properties: ["size": 1]), "MainOther": .init(properties: ["size": 2])]
        }
        #expect(result.faults.map(\.code.rawValue) == ["property-conversion"])
        #expect(result.errors.first?.message.hasPrefix("property-conversion: Base.size needs String, and") == true)
    }

    @Test(
        "What stands behind a value that is wrong is no property that nobody reads",
        arguments: [
            "Settings", "[String: Int]", "[String: [Int]]", "[String: Limits]", "Optional<Settings>", "Settings?",
        ])
    func behindAFault(type: String) throws {
        let source = """
            struct Limits: Decodable, Sendable { var low: Int; var high: Int }
            struct Settings: Decodable, Sendable { var a: Int; var b: Int; var list: [Limits]; var z: Limits }

            """
        let told = try self.told(
            source + main("@Value(\"settings\") var x: \(type)"),
            """
            "settings": {
              "a": "wrong", "b": 2, "list": [{ "low": 1, "high": 2 }, { "low": 3, "high": 4 }],
              "z": { "low": 1, "high": 2 }
            },
            "other": 1
            """)
        #expect(told == ["property-conversion", "nobody reads the property 'other'"])
    }

    @Test("Of a list all elements are read, though the first one is wrong")
    func behindAnElement() throws {
        let source = "struct Limits: Decodable, Sendable { var low: Int; var high: Int }\n"
        let told = try self.told(
            source + main("@Value(\"limits\") var x: [Limits]"),
            """
            "limits": [{ "low": "wrong", "high": 2 }, { "low": 3, "high": 4 }, { "low": 5, "high": 6 }],
            "other": 1
            """)
        #expect(told == ["property-conversion", "nobody reads the property 'other'"])
    }

    /// The codes of the errors, and what nobody reads, of a file's properties.
    private func told(_ source: String, _ properties: String) throws -> [String] {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\n" + source)
        let file = try scratch.write("shop.json", "{ \"prefixes\": [\"Main\"], \"properties\": { \(properties) } }")
        let configuration = try ContextConfiguration(contentsOf: file, environment: [:])
        let result = try check([("Shop", scratch.path + "/Sources/Shop")]).run(configuration, profiles: [])
        return result.faults.map(\.code.rawValue)
            + result.warnings.map { $0.message.replacing("property-unread: ", with: "") }
    }

    @Test("A member that is misspelt is told as what nobody reads, beside the one that is missing")
    func misspeltMember() throws {
        let source = "struct Limits: Decodable, Sendable { var low: Int; var high: Int }\n"
        let told = try self.told(
            source + main("@Value(\"limits\") var x: Limits"), #""limits": { "lwo": 1, "high": 2 }"#)
        #expect(told == ["property-missing", "nobody reads the property 'limits.lwo'; did you mean 'limits.low'?"])
    }

    @Test("A converter of the program may convert what the container does not")
    func converters() throws {
        let source =
            main("@Value(\"color\") var color: Int") + """

                final class MainConverter: IOCComponent, PropertyConverter {}
                """
        #expect(try checked(source, ["color": "red"]).errors.isEmpty)
    }

    @Test("Conditions are decided where the environment is said, and tried both ways where it is not")
    func conditions() throws {
        let source = """
            final class Main: IOCComponent, @unchecked Sendable { @Autowired var cache: MainCache }
            final class MainCache: IOCComponent {
                static var traits: [ComponentTrait] { [.when(property: "cache.kind", equals: "memory")] }
            }
            """
        #expect(try checked(source, ["cache": ["kind": "memory"]]).faults.isEmpty)
        let out = try checked(source, ["cache": ["kind": "disk"]])
        #expect(out.faults.map(\.code.rawValue) == ["dependency-missing"])
        #expect(
            out.faults[0].nearMisses.map(\.reason) == [
                #"the property cache.kind is not "memory": it is "disk" (ContextConfiguration.properties.cache.kind in code)"#
            ])
        let open = try checked(source, ["cache": ["kind": "disk"]]) { $0.environment = nil }
        #expect(open.faults.isEmpty)
        #expect(open.notes.contains { $0.message.contains("Shop.MainCache hangs on the property cache.kind") })
    }

    @Test(
        "A stand-in gives way to what a parent context has, unless it asks for its own context alone",
        arguments: [true, false])
    func standIns(isOpen: Bool) throws {
        let scratch = try Scratch()
        let given = "final class BaseA: IOCComponent, P {}\n"
        try scratch.write(
            "Sources/Shop/Shop.swift",
            """
            import IOC
            protocol P: Sendable {}
            \(isOpen ? "#if FLAG\n\(given)#endif" : given)
            final class Middle: IOCComponent {}
            final class StandIn: IOCComponent, P { static var traits: [ComponentTrait] { [.whenMissing((any P).self)] } }
            final class StandHere: IOCComponent, P {
                static var traits: [ComponentTrait] { [.whenMissing((any P).self, ancestors: false)] }
            }
            final class StandByName: IOCComponent, P {}
            """)
        let check = try check([("Shop", scratch.path + "/Sources/Shop")])
        func run(_ prefix: String, below parent: CheckResult?) -> CheckResult {
            var configuration = ContextConfiguration(prefixes: [prefix])
            if prefix == "StandByName" {
                configuration.components = [
                    "named": .init(className: "Shop.StandByName", whenMissing: "P")
                ]
            }
            return check.run(configuration, profiles: [], parent: parent)
        }
        let base = run("Base", below: nil)
        for parent in [base, run("Middle", below: base)] {
            func names(_ prefix: String) -> [String] { run(prefix, below: parent).definitions.map(\.name) }
            #expect(names("StandHere") == ["Shop.StandHere"])
            #expect(names("StandIn") == (isOpen ? ["Shop.StandIn"] : []))
            #expect(names("StandByName") == (isOpen ? ["named"] : []))
        }
    }

    @Test("A property that only a condition asks for is read, where the environment is not said too")
    func conditionReads() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/Shop/Shop.swift",
            """
            import IOC
            final class Main: IOCComponent {}
            final class MainCache: IOCComponent {
                static var traits: [ComponentTrait] { [.profile("x"), .when(property: "kind"), .when(property: "size", equals: 1)] }
            }
            """)
        let file = try scratch.write(
            "c.json",
            #"{ "prefixes": ["Main"], "strict": true, "properties": { "kind": "${name}", "name": "no", "size": 2 } }"#)
        var configuration = try ContextConfiguration(contentsOf: file, environment: [:])
        for environment in [nil, [:]] as [[String: String]?] {
            configuration.environment = environment
            for profiles in [nil, ["x"], []] as [Set<String>?] {
                let result = try check([("Shop", scratch.path + "/Sources/Shop")])
                    .run(configuration, profiles: profiles)
                #expect((result.warnings + result.errors).isEmpty)
            }
        }
    }

    @Test("A key that only the compiler knows is left alone, and then nothing is called unread")
    func computedKeys() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/Shop/Shop.swift",
            "import IOC\nfinal class Main: IOCComponent, @unchecked Sendable { @Value(Keys.port) var port: Int }")
        let file = try scratch.write("c.json", #"{ "prefixes": ["Main"], "strict": true, "properties": { "a": 1 } }"#)
        let configuration = try ContextConfiguration(contentsOf: file, environment: [:])
        let result = try check([("Shop", scratch.path + "/Sources/Shop")]).run(configuration, profiles: [])
        #expect(result.errors.isEmpty)
        #expect(result.warnings.map(\.message) == ["property-unread: nobody reads the property 'a'"])
        #expect(result.notes.map(\.message) == ["Main.port is left alone: its key is no plain string"])
    }

    @Test("Notes of all kinds stand in the order of the source")
    func notesInOrder() throws {
        let source = """
            final class Main: IOCComponent, @unchecked Sendable {
                @Value(Keys.port) var port: Int
            }
            final class MainCache: IOCComponent {
                static var traits: [ComponentTrait] { [.when(property: "cache.kind")] }
            }
            """
        let notes = try checked(source, [:]) { $0.environment = nil }.notes
        #expect(notes.count == 2)
        #expect(notes.first?.message.hasPrefix("Main.port is left alone") == true)
        #expect(notes.last?.message.hasPrefix("Shop.MainCache hangs on") == true)
    }

    @Test("A variable that nearly is one of a property is a warning, unless something reads more than can be told")
    func strayVariables() throws {
        let source = main("@Value(\"server.port\") var port = 80")
        let stray = try checked(source) { $0.environment = ["SERVER_PROT": "81"] }
        #expect(
            stray.warnings.map(\.message) == [
                "variable-unread: the environment variable SERVER_PROT is set, and no property maps to it; "
                    + "did you mean 'SERVER_PORT'?"
            ])
        let more = try checked(
            source + "\nfinal class MainMore: IOCComponent, @unchecked Sendable { @Value(key) var x = 1 }"
        ) {
            $0.environment = ["SERVER_PROT": "81"]
        }
        #expect(more.warnings.isEmpty)
        // They are told beside what nobody reads, each of both.
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\n" + source)
        let file = try scratch.write("shop.json", #"{ "prefixes": ["Main"], "properties": { "one": 1, "two": 2 } }"#)
        var configuration = try ContextConfiguration(contentsOf: file, environment: [:])
        configuration.environment = ["SERVER_PROT": "81", "SERVER_PORTS": "82"]
        let both = try check([("Shop", scratch.path + "/Sources/Shop")]).run(configuration, profiles: [])
        #expect(
            both.warnings.compactMap(\.code).sorted()
                == ["property-unread", "property-unread", "variable-unread", "variable-unread"])
    }

    @Test("A profile that nothing mentions is a warning, strict or not, as the program's code may mention it")
    func profiles() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/Shop/Shop.swift",
            """
            import IOC
            final class Main: IOCComponent { static var traits: [ComponentTrait] { [.profile("production")] } }
            final class MainOther: IOCComponent {}
            """)
        let check = try check([("Shop", scratch.path + "/Sources/Shop")])
        for strict in [false, true] {
            let file = try scratch.write(
                "c.json", #"{"prefixes": ["Main"], "profiles": ["prodction"], "strict": \#(strict)}"#)
            let result = check.run(
                try ContextConfiguration(contentsOf: file, environment: [:]), profiles: ["prodction"])
            #expect(result.errors.isEmpty)
            #expect(
                result.warnings.map(\.message) == [
                    "profile-unknown: no component, entry or file asks for the profile 'prodction'; did you mean 'production'?"
                ])
            #expect(result.warnings.first?.location?.line == 1)
            let right = check.run(
                ContextConfiguration(prefixes: ["Main"], profiles: ["production"]), profiles: ["production"])
            #expect(right.warnings.isEmpty)
        }
        let doubtful = try Scratch()
        try doubtful.write("Sources/Shop/Shop.swift", "import IOC\nimport Elsewhere\nfinal class Main: IOCComponent {}")
        let open = try IOCCheckTests.check([("Shop", doubtful.path + "/Sources/Shop")])
            .run(ContextConfiguration(prefixes: ["Main"], profiles: ["prodction"]), profiles: ["prodction"])
        #expect(open.warnings.isEmpty)
    }
}
