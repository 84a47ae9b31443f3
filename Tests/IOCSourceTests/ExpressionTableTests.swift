import IOCSource
import Testing

@Suite("Expressions and types, form by form")
struct ExpressionTableTests {
    /// An expression in a form that shows how it was taken apart.
    private func shape(_ expression: ExpressionSyntax) -> String {
        switch expression.form {
        case .string(let text): "\"\(text)\""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .none: "nil"
        case .name(let name): name
        case .member(let base, let name): "\(base.map(shape) ?? "")›\(name)"
        case .call(let function, let arguments): "\(shape(function))(\(arguments.map(shape).joined(separator: " ")))"
        case .array(let elements): "[\(elements.map(shape).joined(separator: " "))]"
        case .dictionary(let entries):
            "{\(entries.map { "\(shape($0.key))=\(shape($0.value))" }.joined(separator: " "))}"
        case .closure(let text): "<\(text)>"
        case .other: "?\(expression.text)?"
        }
    }

    private func shape(_ argument: ExpressionSyntax.Argument) -> String {
        (argument.label.map { "\($0):" } ?? "") + shape(argument.value)
    }

    /// Whether every part's text stands where the part says it does.
    private func isPlaced(_ expression: ExpressionSyntax, in text: String) -> Bool {
        let bytes = Array(text.utf8)
        let own = Array(expression.text.utf8)
        guard expression.offset + own.count <= bytes.count, bytes[expression.offset...].starts(with: own) else {
            return false
        }
        let parts: [ExpressionSyntax] =
            switch expression.form {
            case .member(let base, _): base.map { [$0] } ?? []
            case .call(let function, let arguments): [function] + arguments.map(\.value)
            case .array(let elements): elements
            case .dictionary(let entries): entries.flatMap { [$0.key, $0.value] }
            default: []
            }
        return parts.allSatisfy { isPlaced($0, in: text) }
    }

