import IOCModel
import Testing

@testable import IOCSource

/// Declarations and closures, which nobody compares, are told apart by what they print.
@Suite("Equal declarations")
struct EqualityTests {
    private static let base = """
        import Shop
        #if DEBUG
        import Tools
        #endif
        final class Box<T: P, U>: Base, First {
            @Named("a") weak var name: Int? = 1
            static var body: Int { 1 }
            init(one: Int) throws { self.one = one }
            func run(by way: Int) async -> Int { way }
            typealias Alias = Int
            #if ONE
            func one() {}
            #endif
            #if TWO
            var two = 2
            #endif
            #if SIX
            init() {}
            #endif
            #if TEN
            typealias Ten = Int
            #endif
            #if NIL
            struct Inner {}
            #endif
        }
        """

    /// All that a file says, wherever it lies.
    private func said(by text: String) throws -> String {
        var file = try model(text)
        file.path = ""
        return "\(file)"
    }

    /// Each change leaves every other part in its place.
    @Test(
        "A file is another one as soon as one part of a declaration is another one",
        arguments: [
            ("Shop", "Shup"), ("DEBUG", "RELAY"), ("Tools", "Pools"), ("class Box", "class Bax"), ("final", "@objc"),
            ("T: P", "T: Q"), ("P, U>", "P, V>"), ("Base", "Bass"), ("First", "Fight"), ("(\"a\")", "(\"b\")"),
            ("weak var", "lazy var"), ("name", "nome"), ("Int? =", "Any? ="), ("= 1", "= 2"), ("{ 1 }", "{ 2 }"),
            ("static", "public"), ("one: Int", "two: Int"), ("one: Int", "one: Any"), ("throws", "async "),
            ("run", "ran"), ("by way", "by why"), ("by way", "at way"), ("async", "     "), ("-> Int", "-> Any"),
            ("Alias", "Other"), ("Alias = Int", "Alias = Any"),
            ("ONE", "AND"), ("TWO", "AND"), ("SIX", "AND"), ("TEN", "AND"), ("NIL", "AND"),
        ])
    func parts(part: String, other: String) throws {
        let changed = Self.base.replacing(part, with: other, maxReplacements: 1)
        #expect(changed != Self.base && changed.utf8.count == Self.base.utf8.count)
        let texts = try [Self.base, Self.base, changed].map { try said(by: $0) }
        #expect(texts[0] == texts[1] && texts[0] != texts[2])
    }

    @Test("Files are told apart by their paths, and by each kind of what they declare")
    func files() throws {
        let texts = [
            "", "import A", "struct A {}", "func a() {}", "let a = 1", "typealias A = Int", "func a() { struct A {} }",
            "#warning(\"a\")", "}",
        ]
        let files = try texts.map { try said(by: $0) }
        #expect(Set(files).count == files.count)
        #expect("\(SourceFile(path: "a"))" != "\(SourceFile(path: "b"))")
    }

    @Test("Expressions of one form are told apart by their texts and by where they start")
    func expressions() throws {
        let elements = try #require(ExpressionSyntax("[a, a, b]").elements)
        #expect(Set(elements).count == 3)
        #expect(elements == ExpressionSyntax("[a, a, b]").elements)
        let spellings = ["1", "0x1", " 1", "01"].map { ExpressionSyntax($0) }
        #expect(Set(spellings).count == 4 && Set(spellings.map(\.form)).count == 1)
        let forms = [ExpressionSyntax.Form.boolean(true), .name("true"), .name("truth"), .string("true")]
        #expect(Set(forms.map { ExpressionSyntax(form: $0, text: "true", offset: 0) }).count == forms.count)
        let pairs = [("f(a: 1)", "f(b: 1)"), ("f(a: 1)", "f(a: 2)"), ("[1: 2]", "[2: 2]"), ("[1: 2]", "[1: 1]")]
        for (one, other) in pairs { #expect(ExpressionSyntax(one).form != ExpressionSyntax(other).form) }
    }

    @Test("Closures are told apart by their parameters, their result and their value")
    func closures() {
        let closures = [
            "(a: A) -> B in c", "(b: A) -> B in c", "(a: B) -> B in c", "(a: A) -> A in c", "(a: A) -> B in d",
        ].map { "\(ClosureSyntax($0))" }
        #expect(Set(closures).count == closures.count)
    }

    @Test("Types are told apart by each of their parts")
    func types() {
        let types = [
            "A", "B", "A.B", "B.A", "A.B.A", "A<B>", "C<B>", "A<C>", "A<B, C>", "A<C, B>", "A<B>.C", "A.C<B>", "A?",
            "B?", "A??", "[A]", "[B]", "[A?]", "[A: A]", "[A: B]", "[B: A]", "(a: A, B)", "(b: A, B)", "(a: B, B)",
            "(a: A, A)", "(A, b: B)", "(A, B)", "()", "() -> A", "() -> B", "(A) -> A", "(B) -> A", "(A) -> B",
            "(A, A) -> A", "(A) async -> A", "(A) throws -> A", "(A) throws(B) -> A", "(A) throws(C) -> A",
            "(A) async throws -> A", "(inout A) -> A", "any A", "any B", "some A", "some B", "A & B", "B & A",
            "A & B & C", "A.Type", "B.Type", "A.Protocol", "@Sendable () -> A", "@Sendable () -> B",
            "@MainActor () -> A", "@Sendable @MainActor () -> A", "borrowing A", "borrowing B", "inout A", "~A", "~B",
            "A + B", "B + A",
        ]
        #expect(Set(types.map { TypeSyntax($0) }).count == types.count)
    }

    @Test("Complaints are told apart by each of their parts")
    func complaints() {
        let plain = SourceDiagnostic(.error, at: nil, "a")
        var complaints = Array(repeating: plain, count: 6)
        complaints[1].severity = .note
        complaints[2].location = SourceLocation(file: "a", line: 1, column: 1)
        complaints[3].message = "b"
        complaints[4].notes = [plain]
        complaints[5].code = "b"
        #expect(Set(complaints).count == complaints.count)
        let faults = [
            FileError(path: "a", reason: "b"), FileError(path: "b", reason: "b"), FileError(path: "a", reason: "a"),
        ]
        #expect(Set(faults.map(\.description)).count == faults.count)
    }

    @Test("Places in a text are told apart by each of their parts")
    func places() {
        let start = SourcePosition(offset: 1, line: 1, column: 1)
        var positions = Array(repeating: start, count: 4)
        positions[1].offset = 2
        positions[2].line = 2
        positions[3].column = 2
        #expect(Set(positions).count == positions.count)
        let texts = [SourceText("a", at: start), .init("b", at: start), .init("a", at: positions[1])]
        #expect(Set(texts.map { "\($0)" }).count == texts.count)
    }

    @Test("Builds are told apart by the flags that are set, by those that are not, and by their platform")
    func settings() {
        let plain = BuildSettings()
        var arm = plain
        arm.target("aarch64-unknown-linux-gnu")
        var static64 = plain
        static64.target("x86_64-swift-linux-musl")
        let all = [plain, BuildSettings(defined: ["A"]), BuildSettings(undefined: ["A"]), arm, static64]
        #expect(Set(all.map { "\($0)" }).count == all.count)
    }
}
