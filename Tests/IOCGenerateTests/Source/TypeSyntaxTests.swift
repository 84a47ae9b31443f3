import IOCGenerate
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
            "A & B & C", "(borrowing A, x: inout B) -> C", "[[A]: [B: C]]", "A<B, C, D>", "(~A)?", "A.Protocol",
        ])
    func printing(_ text: String) {
        #expect(TypeSyntax(text).description == text)
        #expect(TypeSyntax(TypeSyntax(text).description) == TypeSyntax(text))
    }

    @Test(
        "Every part of a type is transformed and counted",
        arguments: [
            ("A", 1), ("A.A", 1), ("A<A, B<A>>.A<A>", 5), ("A?", 2), ("[A]", 2), ("[A: A]", 3), ("(A, a: A)", 3),
            ("(A, B, A) -> A", 5), ("(A) async throws -> A", 3), ("any A", 2), ("some A", 2), ("A & B & A", 4),
            ("A.Type", 2), ("A.Protocol", 2), ("@Sendable @escaping (A) -> A", 4), ("borrowing A", 2), ("~A", 2),
            ("(any A)?", 3), ("(A) throws(E) -> A", 3),
        ])
    func mapping(text: String, size: Int) {
        let mapped = TypeSyntax(text).mapped { type in
            guard case .named(let components) = type else { return type }
            return .named(
                components.map { TypeSyntax.Component($0.name == "A" ? "Z" : $0.name, arguments: $0.arguments) })
        }
        #expect(mapped == TypeSyntax(text.replacing("A", with: "Z")))
        #expect(TypeSyntax(text).size == size)
    }

    @Test(
        "Attributes and specifiers are distinguished from types of those names",
        arguments: [
            ("@convention(c) () -> Void", "@convention(c) () -> Void", true),
            ("@convention (A) -> B", "@convention (A) -> B", true),
            ("@convention(c () -> Void", "@convention(c () -> Void", false), ("@", "@", false),
            ("nonisolated(nonsending) () -> A", "nonisolated(nonsending) () -> A", true),
            ("nonisolated nonsending) () -> A", "nonisolated nonsending) () -> A", false),
            ("nonisolated(unsafe) () -> A", "nonisolated(unsafe) () -> A", false),
            ("Optional<isolated>", "isolated?", false), ("[sending]", "[sending]", false), ("each.A", "each.A", false),
            ("inout(A) -> B", "inout (A) -> B", true), ("inout [A]", "inout [A]", false),
            ("sending @Sendable () -> A", "sending @Sendable () -> A", true),
            ("() throws(E -> Int", "() throws(E -> Int", false), ("() throws(E) -> Int", "() throws(E) -> Int", true),
            ("() throws Int", "() throws Int", false), ("(A) async", "(A) async", false),
            ("@escaping () -> A", "() -> A", true), ("A.Protocol", "A.Protocol", false),
            ("(A, B).C", "(A, B).C", false),
        ])
    func attributes(text: String, printed: String, isFunction: Bool) {
        let type = TypeSyntax(text)
        #expect(type.description == printed && type.isFunction == isFunction)
        if printed == "isolated?" { #expect(type == .optional(.name("isolated"))) }
    }

    @Test("Text that is not a type is kept as written")
    func verbatim() {
        #expect(TypeSyntax("A +  B") == .verbatim("A + B"))
        let deep = String(repeating: "[", count: 10_000) + "A" + String(repeating: "]", count: 10_000)
        #expect(TypeSyntax(deep) == .verbatim(deep))
    }

    @Test(
        "Nested brackets are read in linear time",
        arguments: [("[", "]"), ("[A: ", "]"), ("(", ", B)")])
    func brackets(open: String, close: String) {
        let text = String(repeating: open, count: 60) + "A" + String(repeating: close, count: 60)
        #expect(TypeSyntax(text).description == text)
    }
}
