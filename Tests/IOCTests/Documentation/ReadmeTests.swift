import FoundationEssentials
import IOC
import Testing

@Suite("The README")
struct ReadmeTests {
    static func text(of path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try String(contentsOfFile: "/\(root)/\(path)", encoding: .utf8)
    }

    /// The blocks of a language, as lines without indentation.
    ///
    /// Those that go into a file which is named before them are compiled, and run, by `Tests/Integration/recipes.sh`.
    static func blocks(_ language: String, in markdown: String) -> [[String]] {
        var blocks: [[String]] = []
        var current: [String]?
        var last: Substring = ""
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = current {
                if line == "```" {
                    if !last.hasSuffix(".swift`:") { blocks.append(block) }
                    current = nil
                    last = ""
                } else {
                    current = block + [String(line)]
                }
            } else if line == "```\(language)" {
                current = []
            } else if !line.isEmpty {
                last = line
            }
        }
        return blocks
    }

    static func normal(_ line: some StringProtocol) -> String {
        var text = line.split(separator: " ").joined(separator: " ")
        if text.hasPrefix("private ") { text.removeFirst(8) }
        return text
    }

    @Test(
        "Every Swift block stands in the compiled snippets, line by line",
        arguments: [
            (
                "README.md",
                [
                    "Tests/IOCTests/Documentation/ReadmeSnippets.swift",
                    "Sources/Examples/bookshop-server/Sources/bookshop-server/BookshopServer.swift",
                    "Sources/Examples/assembly/Newsroom.swift",
                    "Sources/Examples/assembly/AssemblyExample.swift",
                    "Tests/IOCTestingTests/DocumentationSnippets.swift",
                ]
            ),
            ("Sources/IOC/IOC.docc/Requests.md", ["Tests/IOCTests/Documentation/RequestSnippets.swift"]),
            ("Sources/IOC/IOC.docc/Sendable.md", ["Tests/IOCTests/Documentation/SendableSnippets.swift"]),
            ("Sources/IOC/IOC.docc/ServerPrograms.md", ["Tests/IOCTests/Documentation/BridgeSnippets.swift"]),
            (
                "Sources/IOC/IOC.docc/BuildTimeChecks.md",
                [
                    "Tests/IOCStaticTests/Support/Books.swift",
                    "Sources/Examples/static-resolver/Sources/Weather/Weather.swift",
                ]
            ),
        ])
    func snippets(page: String, sources: [String]) throws {
        let compiled = try sources.flatMap { try Self.text(of: $0).split(separator: "\n").map(Self.normal) }
        let blocks = try Self.blocks("swift", in: Self.text(of: page))
        #expect(blocks.count >= 3)
        for block in blocks {
            let wanted = block.map(Self.normal).filter { !$0.isEmpty && $0 != "import IOC" }
            let isThere = compiled.indices.contains { compiled[$0...].starts(with: wanted) }
            #expect(isThere, "not compiled: \(wanted.first ?? "")")
        }
    }

    @Test("The JSON blocks are configurations")
    func configurations() throws {
        let text = try Self.text(of: "README.md")
        let folder = try TemporaryFolder()
        for block in Self.blocks("json", in: text) + Self.blocks("json5", in: text) {
            // What the block imports is not there to be read.
            let lines = block.filter { !$0.contains("\"imports\"") }
            let path = try folder.write("context.json", lines.joined(separator: "\n"))
            #expect(try !ContextConfiguration(contentsOf: path).prefixes.isEmpty)
        }
    }

    @Test("Every file it links to is there")
    func links() throws {
        let parts = try Self.text(of: "README.md").components(separatedBy: "](").dropFirst()
        #expect(parts.count > 5)
        for part in parts {
            let path = String(part.prefix { $0 != ")" })
            let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
            #expect(FileManager.default.fileExists(atPath: "/\(root)/\(path)"), "\(path)")
        }
    }
}
