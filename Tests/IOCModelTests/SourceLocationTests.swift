import IOCModel
import Testing

@Suite("Places in sources")
struct SourceLocationTests {
    @Test("A source location prints as file, line and, where known, column")
    func sourceLocationPrints() {
        #expect(SourceLocation(file: "Shop/A.swift", line: 3).description == "Shop/A.swift:3")
        #expect(SourceLocation(file: "Shop/A.swift", line: 3, column: 9).description == "Shop/A.swift:3:9")
    }

    @Test("Two are one where they print alike, however they were said")
    func equality() {
        let place = SourceLocation(file: "Shop/A.swift", line: 3, column: 9)
        #expect(place == SourceLocation(file: "Shop/A.swift", line: 3, column: 9))
        #expect(place != SourceLocation(file: "Shop/B.swift", line: 3, column: 9))
        #expect(place != SourceLocation(file: "Shop/A.swift", line: 4, column: 9))
        #expect(place != SourceLocation(file: "Shop/A.swift", line: 3, column: 8))
        #expect(place != SourceLocation(file: "Shop/A.swift", line: 3))
        let said = SourceLocation(fileID: "Shop/A.swift", line: 3)
        #expect(said == SourceLocation(file: "Shop/A.swift", line: 3))
        #expect(Set([said, SourceLocation(file: "Shop/A.swift", line: 3), place]).count == 2)
    }

    @Test("A literal says its file whichever way it is kept")
    func literals() {
        #expect(SourceLocation(fileID: "", line: 1).file == "")
        #expect(SourceLocation(fileID: "Läden/Ä.swift", line: 1).file == "Läden/Ä.swift")
        #expect(SourceLocation(fileID: StaticString(unicodeScalarLiteral: "Ä"), line: 2).description == "Ä:2")
    }
}
