import Foundation
import Testing

@Suite("The pages of the routing libraries") struct PageTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    /// The pages of both catalogues, by file name.
    static func pages() throws -> [(name: String, text: String)] {
        try ["Sources/IOCRouting/IOCRouting.docc", "Sources/IOCRoutingTesting/IOCRoutingTesting.docc"].flatMap {
            folder in
            let path = root.appending(path: folder)
            return try FileManager.default.contentsOfDirectory(atPath: path.path).sorted()
                .map { ($0, try String(contentsOf: path.appending(path: $0), encoding: .utf8)) }
        }
    }

    /// The lines of a text without indentation and empty lines.
    static func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test("Each code block of a page is compiled and run in Snippets.swift") func snippets() throws {
        let path = Self.root.appending(path: "Tests/IOCRoutingTests/Documentation/Snippets.swift")
        let compiled = Self.lines(of: try String(contentsOf: path, encoding: .utf8)).joined(separator: "\n")
        var count = 0
        for (name, text) in try Self.pages() {
            for block in text.components(separatedBy: "```swift\n").dropFirst() {
                let code = Self.lines(of: block.components(separatedBy: "```")[0]).joined(separator: "\n")
                #expect(compiled.contains(code), "\(name): \(code)")
                count += 1
            }
        }
        #expect(count >= 8)
    }
}
