import Testing

@testable import IOCMacroExpansion

@Suite("The members of a class")
struct MemberTests {
    /// A member in a form that shows what was read.
    private func shape(_ member: Member, _ text: ClassText) -> String {
        switch member {
        case .directive(let text): return text
        case .macro(let token): return text.tokens[token].text
        case .initializer(let initializer): return initializer.isPlain ? "init()" : "init(…)"
        case .property(let property):
            let marks: [(String, Bool)] = [
                ("static", property.isStatic), ("let", property.isLet), ("computed", property.isComputed),
                ("observed", property.isObserved), ("among", property.sharesKeyword),
                ("conditional", property.isConditional), ("wrapped", property.isWrapped), ("shared", property.isShared),
            ]
            return ([property.spelling] + marks.filter(\.1).map(\.0)).joined(separator: " ")
        }
    }

    private func members(_ body: String) throws -> [String] {
        let text = try #require(ClassText("final class X {\n\(body)\n}"))
        return text.members.map { shape($0, text) }
    }

    @Test(
        "Are found whatever stands between and inside them",
        arguments: [
            ("let a = 1\nvar b: Int", ["a let shared", "b shared"]),
            ("let a, b: Int", ["a let among shared", "b let among shared"]),
            ("let a = 1, b = 2", ["a let among shared", "b let among shared"]),
            ("let (a, (b, _)) = f()", ["a let among shared", "b let among shared"]),
            ("let (x: a, y: b) = f()", ["a let among shared", "b let among shared"]), ("let _ = 1", []),
            ("var a = f(b, c), d: Int", ["a among shared", "d among shared"]), ("var a = b, c == d", ["a shared"]),
            ("var a: [Int: String] = [1: \"a\"], b = 2", ["a among shared", "b among shared"]),
            ("var a: Dictionary<Int, B>, c = 1", ["a among shared", "c among shared"]),
            ("var a: Int { 1 }", ["a computed"]), ("var a: Int { get { 1 } set {} }", ["a computed"]),
            ("var a: Int { didSet {} }", ["a observed shared"]), ("var a = 1 { willSet {} }", ["a observed shared"]),
            ("var a: Int { @X didSet {} }", ["a observed shared"]), ("var a: Int { didSetting }", ["a computed"]),
            ("var a = { 1 }()\nlet b = 1", ["a shared", "b let shared"]),
            ("var a = b { didSet }\nvar c = 1", ["a observed shared", "c shared"]),
            ("static var a = 1; class var b: Int { 1 }", ["a static", "b static computed"]),
            ("@Autowired var a: A\n@IOC.Value<Int>(\"b\") var b", ["a wrapped shared", "b wrapped shared"]),
            (
                "@IOC::Autowired var a: A\n@A.B::Value<C<D, E>, F>(\"b\") var b\n@Other @X.Value(1) @Y var c: C",
                ["a wrapped shared", "b wrapped shared", "c wrapped shared"]
            ),
            ("nonisolated(unsafe) var a = 1\n@MainActor var b = 1", ["a", "b"]),
            ("private(set) var a = 1", ["a shared"]),
            ("init() {}", ["init()"]), ("init(a: Int) {}", ["init(…)"]), ("init() throws {}", ["init(…)"]),
            ("init?() {}", ["init(…)"]),
            ("init { let a: A }\nlet b = 1", ["b let shared"]), ("let [a] = b\nlet c = 1", ["c let shared"]),
            ("var a = b ? c : d { didSet {} }", ["a observed shared"]),
            ("init(a: A) { let b = 1 }\nlet c = 1", ["init(…)", "c let shared"]),
            ("let a = -b!\nlet c = 1", ["a let shared", "c let shared"]),
            ("let a = A.init(b)\nlet c = 1", ["a let shared", "c let shared"]),
            ("init(: A) {}", ["init()"]), ("init(a:) {}", ["init()"]),
            ("init() async {}", ["init(…)"]), ("init() where T: P {}", ["init()"]),
            ("init( ) {}\nlet a = 1", ["init()", "a let shared"]),
            ("func f() { let a = 1 }\nlet b = 1", ["b let shared"]), ("func f() -> [Int] { var a = 1 }", []),
            ("struct S { var a = 1 }\nenum E { case a }\nlet b = 1", ["b let shared"]),
            ("class C { var a = 1 }\nactor A { var a = 1 }", []),
            ("deinit { let a = 1 }\nsubscript(a: Int) -> Int { a }\nlet c = 1", ["c let shared"]),
            ("typealias A = B\nlet c = 1", ["c let shared"]),
            ("typealias A = (B) ->\n  C; let d = 1", ["d let shared"]),
            (
                "#if A\nvar a = 1\n#elseif B && C\nlet b = 1\n#else\n#endif\nvar d = 1",
                [
                    "#if A", "a conditional shared", "#elseif B && C", "b let conditional shared", "#else", "#endif",
                    "d shared",
                ]
            ),
            (
                "#if A\n#if B\nvar a = 1\n#endif\nvar b = 1\n#endif",
                ["#if A", "#if B", "a conditional shared", "#endif", "b conditional shared", "#endif"]
            ),
            ("#fill(1) { var a = 1 }\nlet b = 1", ["#fill", "b let shared"]),
            ("#fill<A, B>(c)\nlet d = 1", ["#fill", "d let shared"]),
            ("#warning(\"let a = 1\")\nlet b = 1", ["b let shared"]),
            ("#fill\n(let, a)\nlet c = 1", ["#fill", "c let shared"]),
            ("var a = b\n  .c()\nlet d = 1", ["a shared", "d let shared"]),
            ("var a = b\n  #if A\n  .c()\n  #else\n  .d()\n  #endif\nlet e = 1", ["a shared", "e let shared"]),
            ("var a = b\n#if A\nvar c = 1\n#endif", ["a shared", "#if A", "c conditional shared", "#endif"]),
            ("var a = b\n  #if A\n  #if B\n  .c()\n  #endif\n  #endif\nlet e = 1", ["a shared", "e let shared"]),
            ("var a = try\n  await f()\nlet b = 1", ["a shared", "b let shared"]),
            ("var a = b ??\n  `let`\nlet c = 1", ["a shared", "c let shared"]),
            ("var a = f { 1 }\n  final: { 2 }\nlet b = 1", ["a shared", "b let shared"]),
            ("var a: B?\nlet c = 1", ["a shared", "c let shared"]),
            ("var a: Array<B>\nlet c = 1", ["a shared", "c let shared"]),
            ("var a: any\n  P\nlet c = 1", ["a shared", "c let shared"]),
            ("var a =\n  1\nlet c = 1", ["a shared", "c let shared"]),
            ("var a = b as\n C\n@X var d = 1", ["a shared", "d shared"]),
            ("var a = c ? d :\n  e\nlazy var f = 1", ["a shared", "f shared"]),
            ("let a: (B) -> C = { _ in d }, e = 1", ["a let among shared", "e let among shared"]),
            ("var `in` = 1, `let`: Int", ["`in` among shared", "`let` among shared"]),
            ("case a\nlet b = 1", ["b let shared"]),
            ("let a = x < y, b = 1", ["a let among shared", "b let among shared"]),
            ("let a = 1;let b = 2", ["a let shared", "b let shared"]),
            ("precedencegroup A { higherThan: B }\nlet c = 1", ["c let shared"]),
            ("import struct A.B\nlet c = 1", ["c let shared"]),
            ("#fill { var a = 1 }\nlet b = 1", ["#fill", "b let shared"]),
            ("#fill(\"a\") { var b = 1 }\nlet c = 1", ["#fill", "c let shared"]),
            ("#fill<[A], B>(c) { var b = 1 }\nlet d = 1", ["#fill", "d let shared"]),
            ("var a: Int { let b = 1; return b }\nlet c = 1", ["a computed", "c let shared"]),
            ("init<T>() {}\ninit(_ a: (), b: T) {}", ["init(…)", "init(…)"]),
            ("let a =1, b =2", ["a let among shared", "b let among shared"]),
            ("let a=1,b=2", ["a let among shared", "b let among shared"]),
            ("let a = 1, _ = f()\nlet b = 2", ["a let shared", "b let shared"]),
            ("let a = #line\nlet b = 1", ["a let shared", "b let shared"]),
            ("var a = b\n  #if A\n  .c()\n  #endif\n; let e = 1", ["a shared", "e let shared"]),
            ("var a = b\n  #if A\n  .c()\n  #endif\n  , d = 2", ["a among shared", "d among shared"]),
            ("var a = b\n#if A\n.c()", ["a shared"]),
            ("var a = b +\n  #line\nlet c = 1", ["a shared", "c let shared"]),
            ("var a = c ?\n  #line : d\nlet e = 1", ["a shared", "e let shared"]),
            ("var a = b\n#fill(1)\nlet c = 1", ["a shared", "#fill", "c let shared"]),
            ("let a = c\n  as Any, b = 2", ["a let among shared", "b let among shared"]),
            ("var a = `in`\nlet b = 1", ["a shared", "b let shared"]),
            ("var a = b ??\n  #line\nlet c = 1", ["a shared", "c let shared"]),
            ("var a: [B<C>]?\nlet d: E<F>?!\nlet g = 1", ["a shared", "d let shared", "g let shared"]),
            ("let a = 1...\nlet b = 2", ["a let shared", "b let shared"]),
            ("let a = b%\n@X var c = 1", ["a let shared", "c shared"]),
            ("let a:\n  @Sendable () -> Void\nlet b = 1", ["a let shared", "b let shared"]),
            ("let a:\n  @Sendable () -> Void, b: Int", ["a let among shared", "b let among shared"]),
            (
                "let a: () ->\n  @MainActor A, b =\n  #line\nlet c = 1",
                ["a let among shared", "b let among shared", "c let shared"]
            ),
        ])
    func table(body: String, expected: [String]) throws {
        #expect(try members(body) == expected)
    }

