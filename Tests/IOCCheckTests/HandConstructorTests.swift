import Testing

@Suite("Constructors that are written by hand")
struct HandConstructorTests {
    private static let parts = """
        import IOC
        @Component final class AppMapper {}
        final class Absent: Sendable {}
        protocol Making {}
        extension Making { init(other: AppMapper) { self = make(other) } }
        class Base: @unchecked Sendable { init(mapper: AppMapper) {} }

        """

    private static func constructor(_ text: String) -> String {
        "static var constructor: Constructor { Constructor(\(text)) }"
    }

    @Test(
        "Where not all of an initializer can be seen nobody can tell what is passed, and that is no fault",
        arguments: [
            """
            struct AppA: ConstructedComponent { let mapper: AppMapper; \(constructor("AppA.init, \"mapper\"")) }
            extension AppA {
                #if SOME_FLAG
                init(absent: Absent) { mapper = AppMapper() }
                #endif
            }
            """,
            """
            final class AppA: Base, ConstructedComponent, @unchecked Sendable {
                var own: Absent = Absent()
                \(constructor("AppA.init, \"mapper\""))
            }
            """,
            """
            struct AppA: Making, ConstructedComponent {
                let absent: Absent
                \(constructor("AppA.init(other:), \"other\""))
            }
            """,
            """
            struct AppA: Making, ConstructedComponent {
                let absent: Absent
                var note = "x"
                \(constructor("AppA.init, \"other\""))
            }
            """,
            "struct AppA: ConstructedComponent { @Boxed var absent: Absent; \(constructor("AppA.init, \"absent\"")) }",
            """
            struct AppA: ConstructedComponent {
                #if SOME_FLAG
                let absent: Absent
                #endif
                \(constructor("AppA.init, \"absent\""))
            }
            """,
            """
            final class AppA: ConstructedComponent {
                init(absent: Absent) {}
                \(constructor("AppA.init, Parameter(wrapped: \"absent\")"))
            }
            """,
            """
            final class AppA: ConstructedComponent {
                init(absent: Absent) {}
                static var constructor: Constructor { { Constructor(AppA.init, "absent") }() }
            }
            """,
            """
            final class AppA: ConstructedComponent {
                init(absent: Absent) {}
                \(constructor("Elsewhere.init, \"absent\""))
            }
            """,
        ])
    func open(source: String) throws {
        let lines = try told(Self.parts + source)
        #expect(lines.count == 1, "\(lines)")
        #expect(
            lines.allSatisfy { $0.contains("note: what makes AppA is left alone: it is no plain 'Constructor(…)'") })
    }

    @Test("A constructor that a protocol's extension has is not looked for, and that is told")
    func inherited() throws {
        let source = """
            protocol Part: ConstructedComponent { init(absent: Absent) }
            extension Part { \(Self.constructor("Self.init, \"absent\"")) }
            struct AppA: Part { init(absent: Absent) {} }
            """
        let lines = try told(Self.parts + source)
        #expect(lines.count == 1, "\(lines)")
        #expect(lines[0].contains("note: what makes AppA is left alone: its 'constructor' is not in the sources"))
    }

    @Test(
        "Of a structure's own initializer all is known: variables with values are passed, and nothing else that has one"
    )
    func memberwise() throws {
        let source = """
            struct AppA: ConstructedComponent {
                let mapper: AppMapper
                var title: String = ""
                let count: Int = 0
                static var limit: Int = 3
                var size: Int { 1 }
                \(Self.constructor("AppA.init, \"mapper\", Parameter(\"title\", setting: \"a.title\")"))
            }
            """
        let lines = try told(Self.parts + source).filter { $0.contains(": error: ") }
        #expect(lines.count == 1 && lines[0].contains("property-missing: AppA.init(title:)"), "\(lines)")
    }

    @Test("A parameter is looked up by the name that is said, and a set is decoded as one")
    func parameters() throws {
        let source = """
            final class AppA: ConstructedComponent {
                init(mapper: AppMapper) {}
                static var constructor: Constructor {
                    Constructor.init(AppA.init, IOC.Parameter.init("mapper", named: "mappre"))
                }
            }
            @Component final class AppB { @Injected(setting: "tags") let tags: Set<Int> }
            """
        let lines = try told(Self.parts + source, #"{ "prefixes": ["App"], "properties": { "tags": [1, 2] } }"#)
        let errors = lines.filter { $0.contains(": error: ") }
        #expect(errors.count == 1 && errors[0].contains("qualifier-unknown: AppA.init(mapper:)"), "\(lines)")
    }

    @Test(
        "What makes a superclass's instance is told of components that boot makes, and what makes another type of all")
    func lateMismatches() throws {
        let source = """
            final class Else: Sendable { init(mapper: AppMapper) {} }
            struct AppOdd: ConstructedComponent { \(Self.constructor("Else.init, \"mapper\"")) }
            class AppBase: ConstructedComponent, @unchecked Sendable {
                init(mapper: AppMapper) {}
                class var constructor: Constructor { Constructor(AppBase.init, "mapper") }
            }
            final class AppDerived: AppBase, @unchecked Sendable {}
            """
        func mismatches(_ scope: String) throws -> [String] {
            let entries = ["AppOdd", "AppDerived"].map { #""\#($0)": { "scope": "\#(scope)" }"# }.joined(
                separator: ", ")
            let lines = try told(Self.parts + source, #"{ "prefixes": ["App"], "components": { \#(entries) } }"#)
            return lines.filter { $0.contains("constructor-mismatch") }
        }
        let late = try mismatches("prototype")
        #expect(late.count == 1 && late[0].contains("App.AppOdd"), "\(late)")
        #expect(try mismatches("singleton").count == 2)
    }
}