    @Test(
        "Each form comes apart, with every part at its place",
        arguments: [
            (" a ", "a"), ("`in`", "in"), ("$0", "$0"), ("try await a", "a"), ("try! a", "?try! a?"),
            ("(a)", "a"), ("( a ).b", "a›b"), ("(a + b).c", "?(a + b)?›c"), ("()", "?()?"),
            (".a", "›a"), (".", "?.?"), ("a.b.c", "a›b›c"), ("a . b", "?a . b?"), ("a\n  .b()", "a›b()"),
            ("a.", "?a.?"),
            ("a.0", "a›0"), ("A<B>.c", "A<B>›c"), ("A<B>()", "A<B>()"), ("A<B", "?A<B?"), ("A<B>", "?A<B>?"),
            ("a.b<C>(d)", "a›b(d)"), ("A<(B) -> C>()", "A<(B) -> C>()"), ("a<b>c", "?a<b>c?"),
            ("[a<b>, c]", "[?a<b>? c]"), ("[1,2]", "[1 2]"), ("[1 ,2 ]", "[1 2]"), ("  a + b", "?a + b?"),
            ("f()", "f()"), ("f(a, b: 1,)", "f(a b:1)"), ("f(a b)", "f(?a b?)"), ("f(a:)", "?f(a:)?"),
            ("f(a", "?f(a?"), ("f(,)", "?f(,)?"), ("f(`a`: 1)", "f(a:1)"), ("f()()", "f()()"), ("f (a)", "?f (a)?"),
            ("f { }", "f(< >)"), ("f(1) { a } ", "f(1 < a >)"), ("f { a } b: { c }", "?f { a } b: { c }?"),
            ("f { a }.g { b }", "f(< a >)›g(< b >)"), ("{ $0 }", "< $0 >"), ("{ \"}\" }", "< \"}\" >"), ("{", "?{?"),
            ("{ /* } */ }", "< /* } */ >"), ("{ // }\n }", "< // }\n >"), ("{ ( }", "?{ ( }?"), ("{ (] }", "?{ (] }?"),
            ("[a, b]", "[a b]"), ("[\n  a,\n  b,\n]", "[a b]"), ("[a + 1, f(x y)]", "[?a + 1? f(?x y?)]"),
            ("[a b, c]", "[?a b? c]"), ("[a: 1, \"b\": 2]", "{a=1 \"b\"=2}"), ("[:]", "{}"), ("[ : ]", "{}"),
            ("[a, b: 1]", "?[a, b: 1]?"), ("[a: ]", "?[a: ]?"), ("[a", "?[a?"), ("[]", "[]"), ("[a][0]", "?[a][0]?"),
            ("[, a]", "?[, a]?"), ("[a /* , */, b]", "[a b]"), ("[// x\n a]", "[a]"), ("[: a]", "?[: a]?"),
            ("[\"a\\(b)c\", d]", "[?\"a\\(b)c\"? d]"), ("[\"\"\"\na, b\n\"\"\", c]", "[?\"\"\"\na, b\n\"\"\"? c]"),
            ("[{ a, b }, c]", "[< a, b > c]"), ("[(a, b), c]", "[?(a, b)? c]"),
            ("[a ? [b] : c, d]", "[?a ? [b] : c? d]"),
            (#""a\n\t\r\0\"\\\'b""#, "\"a\n\t\r\0\"\\'b\""), (#""\u{48}\u{1F600}""#, "\"H😀\""),
            (#""\u{}""#, #"?"\u{}"?"#), (#""\u48}""#, #"?"\u48}"?"#), (#"{ "\(}"#, #"?{ "\(}?"#),
            (#""\u{D800}""#, #"?"\u{D800}"?"#), (#""\u""#, #"?"\u"?"#), (#""\x""#, #"?"\x"?"#),
            ("\"a\nb\"", "?\"a\nb\"?"),
            (#""\"#, #"?"\?"#), ("\"é\"", "\"é\""), ("\"\"", "\"\""),
            ("0", "0"), ("-1", "-1"), ("1_000", "1000"), ("0xFF", "255"), ("0b101", "5"), ("0o17", "15"),
            ("1.5", "1.5"),
            ("1e3", "1000.0"), ("-", "?-?"), ("- 1", "?- 1?"), ("1.", "?1.?"), ("1.a", "1›a"), ("0x", "?0x?"),
            ("99999999999999999999", "1e+20"), ("-0x10", "-16"), ("1...2", "?1...2?"),
            ("true", "true"), ("false", "false"), ("nil", "nil"), ("truer", "truer"), ("trying", "trying"),
            ("a /* b */", "a"), ("/* a */ b", "b"), ("a // b", "a"), ("a /* b", "a"), ("a b", "?a b?"), ("a,", "?a,?"),
            ("[(]", "?[(]?"), ("m(:)", "m(?:?)"), ("r(.a:)", "?r(.a:)?"), ("f(a )", "f(a)"), ("[a: b ]", "{a=b}"),
            ("[ b }, b]", "?[ b }, b]?"), ("[\"a\\", "?[\"a\\?"), ("{{}", "?{{}?"),
            ("[`a /* ]", "?[`a /* ]?"), ("\"\"\"\na\n\"\"\"", "?\"\"\"\na\n\"\"\"?"),
            ("{ /* /* } */ } */ }", "< /* /* } */ } */ >"),
            (#"{ "\([)" }"#, #"?{ "\([)" }?"#), (#"{ "\(]" }"#, #"?{ "\(]" }?"#), (#"{"\"#, #"?{"\?"#),
            ("[a b \n , c]", "[?a b? c]"), ("A<B<C>>()", "A<B<C>>()"), ("A<B<C>, D<E>>.f()", "A<B<C>, D<E>>›f()"),
            ("try await try a", "a"), (#""\t\"\\b\n""#, "\"\t\"\\b\n\""),
            (#"{ "a" b "c" }"#, #"< "a" b "c" >"#), (#"["g("?]"#, #"[?"g("??]"#), (#"["\u"]"#, #"[?"\u"?]"#),
        ])
    func forms(text: String, expected: String) {
        let found = ExpressionSyntax(text)
        #expect(shape(found) == expected)
        #expect(isPlaced(found, in: text))
    }

    @Test("A type changes in every part that it is made of, and in nothing else")
    func mapped() {
        let text = "@Sendable (A<B>, x: [C: [D]], (E?, any F)) async throws -> (some G & H).Type"
        let changed = TypeSyntax(text).mapped { part in
            if case .named(let path) = part {
                .named(path.map { .init($0.name + "1", arguments: $0.arguments) })
            } else {
                part
            }
        }
        let expected = "@Sendable (A1<B1>, x: [C1: [D1]], (E1?, any F1)) async throws -> (some G1 & H1).Type"
        #expect(changed.description == expected)
        #expect(TypeSyntax("~A").mapped { $0 == .name("A") ? .name("B") : $0 } == TypeSyntax("~B"))
        #expect(TypeSyntax("A + B").mapped { _ in .void } == .void)
        #expect(TypeSyntax("[A: B<C>]").size == 4)
    }

    @Test("Sixty brackets within each other come apart, and more than anybody writes are kept as text")
    func depth() {
        func nested(_ count: Int) -> ExpressionSyntax {
            ExpressionSyntax(String(repeating: "[", count: count) + "a" + String(repeating: "]", count: count))
        }
        #expect(shape(nested(60)) == String(repeating: "[", count: 60) + "a" + String(repeating: "]", count: 60))
        #expect(shape(nested(80)).contains("?"))
        #expect(!shape(nested(63)).contains("?") && shape(nested(64)).contains("?"))
        let types = (63...64).map {
            TypeSyntax(String(repeating: "[", count: $0) + "A" + String(repeating: "]", count: $0))
        }
        #expect(types[0].size == 64 && types[1].size == 1)
        func interpolated(_ count: Int) -> ExpressionSyntax {
            let start = String(repeating: "\"\\(", count: count)
            return ExpressionSyntax("{ \(start)\"a\"\(String(repeating: ")\"", count: count)) }")
        }
        #expect(!shape(interpolated(61)).contains("?") && shape(interpolated(62)).contains("?"))
        #expect(!shape(ExpressionSyntax("{ \(String(repeating: "\"a\" ", count: 100)) }")).contains("?"))
        // What stands before the nested one, at each level, makes it no shallower.
        func beside(_ count: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: count) + "A" + String(repeating: close, count: count)
        }
        let lists = (63...64).map { shape(ExpressionSyntax(beside($0, "[a, ", "]"))) }
        #expect(!lists[0].contains("?") && lists[1].contains("?"))
        let strings = (62...63).map { shape(ExpressionSyntax("{ \(beside($0, #""a" "\("#, ")\"")) }")) }
        #expect(!strings[0].contains("?") && strings[1].contains("?"))
        let tuples = (63...64).map { TypeSyntax(beside($0, "(B, ", ")")).size }
        #expect(tuples == [127, 1])
        // What stands side by side is as deep as one of it.
        let names = Array(repeating: "a", count: 70)
        #expect(shape(ExpressionSyntax("[\(names.joined(separator: ","))]")) == "[\(names.joined(separator: " "))]")
        #expect(TypeSyntax("A<\(names.joined(separator: ","))>").size == 71)
    }

    @Test(
        "A closure's parameters, result and value come apart",
        arguments: [
            ("a", [], nil, "a"), ("a, b in c", ["a", "b"], nil, "c"), ("a in", ["a"], nil, nil),
            ("[weak self, x = f(a, b)] a in b", ["a"], nil, "b"), ("[self] in a", [], nil, nil),
            ("(a: A, b: [B: C], _: D) -> E in f", ["a A", "b [B: C]", "_ D"], "E", "f"),
            ("(a, b) in c", ["a", "b"], nil, "c"),
            ("(a: (B) -> C) async throws -> D<E> in f()", ["a (B) -> C"], "D<E>", "f()"),
            ("(a: A) -> [B] in return c", ["a A"], "[B]", "c"), ("(a) b", [], nil, nil), ("() in a", [], nil, nil),
            ("a in return b", ["a"], nil, "b"), ("a in\n\n  return\n    b\n", ["a"], nil, "b"),
            ("returned", [], nil, "returned"),
            ("a in b as C", ["a"], nil, "as C"), ("a in b as? C", ["a"], nil, "as C?"),
            ("a in b as! C", ["a"], nil, "as C"),
            ("a in b as", ["a"], nil, nil), ("a in b as C + D", ["a"], nil, nil), ("a in b + c", ["a"], nil, nil),
            ("a in let b = 1; return b", ["a"], nil, "b"), ("a in b(); c()", ["a"], nil, nil),
            ("a in\n if b { return c }\n return d", ["a"], nil, nil), ("a in f { return b }; g()", ["a"], nil, nil),
            ("a in \"return\"; /* return */ return b // return", ["a"], nil, "b"),
            ("a in let r = f { $0 }\n return r as any P", ["a"], nil, "as any P"),
            ("(a: A) -> B = c", [], nil, nil), ("(a: A", [], nil, nil), ("(a: A) throws in b", ["a A"], nil, "b"),
            ("[ (] a in b", [], nil, nil), ("[self) a in b", [], nil, nil), ("a>>(in", [], nil, nil),
            ("_-in", [], nil, nil), ("a - in b", [], nil, nil), ("(a) ->]in", [], nil, nil),
            ("(a: A) ->  B in c", ["a A"], "B", "c"), ("( a :  A , b ) in c", ["a A", "b"], nil, "c"),
            ("(a: (] ) in b", [], nil, nil), ("(a) -> (B) -> C in d", ["a"], "(B) -> C", "d"),
            ("(a) -> B<C> in d", ["a"], "B<C>", "d"), ("(return c", [], nil, "c"),
            ("a in let x = \"return; return b", ["a"], nil, nil), ("a in { return b }; { return c }", ["a"], nil, nil),
            ("(a: A) -> (in: B, [C: D]) in d", ["a A"], "(in: B, [C: D])", "d"),
            ("[in, (in)] a, b, c in d", ["a", "b", "c"], nil, "d"),
            ("(a) async throws async in d", ["a"], nil, "d"),
            ("a in let b", ["a"], nil, nil), (#"a in f(/**/"return"); return b"#, ["a"], nil, "b"),
            ("a in x(); }; return b", ["a"], nil, "b"), ("a in x { }; return b", ["a"], nil, "b"),
        ] as [(String, [String], String?, String?)])
    func closures(text: String, parameters: [String], result: String?, value: String?) {
        let closure = ClosureSyntax(text)
        #expect(closure.parameters.map { $0.name + ($0.type.map { " \($0)" } ?? "") } == parameters)
        #expect(closure.result?.description == result)
        let found: String? =
            switch closure.value {
            case .expression(let expression)?: shape(expression)
            case .cast(let type)?: "as \(type)"
            case nil: nil
            }
        #expect(found == value)
    }

    @Test(
        "A type prints as it reads, in one spelling",
        arguments: [
            ("A.B<C", nil), ("A<B,", nil), ("`a", nil), ("A", "A"), (" A . B ", "A.B"), ("`in`.A", "in.A"),
            ("A<B,C<D>>", "A<B, C<D>>"), ("A<B", nil), ("A.", nil),
            ("A?", "A?"), ("A!", "A?"), ("A??", "A??"), ("Optional<A>", "A?"), ("Swift.Optional<A>", "A?"),
            ("Optional<A>.B", "Optional<A>.B"), ("Other.Optional<A>", "Other.Optional<A>"), ("Optional", "Optional"),
            ("[A]", "[A]"), ("[A:B]", "[A: B]"), ("[A]?", "[A]?"), ("[A", nil), ("[A:B", nil), ("[]", nil),
            ("Array<A>", "[A]"), ("Swift.Array<A>", "[A]"), ("Dictionary<A,B>", "[A: B]"),
            ("Dictionary<A>", "Dictionary<A>"),
            ("()", "Void"), ("Void", "Void"), ("Swift.Void", "Void"), ("(A)", "A"), ("(A,B)", "(A, B)"),
            ("(a:A,b:B)", "(a: A, b: B)"),
            ("(a: A)", "(a: A)"), ("(A,)", "A"), ("(A", nil), ("(a:)", nil),
            ("(A)->B", "(A) -> B"), ("()->()", "() -> Void"), ("(A)async throws->B", "(A) async throws -> B"),
            ("(A) throws(E) -> B", "(A) throws(E) -> B"), ("(A)rethrows->B", nil), ("A->B", nil),
            ("(_ a:A)->B", "(A) -> B"), ("(A...)->B", nil), ("(inout A)->B", "(inout A) -> B"),
            ("((A)->B)?", "((A) -> B)?"), ("(A)->B?", "(A) -> B?"), ("(A)->(B)->C", "(A) -> (B) -> C"),
            ("any P", "any P"), ("any P&Q", "any P & Q"), ("(any P)?", "(any P)?"), ("some P", "some P"),
            ("anyone", "anyone"),
            ("P & Q & R", "P & Q & R"), ("(P & Q)?", "(P & Q)?"), ("P &", nil), ("& P", nil),
            ("A.Type", "A.Type"), ("(any P).Type", "(any P).Type"), ("A.Protocol", "A.Protocol"),
            ("A.Type?", "A.Type?"),
            ("@Sendable ()->Void", "@Sendable () -> Void"), ("@escaping (A)->B", "(A) -> B"),
            ("@MainActor A", "@MainActor A"),
            ("borrowing A", "borrowing A"), ("sending A", "sending A"), ("isolated A", "isolated A"),
            ("~Copyable", "~Copyable"),
            ("P & ~Copyable", "P & ~Copyable"), ("repeat each T", "repeat each T"), ("", nil), ("A B", nil),
            ("A /* b */", "A"),
            ("A // b\n.C", "A.C"), ("1", "1"), ("A+B", nil), ("A<1>", "A<1>"), ("@ A", nil), ("@A(b) C", "@A(b) C"),
            ("(A)=>B", nil), ("(A)-+B", nil), ("(A, B, C)", "(A, B, C)"), ("A?!?", "A???"),
            ("@A @escaping __owned @B ()->C", "@A @B () -> C"),
            ("()throws(n", nil), ("()throws(E)", nil), ("()t", nil), ("() throws", nil),
            ("(t t: A) -> B", "(t: A) -> B"), ("(_: E)", "E"),
            ("(A)async->B", "(A) async -> B"), ("~Swift", "~Swift"), ("isolated[A]", "isolated [A]"), ("any", "any"),
            ("Swift<A>.B", "Swift<A>.B"), ("__owned A", "A"), ("repeat each ", "repeat each"), ("() ->", nil),
            ("() throws(E) ->", nil), ("(inout", nil),
            ("each?", "each?"), ("each.A", "each.A"), ("A /", nil), ("A /* /* b */ */", "A"), ("A //", "A"),
            ("().T", nil), ("(A, B).T", nil), ("(A) / B", nil),
            ("nonisolated(nonsending) () async -> A", "nonisolated(nonsending) () async -> A"),
            ("nonisolated A", nil), ("nonisolated(x) A", nil), ("nonisolated(nonsending A", nil),
            ("nonisolated(nonsending)", nil),
        ] as [(String, String?)])
    func types(text: String, expected: String?) {
        let type = TypeSyntax(text)
        if let expected {
            #expect(type.description == expected)
            #expect(TypeSyntax(expected) == type)
        } else {
            let isVerbatim = if case .verbatim = type { true } else { false }
            #expect(isVerbatim, "\(type)")
        }
    }
}
