import IOCGenerate
import TestSupport
import Testing

@Suite("Forms of properties and attributes")
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

    @Test("Properties that share a statement each have their type and value")
    func several() throws {
        let text = "class X {\n    let a, b: Int\n    var c: [Int: A] = [1: 2], d = 3, e: Int, f: B = g(h, i)\n}"
        let properties = try #require(try model(text).types.first?.properties)
        #expect(properties.map(\.name) == ["a", "b", "c", "d", "e", "f"])
        #expect(properties.map { $0.type?.text } == ["Int", "Int", "[Int: A]", nil, "Int", "B"])
        #expect(properties.map(\.isInitialized) == [false, false, true, true, false, true])
    }

    @Test("Signs in literals and comments don't separate arguments")
    func literals() throws {
        let values = [
            #"f(/* https://a.b/(, https://c.d */"(,", /** - parameter x: https://a.b [, */"),", /**//**/"=,")"#,
            #"["(":")","[":"{",",":"="]"#, #""\(a(",", "("))(,\("\("("),"),""#, #""" + /* , /* ( */ , */ "," /*,*/"#,
            "3",
        ]
        let type = try #require(try model("@A(\(values.joined(separator: ", "))) struct X {}").types.first)
        #expect(type.attributes.first?.arguments == values)
    }

    @Test(
        "An attribute has its arguments as written, and none without parentheses",
        arguments: [
            ("@A", nil), ("@A()", []), ("@A(x)", ["x"]), ("@A(x,)", ["x"]), ("@A(x, y: z)", ["x", "y: z"]),
            ("@A( y : z )", ["y : z"]), ("@A(a ? b : c)", ["a ? b : c"]),
        ] as [(String, [String]?)])
    func attributes(text: String, arguments: [String]?) throws {
        let type = try #require(try model("\(text) struct X {}").types.first)
        #expect(type.attributes.first?.arguments == arguments)
        if arguments == nil { #expect(type.attributes.first?.text == text) }
    }
}
