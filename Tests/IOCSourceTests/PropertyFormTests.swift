import IOCSource
import TestSupport
import Testing

@Suite("Properties, form by form")
struct PropertyFormTests {
    @Test(
        "Observers leave a property stored, and a getter makes it computed",
        arguments: [
            ("var a = 1", false, true), ("let a = 1", false, false), ("var a: Int { 1 }", true, false),
            ("var a: Int { get { 1 } }", true, false), ("var a: Int { get { 1 } set {} }", true, true),
            ("var a = 1 { willSet {} }", false, true), ("var a = 1 { didSet {} }", false, true),
            ("var a = 1 { /* x */ willSet { print(newValue) } didSet {} }", false, true),
            ("var a: Int { didSet {} }", false, true), ("var a: Int { /* x */ willSet {} }", false, true),
            ("var a = 1 { @inline(never) didSet {} }", false, true), ("private(set) var a = 1", false, true),
            ("lazy var a = 1", false, true),
        ])
    func forms(text: String, isComputed: Bool, isSettable: Bool) throws {
        let scratch = try Scratch()
        let path = try scratch.write("A.swift", "class X {\n    \(text)\n}")
        let file = try #require(try SourceLoader().load([path]).files.first)
        let property = try #require(file.types.first?.properties.first)
        #expect(property.name == "a")
        #expect(property.isComputed == isComputed)
        #expect(property.isSettable == isSettable)
    }

    @Test("Of names that share a statement each has its type and its own value")
    func several() throws {
        let text = "class X {\n    let a, b: Int\n    var c: [Int: A] = [1: 2], d = 3, e: Int, f: B = g(h, i)\n}"
        let properties = try #require(try model(text).types.first?.properties)
        #expect(properties.map(\.name) == ["a", "b", "c", "d", "e", "f"])
        #expect(properties.map { $0.type?.text } == ["Int", "Int", "[Int: A]", nil, "Int", "B"])
        #expect(properties.map { $0.initialValue?.text } == [nil, nil, "[1: 2]", "3", nil, "g(h, i)"])
    }

    @Test("Commas, brackets and equal signs in literals and comments end no value, however many stand side by side")
    func literals() throws {
        let values = [
            #"f(/* https://a.b/(, https://c.d */"(,", /** - parameter x: https://a.b [, */"),", /**//**/"=,")"#,
            #"["(":")","[":"{",",":"="]"#, #""\(a(",", "("))(,\("\("("),"),""#, #""" + /* , /* ( */ , */ "," /*,*/"#,
            "3",
        ]
        let list = zip(["a", "b", "c", "d", "e"], values).map { "\($0) = \($1)" }.joined(separator: ", ")
        let properties = try #require(try model("class X {\n    var \(list)\n}").types.first?.properties)
        #expect(properties.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(properties.map { $0.initialValue?.text } == values)
    }

    @Test(
        "An attribute has as many arguments as are written, and none is not the same as no parentheses",
        arguments: [
            ("@A", nil), ("@A()", []), ("@A(x)", ["x"]), ("@A(x,)", ["x"]), ("@A(x, y: z)", ["x", "y: z"]),
            ("@A( y : z )", ["y: z"]), ("@A(`in`: [a, b])", ["in: [a, b]"]), ("@A(a ? b : c)", ["a ? b : c"]),
        ] as [(String, [String]?)])
    func attributes(text: String, arguments: [String]?) throws {
        let type = try #require(try model("\(text) struct X {}").types.first)
        let found = type.attributes.first?.arguments?.map { ($0.label.map { "\($0): " } ?? "") + $0.value.text }
        #expect(found == arguments)
        if arguments == nil { #expect(type.attributes.first?.text == text) }
    }

    @Test("A local type knows what is around it, from the first line on")
    func locals() throws {
        #expect(try model("func f() { struct L {} }").locals.map(\.path.count) == [1])
        let inner = try model("struct A { struct B { func f() { func g() { class L {} } } } }")
        #expect(inner.locals.first.map { $0.path.prefix(2) } == ["A", "B"] && inner.locals.first?.path.count == 4)
    }
}
