import Testing

@Suite("The compiler and a mistake in a test")
struct TestMistakeTests {
    private static let start = """
        import IOC
        import IOCTesting
        import Testing
        protocol Clock: AnyObject, Sendable {}
        final class Fixed: Clock {}

        """

    @Test(
        "A wrong label of the trait, or a closure of another type, is one error that says what to write",
        arguments: [
            ("let a: ApplicationContextTrait = .applicationContext(started: true)", "write 'starting: true'"),
            ("let a: ApplicationContextTrait = .applicationContext(profiles: [\"a\"])", "$0.activate(profile: \"…\")"),
            (
                "let a: ApplicationContextTrait = .applicationContext(contentsOf: \"a\", profiles: [\"a\"])",
                "$0.activate(profile: \"…\")"
            ),
            (
                "let a: ApplicationContextTrait = .applicationContext(ContextConfiguration(), started: true)",
                "write 'starting: true'"
            ),
            ("func a(_ b: inout ContextPatch) { b.activate(profiles: [\"a\"]) }", "for each profile"),
            ("func a(_ b: inout ContextPatch) { b.activate(\"a\") }", "for each profile"),
            (
                "func a(_ b: inout ContextPatch) { b.replace((any Clock).self) { 42 } }",
                "what the closure returns is not of the type that is replaced"
            ),
            (
                "func a(_ b: inout ContextPatch) { b.replace(named: \"a\", as: (any Clock).self) { 42 } }",
                "what the closure returns is not of the type"
            ),
        ])
    func mistakes(_ line: String, _ says: String) async throws {
        let checked = try await CompilerTests.check(Self.start + line, isStrict: false)
        #expect(checked.errors.map(\.line) == [6], "\(checked)")
        #expect(checked.errors.first?.text.contains(says) == true, "\(checked)")
    }

    @Test("The right forms compile")
    func sound() async throws {
        let checked = try await CompilerTests.check(
            Self.start + """
                func a(_ b: inout ContextPatch) {
                    b.replace((any Clock).self) { Fixed() }
                    b.replace(named: "a", as: (any Clock).self) { Fixed() }
                    b.replace(named: "a") { Fixed() }
                    b.activate(profile: "a")
                }
                let b: ApplicationContextTrait = .applicationContext(contentsOf: "a", starting: true, overrides: a)
                let c: ApplicationContextTrait = .applicationContext(starting: true) { $0.replace(Fixed.self) { Fixed() } }
                """)
        #expect(checked.errors.isEmpty, "\(checked)")
    }
}
