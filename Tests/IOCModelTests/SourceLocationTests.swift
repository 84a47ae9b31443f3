import IOCModel
import Testing

@Suite("Places in sources")
struct SourceLocationTests {
    @Test("A source location prints as file, line and, where known, column")
    func sourceLocationPrints() {
        #expect(SourceLocation(file: "Shop/A.swift", line: 3).description == "Shop/A.swift:3")
        #expect(SourceLocation(file: "Shop/A.swift", line: 3, column: 9).description == "Shop/A.swift:3:9")
    }
}
