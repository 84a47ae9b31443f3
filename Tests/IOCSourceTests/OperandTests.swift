import IOCSource
import Testing

@Suite("Operands of a list")
struct OperandTests {
    @Test("Between two commas without anything there is no element, and nothing is made of it")
    func empty() {
        #expect(ExpressionSyntax("[.primary, , .lazy]").elements == nil)
        #expect(ExpressionSyntax("[ , ]").elements == nil)
        #expect(ExpressionSyntax("[.primary, .lazy, ]").elements?.count == 2)
        #expect(ExpressionSyntax("[]").elements?.isEmpty == true)
    }
}
