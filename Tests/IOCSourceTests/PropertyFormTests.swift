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
            ("private(set) var a = 1", false, true), ("lazy var a = 1", false, true),
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
}
