import IOCSource
import Testing

@Suite("Types as text")
struct TypeSyntaxTests {
    @Test(
        "Two spellings of one type are equal",
        arguments: [
            ("Array<Int>", "[ Int ]"), ("Swift.Optional<A>", "A?"), ("A!", "A?"),
            ("Dictionary<String,Int>", "[String:Int]"),
            ("( ) -> ( )", "() -> Void"), ("(A)", "A"), ("@escaping (A) -> B", "(A)->B"), ("any  P", "any P"),
            ("(_ a: A) -> B", "(A) -> B"), ("() throws(any Error) -> A", "() throws -> A"), ("A /* x */ . B", "A.B"),
        ])
    func spellings(_ pair: (String, String)) {
        #expect(TypeSyntax(pair.0) == TypeSyntax(pair.1))
    }

    @Test(
        "A type prints as it was read",
        arguments: [
            "A.B<C, [D]>.E", "(any P)?", "[String: (Int, x: A) async throws -> Void]?", "(() -> Void)?", "any P & Q",
            "@Sendable @MainActor (A) -> B", "borrowing A", "(any P).Type", "A.Type", "some P<Int>", "(a: A, b: B)",
            "() -> () -> A", "~Copyable", "repeat each T", "() throws(E) -> A", "A??",
        ])
    func printing(_ text: String) {
        #expect(TypeSyntax(text).description == text)
        #expect(TypeSyntax(TypeSyntax(text).description) == TypeSyntax(text))
    }

    @Test("What is no type is kept as written")
    func verbatim() {
        #expect(TypeSyntax("A +  B") == .verbatim("A + B"))
        let deep = String(repeating: "[", count: 10_000) + "A" + String(repeating: "]", count: 10_000)
        #expect(TypeSyntax(deep) == .verbatim(deep))
    }

    @Test(
        "Brackets within brackets take no time that doubles with each",
        arguments: [("[", "]"), ("[A: ", "]"), ("(", ", B)")])
    func brackets(open: String, close: String) {
        let text = String(repeating: open, count: 60) + "A" + String(repeating: close, count: 60)
        #expect(TypeSyntax(text).description == text)
    }
}
