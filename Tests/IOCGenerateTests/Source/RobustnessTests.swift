import FoundationEssentials
import IOCGenerate
import Testing

@Suite("Damaged sources")
struct RobustnessTests {
    /// Sources of this package as samples of the language.
    private static let samples: [[UInt8]] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path()
        let root = URL(filePath: tests).deletingLastPathComponent().path()
        let files = FileFinder().files(in: [root + "Sources/IOCSource", tests + "IOCGenerateTests/Golden"]).files
        return files.compactMap { try? FileContent.read($0) }
    }()

    @Test("A file that is cut or changed at random is read without a crash")
    func mutations() throws {
        let kit = try SourceKit(Toolchain())
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(1, bound)
        }
        let pieces = [
            "{", "}", "(", ")", "<", ":", "=", ",", "\"", "`", "@", "let ", "func ", "init", "#if A\n", "/*", "->",
            "\\(",
        ]
        for round in 0..<400 {
            var text = Self.samples[random(Self.samples.count)]
            switch round % 3 {
            case 0: text = Array(text.prefix(random(text.count)))
            case 1: text = Array(text.dropFirst(random(text.count)))
            default:
                for _ in 0..<5 {
                    let place = random(text.count)
                    text.replaceSubrange(
                        place..<min(text.count, place + random(4)), with: pieces[random(pieces.count)].utf8)
                }
            }
            // A cut in the middle of a character is repaired, because the loader rejects it.
            text = Array(String(decoding: text, as: UTF8.self).utf8)
            _ = kit.parse(text, path: "Round\(round).swift")
        }
    }

    @Test(
        "Unusual line ends, marks and bytes are read without a crash",
        arguments: ["\u{FEFF}struct A {}", "struct A {}\r", "struct\0A {}", "", "#if A", "import", "let a: Int"])
    func oddities(text: String) throws {
        _ = try model(text)
        _ = try model(text + "\r\nstruct B { let x: Int }\r\n")
    }
}
