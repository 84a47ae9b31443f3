import Testing

@testable import IOCMacroExpansion

@Suite("The tokens of a declaration")
struct LexerTests {
    @Test(
        "Comments, literals and brackets end where the compiler ends them",
        arguments: [
            ("a/* { /* } */ */b", ["word a", "word b"]), ("a // }\r\nb", ["word a", "word b"]),
            ("a/*", ["word a"]), ("a/**/", ["word a"]), ("\u{FEFF}a\0b", ["word a", "word b"]),
            (#""a\"b" c"#, [#"string "a\"b""#, "word c"]),
            (#""\(f(")"))" c"#, [#"string "\(f(")"))""#, "word c"]),
            (##"#"a"b\(c"# d"##, [##"string #"a"b\(c"#"##, "word d"]),
            (##"#"\#(")")"# d"##, [##"string #"\#(")")"#"##, "word d"]),
            (###"##"a"#b"## c"###, [###"string ##"a"#b"##"###, "word c"]),
            (#"##"" d"#, [#"string ##"" d"#]),
            ("\"\"\"\na\"b\"\"c\n\"\"\" d", ["string \"\"\"\na\"b\"\"c\n\"\"\"", "word d"]),
            ("#/a/b/# c", ["regex #/a/b/#", "word c"]),
            (#"##/a/#b\/##/## c"#, [#"regex ##/a/#b\/##/##"#, "word c"]),
            ("#if DEBUG", ["pound #if", "word DEBUG"]), ("#", ["pound #"]),
            ("#macro(1)", ["pound #macro", "sign (", "word 1", "sign )"]),
            ("`in` é $0", ["word in", "word é", "word $0"]), ("`a`", ["word a"]), ("`", ["word "]),
            ("a->b-c", ["word a", "sign ->", "word b", "sign -", "word c"]),
            ("x = /a)b/", ["word x", "sign =", "sign /", "word a", "sign )", "word b", "sign /"]),
            ("x = /a(b)\\/c/ d", ["word x", "sign =", "regex /a(b)\\/c/", "word d"]),
            ("return /a/", ["word return", "regex /a/"]),
            ("a /b/ c", ["word a", "sign /", "word b", "sign /", "word c"]),
            ("(a) /b/ c", ["sign (", "word a", "sign )", "sign /", "word b", "sign /", "word c"]),
            ("a! /b/", ["word a", "sign !", "sign /", "word b", "sign /"]), ("! /b/", ["sign !", "regex /b/"]),
            ("= / b/", ["sign =", "sign /", "word b", "sign /"]),
            ("= /b\n/", ["sign =", "sign /", "word b", "sign /"]),
            ("a/*", ["word a"]), ("a /* b *", ["word a"]),
            (#""\(("")" "#, [#"string "\(("")" "#]), (#""\((1)) a" b"#, [#"string "\((1)) a""#, "word b"]),
            ("ﬀ a", ["word ﬀ", "word a"]), ("À b", ["word À", "word b"]),
            ("x=/a/ b", ["word x", "sign =", "regex /a/", "word b"]),
            ("#\"\"\"\na\"# b\n\"\"\"# c", ["string #\"\"\"\na\"# b\n\"\"\"#", "word c"]),
            ("#/#a/# b", ["regex #/#a/#", "word b"]), ("#/a#b/# c", ["regex #/a#b/#", "word c"]),
            ("#/a\\", ["regex #/a\\"]),
            ("#/a", ["regex #/a"]), (##"#"\"# c"##, [##"string #"\"#"##, "word c"]), (#""a\"#, [#"string "a\"#]),
            ("= /a", ["sign =", "sign /", "word a"]), ("= /)", ["sign =", "sign /", "sign )"]), ("/a/", ["regex /a/"]),
            ("/", ["sign /"]),
            (#""\(f(g(h(1)), "x"))" c"#, [#"string "\(f(g(h(1)), "x"))""#, "word c"]),
            ("a/* /* /* b */ */ c */d", ["word a", "word d"]),
            ("= /a((b))c/ d", ["sign =", "regex /a((b))c/", "word d"]),
            // Each of them behind something else, too.
            ("x = \"a\\\"b\" c", ["word x", "sign =", "string \"a\\\"b\"", "word c"]),
            ("x = #\"a\"b\"# c", ["word x", "sign =", "string #\"a\"b\"#", "word c"]),
            ("x = #/a/b/# c", ["word x", "sign =", "regex #/a/b/#", "word c"]),
            (##"#"a"# #"b"# c"##, [##"string #"a"#"##, ##"string #"b"#"##, "word c"]),
            ("#/a/# #/b/# c", ["regex #/a/#", "regex #/b/#", "word c"]),
            ("x #if y", ["word x", "pound #if", "word y"]), ("x \u{FEFF}y", ["word x", "word y"]),
            ("x `y` z", ["word x", "word y", "word z"]), ("abc -> d", ["word abc", "sign ->", "word d"]),
            ("x // y\nz // w\n v", ["word x", "word z", "word v"]),
            ("x = \"\"\"\na\n\"\"\" c", ["word x", "sign =", "string \"\"\"\na\n\"\"\"", "word c"]),
        ] as [(String, [String])])
    func texts(text: String, expected: [String]) {
        #expect(Lexer.tokens(of: text).map { "\($0.kind) \($0.text)" } == expected)
    }

    @Test("Brackets know their partners, inside out, and one too many has none")
    func partners() {
        #expect(Lexer.tokens(of: "{ (a)[b] }").map(\.partner) == [7, 3, nil, 1, 6, nil, 4, 0])
        #expect(Lexer.tokens(of: "a) (b").map(\.partner) == [nil, nil, nil, nil])
        #expect(Lexer.tokens(of: "\"(\" )").map(\.partner) == [nil, nil])
    }

    @Test("Each token tells whether it starts a line, whether it touches the one before, and where it stands")
    func places() {
        let tokens = Lexer.tokens(of: "é(b /* \n */ c)\r\n// x\n d /* x */ e")
        #expect(tokens.map(\.text) == ["é", "(", "b", "c", ")", "d", "e"])
        #expect(tokens.map(\.startsLine) == [true, false, false, true, false, true, false])
        #expect(tokens.map(\.isAdjacent) == [false, true, true, false, true, false, false])
        #expect(tokens.map(\.range) == [0..<2, 2..<3, 3..<4, 13..<14, 14..<15, 23..<24, 33..<34])
        #expect(Lexer.tokens(of: "`a` b").map(\.isQuoted) == [true, false])
    }

    @Test("A word stands for itself where it is not quoted, and a sign is no name") func words() {
        let tokens = Lexer.tokens(of: "`a` \"a\" a `{` {")
        #expect(tokens.map { $0.isWord("a") } == [false, false, true, false, false])
        #expect(tokens.map { $0.isSign("{") } == [false, false, false, false, true])
        #expect(!Token(kind: .string, text: "a", range: 0..<1).isWord("a"))
        #expect(Lexer.tokens(of: "#if `#if` #fill if").map(\.isDirective) == [true, false, false, false])
    }

    // MARK: Attributes and modifiers

    private func prefix(_ text: String) -> (DeclarationPrefix, rest: String) {
        let tokens = Lexer.tokens(of: text)
        var index = 0
        let prefix = tokens.readPrefix(&index, end: tokens.count)
        return (prefix, index < tokens.count ? tokens[index].text : "")
    }

    @Test(
        "Modifiers are read up to the word that says what is declared",
        arguments: [
            ("public private(set) final var a", ["public", "private", "final"], "var"),
            ("class final func f()", ["class", "final"], "func"), ("class var a", ["class"], "var"),
            ("final class Name", ["final"], "class"), ("class `var` {}", [], "class"), ("class", [], "class"),
            ("`final` class A", [], "final"), ("static subscript(a: Int)", ["static"], "subscript"),
            ("static", ["static"], ""), ("private(", ["private"], ""), ("#if A", [], "#if"), ("#if A\n@X", [], "#if"),
            ("#if A\n#endif\nfinal var a", [], "#if"), ("#else\n@X final var a", [], "#else"),
            ("#endif\n@X final var a", [], "#endif"), ("#if A\n@X\n#endif\nfinal var a", ["final"], "var"),
        ] as [(String, [String], String)])
    func modifiers(text: String, expected: [String], rest: String) {
        let (prefix, next) = prefix(text)
        #expect(prefix.modifiers == expected)
        #expect(next == rest)
    }

    @Test("Only what is marked unsafe is unsafe")
    func unsafe() {
        #expect(prefix("private(set) nonisolated(unsafe) var a").0.unsafeModifiers == ["nonisolated"])
        #expect(prefix("unowned(safe) private(set) var a").0.unsafeModifiers == [])
        #expect(prefix("nonisolated var a").0.unsafeModifiers == [])
    }

    @Test(
        "Attributes have names without modules and generic arguments, and what stands between their parentheses",
        arguments: [
            ("@Autowired(\"a\") var b", "Autowired", "\"a\"", "var"),
            ("@IOC.Value<Int>(\"a\", x) var b", "Value", "\"a\",x", "var"),
            ("@IOC::Autowired var b", "Autowired", nil, "var"), ("@MainActor (a)", "MainActor", nil, "("),
            ("@a() let b", "a", "", "let"), ("@a <b> c", "a", nil, "<"), ("@a .b", "a", nil, "."), ("@", "", nil, ""),
            ("@A<B<C>, D>(e) var f", "A", "e", "var"), ("@a(b", "a", "b", "b"),
            ("@MainActor", "MainActor", nil, ""), ("@IOC::Auto", "Auto", nil, ""),
            ("@a.b", "b", nil, ""), ("@#", "", nil, "#"), ("@a[b]", "a", nil, "["),
        ] as [(String, String, String?, String)])
    func attributes(text: String, name: String, arguments: String?, rest: String) {
        let (prefix, next) = prefix(text)
        #expect(prefix.attributes.map(\.name) == [name])
        let tokens = Lexer.tokens(of: text)
        #expect(prefix.attributes.first?.arguments.map { tokens[$0].map(\.text).joined() } == arguments)
        #expect(next == rest)
        #expect(prefix.attribute(name) != nil && prefix.attribute("other") == nil)
    }

    @Test("A list comes apart at the commas that stand in no brackets")
    func pieces() {
        let tokens = Lexer.tokens(of: "a, f(b, c), [d, e], G<H, I>.j, k,")
        let pieces = tokens.pieces(0..<tokens.count).map { tokens[$0].map(\.text).joined() }
        #expect(pieces == ["a", "f(b,c)", "[d,e]", "G<H,I>.j", "k"])
        let cut = Lexer.tokens(of: "a<b, c")
        #expect(cut.pieces(0..<cut.count).count == 1)
    }
}
