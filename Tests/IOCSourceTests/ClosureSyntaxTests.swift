import IOCSource
import Testing

@Suite("Closures as text")
struct ClosureSyntaxTests {
    @Test("A signature comes apart into parameters and result")
    func signatures() {
        let closure = ClosureSyntax(" [weak self] (core: Core, user: [String: Int]) throws -> any Clock in Quartz() ")
        #expect(closure.parameters.map(\.name) == ["core", "user"])
        #expect(closure.parameters.map { $0.type?.description } == ["Core", "[String: Int]"])
        #expect(closure.result?.description == "any Clock")
        let function = ClosureSyntax("(_: Core) -> (Int) -> Void in make() ")
        #expect(function.parameters.map(\.name) == ["_"])
        #expect(function.result?.description == "(Int) -> Void")
        #expect(ClosureSyntax(" core, user in Session() ").parameters.map(\.name) == ["core", "user"])
        #expect(ClosureSyntax(" Session() ").parameters.isEmpty)
        #expect(ClosureSyntax("").parameters.isEmpty)
        for broken in ["(a: [) in b", "[a in b", "[(] a in b", "(a: B in c", "(a: B) -> C } in d", "a, b", "in b"] {
            let closure = ClosureSyntax(broken)
            #expect(closure.parameters.isEmpty && closure.result == nil, "\(broken)")
        }
        let arrows = ClosureSyntax("( a : (B) -> C , d : E<F> ) async throws -> [(G) -> H<I>] in j")
        #expect(arrows.parameters.map { $0.type?.description } == ["(B) -> C", "E<F>"])
        #expect(arrows.result?.description == "[(G) -> H<I>]")
    }

    @Test(
        "What a closure returns is its only expression, or what its only return gives",
        arguments: [
            ("_ in Quartz()", "Quartz()"), ("_ in return try core.clock()", "core.clock()"),
            ("_ in\n  let x = 1 // return\n  log(\"return\")\n  return Quartz(x)\n", "Quartz(x)"),
            ("_ in if x { return A() } else { return B() }", nil), ("_ in let a = A()\n a.b = 1\n return a", "a"),
            ("_ in a { return B() }\n c()", nil), ("_ in a { return B() as C }\n c()", nil), ("_ in", nil),
            ("_ in if x { y() }\n z { }\n return A()", "A()"), ("_ in if x { return A() }\n return B()", nil),
            ("_ in return a\n \"return", nil), ("_ in b(\"return\"); return a // return", "a"), ("_ in \"open", nil),
            ("(", nil), ("_ in f/* return */(); return a", "a"), ("_ in f\"return\"; return a", "a"),
        ] as [(String, String?)])
    func values(text: String, wanted: String?) {
        let value = ClosureSyntax(text).value
        var found: String?
        if case .expression(let expression)? = value { found = expression.text }
        #expect(found == wanted)
    }

    @Test("A cast says the type", arguments: [("as any Clock", "any Clock"), ("as! Dog", "Dog"), ("as? Dog", "Dog?")])
    func casts(cast: String, wanted: String) {
        var found: TypeSyntax?
        if case .cast(let type)? = ClosureSyntax("(_: Core) in Quartz() \(cast)").value { found = type }
        #expect(found == TypeSyntax(wanted))
    }
}
