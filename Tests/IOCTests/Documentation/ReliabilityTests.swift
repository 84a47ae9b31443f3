import FoundationEssentials
import Testing

@Suite("The reliability page")
struct ReliabilityTests {
    @Test("Every promise names a test that is there")
    func testsAreThere() throws {
        let page = try ReadmeTests.text(of: "Sources/IOC/IOC.docc/Reliability.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| promise") }
            .filter { !$0.hasPrefix("| ---") }
        #expect(rows.count >= 25)
        for row in rows {
            let parts = row.split(separator: "\"")
            try #require(parts.count == 3, "\(row)")
            let file = parts[2].split(separator: " ").dropFirst().first ?? ""
            let source = try ReadmeTests.text(of: "Tests/\(file)")
            #expect(source.contains("\"\(parts[1])\""), "\(file) has no test \"\(parts[1])\"")
        }
    }
}
