import Foundation
import Testing

@Suite("What stands twice")
struct RepetitionTests {
    @Test("No six lines stand in both catalogues")
    func catalogues() throws {
        let (running, reading) = (try texts(of: "IOC"), try texts(of: "IOCCheck"))
        #expect(running.count > 100 && reading.count > 15)
        #expect(Repetitions(of: 6, in: running, and: reading).places == [])
    }

    @Test("Six lines that stand in both are found, however they are indented and spaced")
    func found() {
        let lines = (1...6).map { "let value\($0) = \($0)" }
        let left = ["Left.swift": "import A\n" + lines.joined(separator: "\n") + "\nlet more = 7\n"]
        let right = lines.enumerated().map { "    // \($0.offset)\n\n    \($0.element.replacing(" =", with: "   ="))" }
            .joined(separator: "\n")
        #expect(Repetitions(of: 6, in: left, and: ["Right.swift": right]).places == ["Left.swift:2 and Right.swift:3"])
        #expect(Repetitions(of: 7, in: left, and: ["Right.swift": right]).places == [])
        let changed = ["Right.swift": right.replacing("value4", with: "value5")]
        #expect(Repetitions(of: 6, in: left, and: changed).places == [])
    }

    private func texts(of module: String) throws -> [String: String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/\(module)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        return try Dictionary(
            uniqueKeysWithValues: paths.map {
                ("\(module)/\($0)", try String(contentsOf: root.appending(path: $0), encoding: .utf8))
            })
    }
}

/// The runs of lines that stand in two sets of files, without comments, imports, blank lines and those of brackets alone.
private struct Repetitions {
    /// Where each run begins on both sides.
    let places: [String]

    init(of count: Int, in left: [String: String], and right: [String: String]) {
        let known = Dictionary(Self.runs(of: count, in: left)) { first, _ in first }
        places = Self.runs(of: count, in: right).compactMap { run, place in known[run].map { "\($0) and \(place)" } }
    }

    private static func runs(of count: Int, in files: [String: String]) -> [([String], String)] {
        files.sorted { $0.key < $1.key }.flatMap { name, text in
            let lines = lines(of: text)
            return lines.indices.dropLast(count - 1).map { start in
                (lines[start..<(start + count)].map(\.text), "\(name):\(lines[start].number)")
            }
        }
    }

    private static func lines(of text: String) -> [(number: Int, text: String)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { offset, line in
            let words = line.split(separator: " ")
            guard let first = words.first, !first.hasPrefix("//"), !words.prefix(2).contains("import"),
                line.contains(where: { $0.isLetter || $0.isNumber })
            else { return nil }
            return (offset + 1, words.joined(separator: " "))
        }
    }
}
