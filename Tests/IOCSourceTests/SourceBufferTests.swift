import Testing

@testable import IOCSource

@Suite("A file's bytes")
struct SourceBufferTests {
    /// Some bytes amid others, which nothing may look at.
    private func within<Result>(_ text: String, _ body: (SourceBuffer) -> Result) -> Result {
        Array("ab\(text)ab".utf8).withUnsafeBufferPointer { bytes in
            body(SourceBuffer(UnsafeBufferPointer(rebasing: bytes[2..<bytes.count - 2])))
        }
    }

    @Test("A word is looked for inside only, up to the last byte")
    func words() {
        within("bcd") { buffer in
            #expect(
                buffer.starts(with: "bcd", at: 0) && buffer.starts(with: "cd", at: 1) && buffer.starts(with: "", at: 3))
            #expect(
                !buffer.starts(with: "bb", at: -1) && !buffer.starts(with: "da", at: 2)
                    && !buffer.starts(with: "c", at: 0))
            #expect(!buffer.starts(with: "a", at: 3) && !buffer.starts(with: "b", at: 4))
        }
    }

    @Test(
        "A word ends where no part of a name follows, or with its backtick",
        arguments: [
            ("bc d", 0, 2), ("bc d", 2, 2), ("bc d", 3, 4), ("bc d", 4, 4), ("é_9-", 0, 4), ("`b c` d", 0, 5),
            ("`bc", 0, 3), ("`", 0, 1), ("", 0, 0), ("AZaz09(", 0, 6), ("[a", 0, 0), ("^a", 0, 0), ("{a", 0, 0),
            ("~a", 0, 0), ("À(", 0, 2), ("@[`{/:", 0, 0), ("/:@[{", 1, 1),
        ])
    func ends(text: String, start: Int, end: Int) {
        #expect(within(text) { $0.endOfWord(at: start) } == end)
    }

    @Test("Lines and columns are counted from one, in bytes, whatever ends the last line")
    func positions() {
        within("é\nb\n\nc\n") { buffer in
            let places = (0...7).map { buffer.position($0) }.map { "\($0.line):\($0.column)" }
            #expect(places == ["1:1", "1:2", "1:3", "2:1", "2:2", "3:1", "4:1", "4:2"])
            #expect((-1...6).map { buffer.offset(ofLine: $0) } == [0, 0, 0, 3, 5, 6, 8, 8])
        }
        #expect(within("") { $0.position(0).line } == 1)
    }

    @Test("Text comes without the white space around it, and starts where it starts")
    func texts() {
        within(" \t\u{B}b c\r\n ") { buffer in
            let text = buffer.text(0..<buffer.count)
            #expect(text.text == "b c" && text.position.offset == 3)
            #expect(buffer.text(0..<2).text == "" && buffer.text(3..<90).text == "b c")
            #expect(buffer.span(-5, 3) == 0..<3 && buffer.span(2, 90) == 2..<9 && buffer.span(5, 2) == 5..<5)
        }
    }

    @Test(
        "Spaces and comments are passed over, comments in comments too",
        arguments: [
            (" b", 1), ("// x\nb", 5), ("// x", 4), ("/* /* */ */ b", 12), ("/* /* */ b", 10), ("/b", 0), ("/", 0),
            ("b/c", 0), ("/* a *", 6), ("/* a /", 6),
            ("/*/b", 4),
            ("/**/b", 4), ("\u{8}b", 0), ("\u{E}b", 0), ("/* x */// y\n/* z */b", 19),
        ])
    func trivia(text: String, end: Int) {
        #expect(within(text) { $0.skippingTrivia(from: 0) } == end)
    }

    @Test(
        "A name is without the backticks around it, and a lone one is none",
        arguments: [("`a`", "a"), ("a", "a"), ("`a", "`a"), ("a`", "a`"), ("`", "`"), ("``", ""), ("", "")])
    func backticks(text: String, name: String) {
        #expect(text.withoutBackticks == name)
    }

    @Test("An import has its attributes with their arguments, its level, and starts with the first of them")
    func imports() throws {
        let file = try model(
            "@_spi(Testing)  \n public   import A\n@preconcurrency  @testable\t\timport struct B.C.D // x\n"
                + "f(); import E; g()\nimport F\n@_documentation(visibility: internal)  public\timport G"
        )
        #expect(file.imports.map(\.module) == ["A", "B", "E", "F", "G"])
        #expect(file.imports.map(\.target) == ["A", "struct B.C.D", "E", "F", "G"])
        let attributes = [
            ["@_spi(Testing)"], ["@preconcurrency", "@testable"], [], [], ["@_documentation(visibility: internal)"],
        ]
        #expect(file.imports.map(\.attributes) == attributes)
        #expect(file.imports.map(\.writtenAccess) == [.public, nil, nil, nil, .public])
        let places = file.imports.map { "\($0.position.line):\($0.position.column)" }
        #expect(places == ["1:1", "3:1", "4:6", "5:1", "6:1"])
    }
}
