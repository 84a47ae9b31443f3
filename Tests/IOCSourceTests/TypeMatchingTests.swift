import IOCModel
import IOCSource
import Testing

@Suite("Types with names that stand for others")
struct TypeMatchingTests {
    @Test(
        "A pattern becomes a type where each of its names stands for one thing",
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
        "A name is replaced wherever it stands for itself, and its own members go on from what it becomes",
        arguments: [
            ("T", "X<Y>"), ("[T?]", "[X<Y>?]"), ("T.Own", "X<Y>.Own"), ("T<A>", "T<A>"), ("A<T>", "A<X<Y>>"),
            ("A.T", "A.T"), ("U.Own", "U.Own"), ("U", "[Z]"), ("(T, U) -> A", "(X<Y>, [Z]) -> A"),
        ])
    func substituting(type: String, expected: String) {
        let replaced = TypeSyntax(type).substituting(["T": TypeSyntax("X<Y>"), "U": TypeSyntax("[Z]")])
        #expect(replaced.description == expected)
    }

    @Test(
        "A list comes apart at the commas outside all brackets",
        arguments: [
            ("A", ["A"]), ("A,B,C", ["A", "B", "C"]), ("A<B<C,D>,E>,F", ["A<B<C,D>,E>", "F"]),
            ("(A,(B,C),D)->E,F", ["(A,(B,C),D)->E", "F"]), ("[[A:B]:C<D,E>],F,", ["[[A:B]:C<D,E>]", "F", ""]),
            ("A<(B)->C,D>,E", ["A<(B)->C,D>", "E"]), ("", [""]),
        ])
    func lists(text: String, parts: [String]) {
        #expect(text.topLevelParts == parts)
    }

    @Test("On a terminal each severity has its color", arguments: [("error", "31"), ("warning", "35"), ("note", "90")])
    func colors(word: String, color: String) {
        let all: [SourceDiagnostic.Severity] = [.error, .warning, .note]
        let told = all.filter { $0.word == word }.map { SourceDiagnostic($0, at: nil, "a").text(isColored: true) }
        #expect(told == ["\u{1B}[1m\u{1B}[\(color)m\(word): \u{1B}[0ma"])
    }

    @Test("Complaints come by file, line and column, those without a place first, and equal places keep their order")
    func order() {
        func complaint(_ text: String, _ file: String?, _ line: Int = 1, _ column: Int? = nil) -> SourceDiagnostic {
            .init(.error, at: file.map { SourceLocation(file: $0, line: line, column: column) }, text)
        }
        let complaints = [
            complaint("g", "b"), complaint("a", nil), complaint("f", "a", 2), complaint("c", "a", 1),
            complaint("b", nil), complaint("e", "a", 1, 7), complaint("d", "a", 1), complaint("h", "b"),
        ]
        #expect(complaints.inSourceOrder().map(\.message) == ["a", "b", "c", "d", "e", "f", "g", "h"])
    }
}
