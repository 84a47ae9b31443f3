import Testing

@Suite("What of properties is open, and what is certain all the same")
struct PropertyReadingTests {
    @Test(
        "Where something reads keys that only a run knows, what nobody reads is no error in strict mode either",
        arguments: [
            ("final class AppA: IOCComponent {}", "", false),
            ("final class Absent: Sendable {}\n@Component final class AppA { init(absent: Absent...) {} }", "", true),
            (
                "final class AppA: ConstructedComponent { static var constructor: Constructor { made() } }", "", true
            ),
            ("@Component final class AppA { @Injected(setting: Names.key) let limit: Int }", "", true),
            ("final class AppA: IOCComponent, @unchecked Sendable { @Value(Names.key) var limit = 1 }", "", true),
            (
                "final class AppA: IOCComponent, @unchecked Sendable {\n#if FLAG\n@Value(\"b\") var b = 1\n#endif\n}",
                "",
                true
            ),
            (
                "final class AppA: IOCComponent { static var traits: [ComponentTrait] { [.when(property: \"b\")] } }",
                "",
                true
            ),
            ("final class AppA: IOCComponent, DefinitionPostProcessor {}", "", true),
            ("final class AppA: IOCComponent {}", "let helper = define()", true),
            ("final class AppA: IOCComponent {}", "let odd = Definition { (kit: Kit) in make(kit) }", true),
            ("final class AppA: IOCComponent {}", "let even: Define<Int> = .value(1)", false),
        ] as [(String, String, Bool)])
    func unread(source: String, member: String, isOpen: Bool) throws {
        let lines = try told(
            "import IOC\n\(source)\nfinal class Kit: Assembly { \(member) }",
            #"{ "prefixes": ["App"], "assemblies": ["Kit"], "strict": true, "properties": { "unread": 1 } }"#)
        let unread = lines.filter { $0.contains(" property-unread: ") }
        #expect(unread.count == 1 && unread[0].contains(isOpen ? ": warning: " : ": error: "), "\(lines)")
        #expect(lines.filter { $0.contains(": error: ") }.count == (isOpen ? 0 : 1), "\(lines)")
    }

    private static let types = """
        import IOC
        struct Two: Decodable, Sendable { var a: Int; var b: Int }
        enum Mode: String, Decodable, Sendable { case fast }

        """

    @Test(
        "A member that a variable gives is there, and with it what it is a member of",
        arguments: [
            ("Two?", [], nil), ("Two?", ["V_A=1"], "property-missing: AppA.v needs the property 'v.b'"),
            ("Two?", ["V_A=1", "V_B=2"], nil), ("Two", [], "property-missing: AppA.v needs the property 'v.a'"),
            ("Two", ["V_B=2"], "property-missing: AppA.v needs the property 'v.a'"),
            ("[String: Mode]", [], "property-missing: AppA.v needs the property 'v'"), ("[String: Mode]?", [], nil),
            ("[String: Int]", [], "property-missing: AppA.v needs the property 'v'"), ("[Int]?", ["V=1,2"], nil),
            ("[Int]", ["V=1,2"], nil), ("Int", ["V=1"], nil), ("Int?", ["V="], "property-conversion: AppA.v needs Int"),
        ] as [(String, [String], String?)])
    func variables(type: String, variables: [String], fault: String?) throws {
        let lines = try told(
            Self.types + "@Component final class AppA { @Value(\"v\") var v: \(type) }",
            by: ["check", "--strict"] + variables.flatMap { ["--environment", $0] })
        let errors = lines.filter { $0.contains(": error: ") }
        #expect(errors.count == (fault == nil ? 0 : 1), "\(lines)")
        #expect(errors.allSatisfy { $0.contains(fault ?? "-") }, "\(lines)")
    }

    @Test("A profile that nothing mentions is no warning where traits that nobody has read may mention it")
    func profiles() throws {
        func warnings(_ traits: String) throws -> Int {
            try told(
                "final class AppA: IOCComponent { static var traits: [ComponentTrait] { \(traits) } }",
                #"{ "prefixes": ["App"], "profiles": ["prodction"] }"#
            ).count { $0.contains("profile-unknown") }
        }
        #expect(try warnings("[.lazy]") == 1 && warnings("made()") == 0)
    }

    @Test("A processor of definitions may ask for nothing, neither a component nor a value")
    func processors() throws {
        func errors(_ body: String) throws -> [String] {
            try told(
                "final class AppA: IOCComponent, DefinitionPostProcessor, @unchecked Sendable { \(body) }\n"
                    + "final class AppB: IOCComponent {}"
            ).filter { $0.contains(": error: ") }
        }
        #expect(try errors("") == [])
        for body in ["@Autowired var b: AppB", "@Value(\"a\") var a = 1"] {
            let told = try errors(body)
            #expect(told.count == 1 && told[0].contains("processor-needs-injection"), "\(told)")
        }
    }

    @Test("A value whose type is worked out may be anything, and a secret one that no option is for is not shown")
    func unwritten() throws {
        let source = "@Component final class AppA { @Value(\"v\") var v = made() }\n"
        for value in ["1", "{ \"a\": [true] }"] {
            let configuration = #"{ "prefixes": ["App"], "strict": true, "properties": { "v": \#(value) } }"#
            #expect(try told(source, configuration) == [])
        }
        let kit = "final class Kit: Assembly { let a: Define<Int> = .option(\"password\", .when(\"x\") { _ in 1 }) }"
        let lines = try told(kit, #"{ "assemblies": ["Kit"], "properties": { "password": "hunter2" } }"#)
        #expect(lines.contains { $0.contains("option-without-match") && $0.contains("<secret>") }, "\(lines)")
        #expect(lines.allSatisfy { !$0.contains("hunter2") })
        let named = """
            final class Kit: Assembly {
                let word: Define<String> = .value("x")
                let number: Define<Int> = .value(1)
                let z: Define<Int> = .option("choice", .when("x") { _ in 1 })
            }
            """
        let wrong = try told(named, #"{ "assemblies": ["Kit"], "properties": { "choice": "word" } }"#)
        #expect(wrong.first?.hasPrefix("App.swift:4:9: error: qualifier-wrong-type: ") == true, "\(wrong)")
    }
}
