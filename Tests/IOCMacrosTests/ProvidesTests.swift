import Testing

@Suite("Functions with @Provides")
struct ProvidesTests {
    private func expand(
        _ declaration: String, annotation: String = "@Provides", around: [String] = []
    ) throws -> (source: String, messages: [String], places: [String]) {
        let annotated = Annotated(declaration: declaration, annotation: annotation, around: around)
        let expansion = try annotated.expand("peer", macro: "Provides")
        return (expansion.source, expansion.diagnostics.map(\.message), expansion.diagnostics.map(annotated.place))
    }

    // MARK: What is written

    @Test("A function gets a class beside it that calls the function with what its parameters ask for")
    func source() throws {
        let declaration = """
            static func client(
                logger: Logger,
                @Named(setting: "database.host") host: String = "localhost"
            ) throws -> PostgresClient { PostgresClient() }
            """
        let expansion = try expand(declaration, annotation: "@Provides(\"main\", .primary)", around: ["enum Server {}"])
        #expect(expansion.messages == [])
        #expect(
            expansion.source == """
                private nonisolated final class client__provided: IOC.ConstructedComponent {  // If this fails, another \
                function of the name has @Provides: rename one of the two.
                nonisolated static var traits: [IOC.ComponentTrait] { [.named("main"), .primary] }
                nonisolated static var constructor: IOC.Constructor { IOC.Constructor(
                        IOC.Parameter<Logger>("logger", line: 12),
                        IOC.Parameter<String>("host", setting: "database.host", default: "localhost", line: 13),
                        fileID: "Shop/Shop.swift", line: 11) {
                try IOC._shared(client(logger: $0[0] as Logger, host: $0[1] as String))  // If this fails, make what it \
                returns Sendable, or the function 'nonisolated' or 'async'.
                    }._ofFunction }
                }
                """)
    }

    @Test(
        "A function is called as it is declared",
        arguments: [
            ("static func f() -> A {}", "{ _ in\nIOC._shared(f())"),
            ("func f() -> A {}", "IOC._shared(f())"),
            ("static func f() async -> A {}", "asyncMake: { _ in\nawait IOC._shared(f())"),
            ("static func f() async throws(E) -> A {}", "try await IOC._shared(f())"),
            ("static func f() -> () throws -> A {}", "{ _ in\nIOC._shared(f())"),
            (
                "static func `class`(_ a: A, for b: [any B]) -> C {}",
                "IOC._shared(`class`($0[0] as A, for: $0[1] as [any B]))"
            ),
            ("class func f(@Named(\"x\") a: A?) -> any P & Q {}", "IOC.Parameter<A?>(\"a\", named: \"x\", line: 11)"),
            (
                "@available(*, deprecated) static func f() -> A {}",
                "@available(*, deprecated) private nonisolated final class"
            ),
            ("@MainActor static func f() async -> [String: A] {}", "await IOC._shared(f())"),
        ])
    func calls(declaration: String, written: String) throws {
        let expansion = try expand(declaration)
        #expect(expansion.messages == [])
        #expect(expansion.source.contains(written), "\(expansion.source)")
    }

    @Test("What a prototype's function returns need not be Sendable")
    func prototype() throws {
        let source = try expand("static func f() -> A {}", annotation: "@Provides(.scope(.prototype), .order(1))")
            .source
        #expect(!source.contains("_shared"))
        #expect(source.contains("[.scope(.prototype), .order(1)]"))
    }

    // MARK: Mistakes

    struct Case: Sendable {
        var declaration: String
        var annotation = "@Provides"
        var around: [String] = ["enum Server {}"]
        /// The source that the message points at.
        var at: String
        var says: String
    }

    static let mistakes: [Case] = [
        Case(
            declaration: "func f(a: A) -> B {}", at: "f", says: "no instance of 'Server' for 'f(a:)': make it 'static'"),
        Case(declaration: "static func f<T>(_ t: T) -> T {}", at: "<", says: "'f(_:)', which is generic: write them"),
        Case(declaration: "static func f() {}", at: "f", says: "'f()' returns nothing: write the component's type"),
        Case(declaration: "static func f() -> Void {}", at: "f", says: "'f()' returns nothing"),
        Case(declaration: "static func f() -> () {}", at: "f", says: "'f()' returns nothing"),
        Case(declaration: "static func f() -> A? {}", at: "A?", says: "can return nil, which is no component: make it"),
        Case(declaration: "static func f() -> Optional<A> {}", at: "Optional<A>", says: "can return nil"),
        Case(
            declaration: "static func f() -> some P {}", at: "some", says: "what 'f()' returns as 'some': write 'any'"),
        Case(
            declaration: "static func f(p: some P) -> A {}", at: "some", says: "can't pass 'p' as 'some': write 'any'"),
        Case(declaration: "static func f(a: inout A) -> B {}", at: "inout", says: "'inout': leave the word out"),
        Case(declaration: "static func f(a: A...) -> B {}", at: "A...", says: "a variable number of arguments"),
        Case(declaration: "static func f(n: Int = 1) -> B {}", at: "1", says: "never uses the default value"),
        Case(
            declaration: "static func f(@Value(\"n\") n: Int) -> B {}", at: "@Value(\"n\")", says: "is for properties"),
        Case(declaration: "static func traits() -> B {}", at: "traits", says: "can't be called 'traits': rename it"),
        Case(declaration: "static func + (a: A, b: B) -> C {}", at: "+", says: "can't be called '+': rename it"),
        Case(
            declaration: "static func f() -> A {}", around: ["struct Inner {}", "struct Outer<T> {}"], at: "f",
            says: "'Outer' stands for several types: move 'f()' out of it"),
        Case(declaration: "static func f() -> A", around: ["protocol P {}"], at: "f", says: "move 'f()' out of it"),
        Case(
            declaration: "func f() -> A {}", around: ["func main()"], at: "f", says: "is inside a function: move it out"
        ),
        Case(
            declaration: "static func f() -> A {}", annotation: "@Provides(\"a\", .named(\"b\"))", at: ".named(\"b\")",
            says: "'f' can't have both \"a\" and .named(\"b\")"),
        Case(
            declaration: "static let a = A()", at: "@Provides",
            says: "@Provides is for functions: write it before 'static func'"),
        Case(declaration: "final class A {}", at: "@Provides", says: "@Provides is for functions"),
    ]

    @Test("A mistake is reported once, at its own place, with a remedy", arguments: mistakes)
    func mistake(_ mistake: Case) throws {
        let expansion = try expand(mistake.declaration, annotation: mistake.annotation, around: mistake.around)
        #expect(expansion.places == [mistake.at], "\(mistake.declaration)")
        #expect(expansion.messages.first?.contains(mistake.says) == true, "\(expansion.messages)")
        #expect(expansion.source.isEmpty)
    }

    // MARK: The compiler

    @Test("Every form of a function compiles without a warning")
    func sound() async throws {
        let checked = try await CompilerTests.check(
            """
            public import IOC
            protocol Gate: Sendable {}
            struct Key: Gate, Decodable { var size = 1 }
            final class Loose { var size = 1 }
            final class Plain: Sendable {}
            struct Broken: Error {}
            actor Worker {}
            enum Server {
                /// A documented one.
                @Provides static func plain() -> Plain { Plain() }
                @Provides("main", .primary, .lazy, .order(1), .retry(attempts: 2)) private static func full() -> any Gate { Key() }
                @Provides static func worker(_ gates: [any Gate], by: [String: any Gate], later: Provider<Plain>) -> Worker { Worker() }
                @Provides static func optional(plain: Plain?, context: ApplicationContext, @Named("main") gate: any Gate) async throws -> Key { Key() }
                @Provides static func setting(@Named(setting: "a") a: Int, @Named(setting: "b") b: Key = Key()) throws(Broken) -> Key { Key() }
                @Provides(.scope(.prototype)) static func loose() -> Loose { Loose() }
                @Provides fileprivate static func `class`(`in`: Plain) -> Key { Key() }
                @available(*, deprecated) @Provides static func old() -> Key { Key() }
                @MainActor @Provides static func main() async -> Key { Key() }
                #if os(Linux)
                @Provides static func either() -> Plain { Plain() }
                #else
                @Provides static func either() -> Key { Key() }
                #endif
                struct Inner { @Provides public static func inner() -> @Sendable () -> Int { { 1 } } }
                private enum Hidden { struct Secret {}; @Provides static func secret() -> Secret { Secret() } }
            }
            extension Server { @Provides static func extended() -> Key { Key() } }
            private extension Server { @Provides static func hidden() -> Key { Key() } }
            class Base { @Provides class func base() -> Key { Key() } }
            final class Desk: Sendable { @Provides static func desk() -> Desk { Desk() } }
            extension Worker { @Provides static func worker() -> Worker { Worker() } }
            @Component final class Both { @Provides static func both() -> Key { Key() } }
            public enum Open { @Provides public static func open() -> Plain2 { Plain2() } }
            public final class Plain2: Sendable {}
            @Provides func free() -> Key { Key() }
            @Provides private func freeToo() async -> Key { Key() }
            """)
        #expect(checked.errors.map(\.text) == [])
        #expect(checked.status == 0)
    }

    @Test("A module whose default isolation is the main actor says 'nonisolated' or 'async'")
    func mainActor() async throws {
        let sound = try await CompilerTests.check(
            """
            import IOC
            nonisolated struct Key {}
            enum Server {
                @Provides nonisolated static func a() -> Key { Key() }
                @Provides static func b(key: Key) async -> String { "" }
            }
            nonisolated enum Other { @Provides static func c(key: Key) -> Int { 1 } }
            """, ["-default-isolation", "MainActor"])
        #expect(sound.errors.map(\.text) == [])
        let failed = try await CompilerTests.check(
            """
            import IOC
            nonisolated struct Key {}
            enum Server {
                @Provides
                static func a() -> Key { Key() }
            }
            """, ["-default-isolation", "MainActor"])
        #expect(failed.errors.map(\.line) == [5])
        #expect(failed.errors.first?.text.contains("main actor-isolated static method 'a()'") == true)
    }

    @Test("The compiler reports two functions of one name, and a result that can't be shared, at the function")
    func refused() async throws {
        let failed = try await CompilerTests.check(
            """
            import IOC
            final class Loose { var size = 1 }
            enum Server {
                @Provides static func twice() -> Int { 1 }
                @Provides static func twice(a: Int) -> String { "" }
                @Provides static func loose() -> Loose { Loose() }
            }
            """)
        #expect(
            failed.errors.contains { $0.line == 5 && $0.text.contains("invalid redeclaration of 'twice__provided'") })
        #expect(
            failed.errors.contains { $0.line == 6 && $0.text.contains("'Loose' does not conform to the 'Sendable'") })
        #expect(failed.errors.count == 2, "\(failed.errors)")
    }
}
