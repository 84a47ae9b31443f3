import IOCSource
import Testing

@Suite("Expressions as text")
struct ExpressionSyntaxTests {
    @Test("A component's traits come apart")
    func traits() throws {
        let text = """
            [.named("str\\"ipe"), .primary, // why
             .order(-10), .scope(.prototype), .when(property: "a.b", equals: true), .whenMissing((any Sink).self),
             ComponentTrait.dependsOn("x", "y"), isFast ? .lazy : .primary]
            """
        let elements = try #require(ExpressionSyntax(text).elements)
        #expect(elements.count == 8)
        #expect(elements[0].callee?.name == "named")
        #expect(elements[0].callee?.arguments.first?.value.string == "str\"ipe")
        #expect(elements[1].callee?.name == "primary")
        #expect(elements[1].callee?.arguments.isEmpty == true)
        #expect(elements[2].callee?.arguments.first?.value.form == .integer(-10))
        #expect(elements[3].callee?.arguments.first?.value.callee?.name == "prototype")
        #expect(elements[4].callee?.arguments.map(\.label) == ["property", "equals"])
        #expect(elements[4].callee?.arguments.last?.value.form == .boolean(true))
        #expect(elements[5].callee?.arguments.first?.value.text == "(any Sink).self")
        #expect(elements[6].callee?.name == "dependsOn")
        #expect(elements[6].callee?.arguments.map(\.value.string) == ["x", "y"])
        #expect(elements[7].form == .other)
        #expect(elements[7].text == "isFast ? .lazy : .primary")
        #expect(Array(text.utf8)[elements[6].offset...].starts(with: "ComponentTrait".utf8))
    }

    @Test("Definitions come apart, closures and what is chained to them included")
    func definitions() throws {
        let simple = ExpressionSyntax("Definition(.singleton) { (_: CoreAssembly) in SystemClock() }")
        #expect(simple.callee?.name == "Definition")
        #expect(simple.callee?.arguments.first?.value.callee?.name == "singleton")
        #expect(simple.callee?.arguments.last?.value.form == .closure(" (_: CoreAssembly) in SystemClock() "))
        let chained = ExpressionSyntax(
            """
            Definition<Core, any P>(.prototype) { (core: Core, user: Int) in Session(user: "\\(user) }") }
                .inject { session, core in session.ledger = try core.ledger() }
                .didInject { $0.open() }
            """)
        guard case .call(let last, let arguments) = chained.form, case .member(let inject?, "didInject") = last.form
        else {
            Issue.record("\(chained.form)")
            return
        }
        #expect(arguments.count == 1)
        guard case .call(let member, _) = inject.form, case .member(let definition?, "inject") = member.form else {
            Issue.record("\(inject.form)")
            return
        }
        #expect(definition.callee?.name == "Definition<Core, any P>")
        #expect(
            ExpressionSyntax("Collaborator(NetworkAssembly.self)").callee?.arguments[0].value.metatype
                == "NetworkAssembly")
    }

    @Test("Literals have their values")
    func literals() {
        #expect(ExpressionSyntax("\"a\\u{E9}\\n\"").string == "aé\n")
        #expect(ExpressionSyntax("8_080").form == .integer(8080))
        #expect(ExpressionSyntax("0x1F").form == .integer(31))
        #expect(ExpressionSyntax("-1.5e3").form == .number(-1500))
        #expect(ExpressionSyntax("nil").form == .none)
        #expect(ExpressionSyntax("{ 1 }()").callee == nil && ExpressionSyntax("a.b(c)").callee?.name == "b")
        #expect(ExpressionSyntax("[:]").form == .dictionary([]))
        #expect(ExpressionSyntax("[\"a\": 1]").text == "[\"a\": 1]")
        if case .dictionary(let entries) = ExpressionSyntax("[\"a\": 1, b: [2]]").form {
            #expect(entries.map(\.key.text) == ["\"a\"", "b"])
            #expect(entries.map(\.value.text) == ["1", "[2]"])
        } else {
            Issue.record("no dictionary")
        }
    }

    @Test(
        "What only a compiler understands is kept as text",
        arguments: [
            "a + b", "\"x\\(y)\"", "{ 3 }() + 1", "a < b", "\"\"\"\nx\n\"\"\"", "f(", "[1, 2", "\"open", "", "x as! Y",
            "(",
            "1...2", "}",
        ])
    func other(text: String) {
        #expect(ExpressionSyntax(text).form == .other)
        #expect(ExpressionSyntax(text).text == text)
    }

    @Test("Neither depth nor damage does harm")
    func hostile() {
        _ = ExpressionSyntax(String(repeating: "[", count: 100_000))
        _ = ExpressionSyntax(String(repeating: "a(", count: 10_000))
        _ = ExpressionSyntax(String(repeating: "\"\\(", count: 100_000))
        let text = Array("Definition<A>(.x, y: [\"a\": \"\\(b)\"]) { c in /* } */ d() }.e { }".utf8)
        for length in 0...text.count { _ = ExpressionSyntax(String(decoding: text.prefix(length), as: UTF8.self)) }
    }
}
