import Testing

@Suite("What is certain of a choice where something else is open")
struct JudgementTests {
    private static func component(_ name: String, _ traits: String, _ types: String = "P") -> String {
        "final class Main\(name): IOCComponent, \(types) { static var traits: [ComponentTrait] { [\(traits)] } }\n"
    }

    private static let wants = "@Component final class MainZ { @Autowired var p: any P }\n"

    @Test(
        "Several that fit are an error unless one that is open could win over all that are certainly there",
        arguments: [
            (
                component("A", ".fallback, .when(property: \"a\")")
                    + component("B", ".fallback, .when(property: \"b\")"), true
            ),
            (component("A", ".primary") + component("B", ".primary") + component("C", ".when(property: \"c\")"), false),
            (
                component("A", ".fallback") + component("B", ".fallback")
                    + "final class MainC: IOCComponent {}\n#if FLAG\nextension MainC: P {}\n#endif\n", true
            ),
            (
                component("A", ".fallback") + component("B", ".fallback")
                    + component("C", ".fallback, .when(property: \"c\")"), false
            ),
            (
                component("A", ".fallback") + component("B", ".fallback") + component("C", ".when(property: \"c\")")
                    + component("D", ".when(property: \"d\")"), true
            ),
            (component("A", "") + component("B", "") + component("C", ".when(property: \"c\")"), false),
            (component("A", "") + component("B", "") + component("C", ".primary, .when(property: \"c\")"), true),
        ])
    func ambiguities(classes: String, isOpen: Bool) throws {
        let told = try FalseAlarmTests.told("protocol P: Sendable {}\n" + classes + Self.wants)
        #expect(told.count == 1 && told[0].hasSuffix("-ambiguous") && told[0].hasPrefix("note ") == isOpen, "\(told)")
    }

    @Test("Where another one would win without the one that may be out, nothing is wrong")
    func replaced() throws {
        let classes = Self.component("A", ".primary, .when(property: \"a\")") + Self.component("B", "")
        #expect(try FalseAlarmTests.told("protocol P: Sendable {}\n" + classes + Self.wants) == [])
    }

    @Test(
        "Of a class those of exactly that class come first, whether one of a subclass is in or not",
        arguments: [
            ("", ".primary, .when(property: \"c\")", "dependency-ambiguous"), ("", ".primary", "dependency-ambiguous"),
            (".traits(.when(property: \"b\"))", ".primary", "note dependency-ambiguous"),
        ])
    func exactness(second: String, subclass: String, told: String) throws {
        let source = """
            class Dog: @unchecked Sendable {}
            final class MainPuppy: Dog, IOCComponent, @unchecked Sendable {
                static var traits: [ComponentTrait] { [\(subclass)] }
            }
            final class Kit: Assembly {
                let a: Define<Dog> = Define(.singleton) { _ in Dog() }
                let b: Define<Dog> = Define(.singleton) { _ in Dog() }\(second)
            }
            @Component final class MainZ { @Autowired var dog: Dog }
            """
        #expect(try FalseAlarmTests.told(source, #"{ "prefixes": ["Main"], "assemblies": ["Kit"] }"#) == [told])
    }

    @Test("Of a type of a module that is not given two are ambiguous, where nobody else's can be in")
    func foreignTypes() throws {
        let source = """
            import Lib
            final class MainA: IOCComponent, Mailing {}
            final class MainB: IOCComponent, Mailing {}
            @Component final class MainC { @Autowired var m: any Mailing }
            """
        #expect(try FalseAlarmTests.told(source, #"{ "prefixes": ["Shop."] }"#) == ["dependency-ambiguous"])
    }

    @Test("A circle is certain though a member of an assembly may be anything, and where each of its steps has a name")
    func circles() throws {
        let circle = """
            final class MainA: IOCComponent, @unchecked Sendable { @Autowired var b: MainB }
            final class MainB: IOCComponent, @unchecked Sendable { @Autowired var a: MainA }
            final class Kit: Assembly { let helper = define() }
            """
        let forbidding = #"{ "prefixes": ["Main"], "assemblies": ["Kit"], "cycles": "forbid" }"#
        #expect(try FalseAlarmTests.told(circle, forbidding) == ["cycle-forbidden"])
        func named(_ names: [String]) throws -> [String] {
            let classes = zip(["A", "B"], names).map {
                "final class Main\($0): IOCComponent, Mailing, @unchecked Sendable {\n@Autowired\($1) var m: any Mailing }"
            }
            return try FalseAlarmTests.told(
                "import Lib\n" + classes.joined(separator: "\n"),
                #"{ "prefixes": ["Shop."], "cycles": "forbid", "bindings": { "Lib.Mailing": "MainA" } }"#)
        }
        #expect(try named([#"("MainB")"#, #"("MainA")"#]) == ["cycle-forbidden"])
        let unnamed = """
            import Lib
            final class MainA: IOCComponent, Post.Mailing, @unchecked Sendable { @Autowired var b: MainB }
            final class MainB: IOCComponent, @unchecked Sendable { @Autowired var m: any Post.Mailing }
            """
        let binding = #"{ "prefixes": ["Shop."], "cycles": "forbid", "bindings": { "Lib.Post.Mailing": "MainA" } }"#
        #expect(try FalseAlarmTests.told(unnamed, binding) == ["note cycle-forbidden"])
    }

    @Test("What a component that may be out lacks without another that may be out is not told")
    func bothOpen() throws {
        let source = """
            final class MainA: IOCComponent, @unchecked Sendable {
                static var traits: [ComponentTrait] { [.when(property: "a")] }
                @Autowired var b: MainB
            }
            final class MainB: IOCComponent { static var traits: [ComponentTrait] { [.when(property: "b")] } }
            """
        #expect(try FalseAlarmTests.told(source) == [])
        let certain = source.replacing(".when(property: \"a\")", with: ".lazy")
        #expect(try FalseAlarmTests.told(certain) == ["note dependency-missing"])
    }

    @Test("What follows from a binding is left out for that binding's type and component only")
    func consequences() throws {
        let source = """
            protocol P: Sendable {}
            protocol R: Sendable {}
            final class MainA: IOCComponent, P, R {}
            final class MainB: IOCComponent, P {}

            """
        #expect(
            try FalseAlarmTests.told(
                source + Self.wants, #"{ "prefixes": ["Main"], "bindings": { "Shop.Q": "MainZ", "Shop.R": "MainA" } }"#
            ).sorted() == ["binding-type-unknown", "dependency-ambiguous"])
        // Nobody can tell that nobody has the name, so that each is a note of its own.
        #expect(
            try FalseAlarmTests.told(
                "import Lib\n" + source + Self.wants,
                #"{ "prefixes": ["Main", "Lib."], "bindings": { "Shop.P": "smtp" } }"#
            ).sorted() == ["note binding-target-unknown", "note prefix-without-match", "note qualifier-unknown"])
    }

    @Test("Empty names are told as that, and not as one name that several have")
    func blanks() throws {
        let source = "@Component(\"\") final class MainA {}\n@Component(\"\") final class MainB {}\n"
        #expect(try FalseAlarmTests.told(source) == ["name-blank", "name-blank"])
    }
}