    @Test(
        "A declaration's head comes apart",
        arguments: [
            (
                "final class Shop: Base, A.B<C, D>, any P & Q where T: U { }", "Shop",
                ["Base", "A.B<C, D>", "any P & Q"]
            ),
            ("class A<B: C<D<E>>>: F<G<H>, I>, J<K<L, M>> {}", "A", ["F<G<H>, I>", "J<K<L, M>>"]),
            ("actor A{}", "A", []), ("class A<B: C>: D<B> {}", "A", ["D<B>"]), ("class A where B: C {}", "A", []),
            ("public extension A.B {}", "A", []), ("@X(y: z) class `in` {}", "in", []),
        ])
    func heads(text: String, name: String, inherited: [String]) throws {
        let read = try #require(ClassText(text))
        #expect(read.nameText == name)
        #expect(read.inherited == inherited)
        #expect((read.generics != nil) == text.contains("A<"))
    }

    @Test(
        "What is no type's declaration is none",
        arguments: ["", "class", "class A", "class A {", "{ }", "@A", "class \"A\" {}", "1 2", "= A {}", "\"s\" A {}"])
    func none(text: String) {
        #expect(ClassText(text) == nil)
    }

    @Test("Who says Sendable, who is final, who is isolated, and who declares traits")
    func marks() throws {
        func marks(_ text: String) throws -> [Bool] {
            let read = try #require(ClassText(text))
            return [read.saysSendable, read.isFinal, read.isIsolated, read.declaresTraits, read.isReferenceType]
        }
        #expect(try marks("class A: B, @unchecked Sendable {}") == [true, false, false, false, true])
        #expect(try marks("class A: B & Swift.Sendable {}") == [true, false, false, false, true])
        #expect(try marks("class A: SendableThing {}") == [false, false, false, false, true])
        #expect(try marks("final class A { static var traits: [T] { [] } }") == [false, true, false, true, true])
        #expect(try marks("actor A { var traits: [T] = [] }") == [false, true, true, false, true])
        #expect(try marks("@MainActor class A { static var trait: [T] { [] } }") == [false, false, true, false, true])
        #expect(try marks("struct A {}") == [false, true, false, false, false])
    }
}
