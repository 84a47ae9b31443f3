import IOCModel
import Testing

@testable import IOCSource

@Suite("Equal expressions, types, complaints and places")
struct EqualityTests {
    @Test("Expressions of one form are told apart by their texts and by where they start")
    func expressions() throws {
        let elements = try #require(ExpressionSyntax("[a, a, b]").elements)
        #expect(Set(elements).count == 3)
        #expect(elements == ExpressionSyntax("[a, a, b]").elements)
        let pairs = [("f(a: 1)", "f(b: 1)"), ("f(a: 1)", "f(a: 2)"), ("[1: 2]", "[2: 2]"), ("[1: 2]", "[1: 1]")]
        for (one, other) in pairs { #expect(ExpressionSyntax(one).form != ExpressionSyntax(other).form) }
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
    }

    @Test("Places in a text are told apart by each of their parts")
    func places() {
        let start = SourcePosition(offset: 1, line: 1, column: 1)
        var positions = Array(repeating: start, count: 4)
        positions[1].offset = 2
        positions[2].line = 2
        positions[3].column = 2
        #expect(Set(positions).count == positions.count)
    }
}
