import FoundationEssentials
import IOC
import Testing

@Suite("The documentation")
struct DocumentationTests {
    static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    static func text(of path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    /// The files below a folder with an ending, by path.
    static func files(below folder: String, _ ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").sorted()
            .filter { $0.hasSuffix(ending) && !$0.split(separator: "/").contains(".build") }.map { "\(folder)/\($0)" }
    }

    /// The README, and every page of a catalogue.
    static var pages: [String] {
        get throws { try ["README.md"] + files(below: "Sources", ".md").filter { $0.contains(".docc/") } }
    }

    /// The files whose code is compiled, and shown by pages.
    static let examples: [String] = {
        let folders = [
            "Tests/IOCTests/Documentation", "Tests/IOCTestingTests", "Tests/IOCRoutingTests",
            "Tests/IOCGenerateTests/Bridge", "Tests/Integration/recipes", "Sources/Examples",
        ]
        return folders.flatMap { (try? files(below: $0, ".swift")) ?? [] }
    }()

    /// The blocks of a language, as lines without indentation.
    ///
    /// A block below the name of a file is left out: `Tests/Integration/recipes.sh` and `tutorial.sh` compile and run it.
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

    /// A line without its indentation and access level, and without a word that types of the same package can't have.
    static func normal(_ line: some StringProtocol) -> String {
        var text = line.split(separator: " ").joined(separator: " ").replacing("@retroactive ", with: "")
        for word in ["private ", "fileprivate "] where text.hasPrefix(word) { text.removeFirst(word.count) }
        return text
    }

    @Test("Every Swift block of the README and of the container's pages is compiled")
    func snippets() throws {
        let compiled = try Self.examples.map { path in
            try Self.text(of: path).split(separator: "\n").map(Self.normal).filter { !$0.isEmpty }
        }
        // An index of all lines, because searching every file for every block takes long.
        var places: [String: [(file: Int, line: Int)]] = [:]
        for (file, lines) in compiled.enumerated() {
            for (line, text) in lines.enumerated() { places[text, default: []].append((file, line)) }
        }
        var count = 0
        for page in try Self.pages where !page.contains("IOCRouting") {
            for block in Self.blocks("swift", in: try Self.text(of: page)) {
                let wanted = block.map(Self.normal).filter { !$0.isEmpty && !$0.hasPrefix("import ") }
                let isThere = (places[wanted.first ?? ""] ?? []).contains { place in
                    compiled[place.file][place.line...].starts(with: wanted)
                }
                #expect(isThere, "\(page) is not compiled: \(wanted.first ?? "")")
                count += 1
            }
        }
        #expect(count > 40)
    }

    @Test("Every JSON block of a page is a configuration")
    func configurations() throws {
        let folder = try TemporaryFolder()
        var count = 0
        for page in try Self.pages {
            let text = try Self.text(of: page)
            for block in Self.blocks("json", in: text) + Self.blocks("json5", in: text) {
                // The files that a block imports don't exist.
                let lines = block.filter { !$0.contains("\"imports\"") }
                let path = try folder.write("context.json", lines.joined(separator: "\n"))
                #expect(throws: Never.self, "\(page)") { try ContextConfiguration(contentsOf: path) }
                count += 1
            }
        }
        #expect(count > 4)
    }

    @Test("The page of error codes has one row for each code, with its meaning")
    func codes() throws {
        let source = try Self.text(of: "Sources/IOCModel/Faults/IOCError+Code.swift")
        let codes = source.components(separatedBy: "Code(rawValue: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
        let rows = try Self.text(of: "Sources/IOC/IOC.docc/ErrorCodes.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") } }
        #expect(rows.map { $0[0] } == codes.map { "`\($0)`" }.sorted())
        for row in rows { #expect(row.count == 2 && row.allSatisfy { !$0.isEmpty }, "\(row)") }
    }

    @Test("Every file that the README, or a page for contributors, links to is there")
    func links() throws {
        for (page, folder) in [("README.md", ""), (".github/CONTRIBUTING.md", ".github/")] {
            let parts = try Self.text(of: page).components(separatedBy: "](").dropFirst()
            #expect(parts.count > 4)
            for part in parts {
                let path = folder + part.prefix { $0 != ")" }
                #expect(FileManager.default.fileExists(atPath: "\(Self.root)/\(path)"), "\(page): \(path)")
            }
        }
    }
}
