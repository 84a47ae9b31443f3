import IOCGenerate
import IOCModel
import Testing

@Suite("Patterns of types, and the order of messages")
struct TypeMatchingTests {
    @Test(
        "A pattern matches a type if each of its names stands for one type",
        arguments: [
            ("T", "Int", "T=Int"), ("[T]", "[Int]", "T=Int"), ("T?", "A<B>?", "T=A<B>"), ("any T", "any P", "T=P"),
            ("[T: U]", "[A: B]", "T=A U=B"), ("A<T, U>", "A<B, [C]>", "T=B U=[C]"), ("A<T>", "B<Int>", nil),
            ("A<T, T>", "A<B, B>", "T=B"), ("A<T, T>", "A<B, C>", nil), ("[T: T]", "[A: B]", nil),
            ("A<T>", "A<B, C>", nil), ("A<T, U>", "A<B>", nil), ("T.Own", "X.Own", nil), ("T<A>", "B<A>", nil),
            ("Int", "Int", ""), ("Int", "A", nil), ("[Int]", "[A]", nil), ("[T]", "T?", nil),
            ("A.B<T>", "A.B<C>", "T=C"),
            ("A.B<T>", "A.C<C>", nil), ("(T) -> T", "(T) -> T", ""), ("(T) -> T", "(A) -> A", nil),
        ] as [(String, String, String?)])
    func matching(pattern: String, type: String, expected: String?) {
        let found = TypeSyntax(pattern).matching(TypeSyntax(type), names: ["T", "U"])
        #expect(found.map { $0.map { "\($0)=\($1)" }.sorted().joined(separator: " ") } == expected)
    }

    @Test(
        "A generic parameter is replaced, and its members become members of the replacement",
        arguments: [
            ("T", "X<Y>"), ("[T?]", "[X<Y>?]"), ("T.Own", "X<Y>.Own"), ("T<A>", "T<A>"), ("A<T>", "A<X<Y>>"),
            ("A.T", "A.T"), ("U.Own", "U.Own"), ("U", "[Z]"), ("(T, U) -> A", "(X<Y>, [Z]) -> A"),
        ])
    func substituting(type: String, expected: String) {
        let replaced = TypeSyntax(type).substituting(["T": TypeSyntax("X<Y>"), "U": TypeSyntax("[Z]")])
        #expect(replaced.description == expected)
    }

    @Test("Messages are sorted by file, line and column, those without a place first")
    func order() {
        func message(_ text: String, _ file: String?, _ line: Int = 1, _ column: Int? = nil) -> SourceDiagnostic {
            .init(.error, at: file.map { SourceLocation(file: $0, line: line, column: column) }, text)
        }
        let messages = [
            message("g", "b"), message("a", nil), message("f", "a", 2), message("c", "a", 1),
            message("b", nil), message("e", "a", 1, 7), message("d", "a", 1), message("h", "b"),
        ]
        #expect(messages.inSourceOrder().map(\.message) == ["a", "b", "c", "d", "e", "f", "g", "h"])
    }
}
