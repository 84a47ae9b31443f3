import IOCGenerate
import Testing

@Suite("Unusual and damaged declarations")
struct ParsingEdgeTests {
    @Test("A name that begins with a keyword is not that keyword")
    func names() throws {
        let type = try #require(try model("class A<T>: whereabouts where T: P {}").types.first)
        #expect(type.inheritedTypes == ["whereabouts"] && type.genericWhereClause == "T: P")
        #expect(try model("let importer = A\nlet b = importer.c").imports.isEmpty)
    }

    @Test("An access level belongs to an import only if nothing separates them")
    func levels() throws {
        let file = try model("let a = Level.public; import B\npublic import C\nlet b = Level.open\nimport D")
        #expect(file.imports.map(\.writtenAccess) == [nil, .public, nil])
        for text in ["struct A { public }\nimport B", "@A } import B", "final import B"] {
            let item = try #require(try model(text).imports.first)
            #expect(item.writtenAccess == nil && item.attributes == [], "\(text)")
        }
    }

    @Test("Signs in a name between backticks belong to the name")
    func rawNames() throws {
        let properties = try #require(
            try model("struct X { let a = E.`b, = (`, c: F = 1, d: G }").types.first?.properties)
        #expect(properties.map(\.name) == ["a", "c", "d"])
        #expect(properties.map(\.isInitialized) == [true, true, false])
    }

    @Test("A declaration without a name is skipped, and a damaged signature is read as far as possible")
    func damaged() throws {
        #expect(try model("struct {}\nclass {}\nenum {}\nprotocol {}\nextension {}").types.map(\.name) == [])
        func function(_ text: String) throws -> FunctionDeclaration {
            try #require(try model("protocol P { \(text) }").types.first?.functions.first)
        }
        #expect(try function("func f() : Int").returnType == nil)
        #expect(try function("init() async").isAsync)
        #expect(try function("func f() later").returnType == nil)
        #expect(try function("func f() throws)").throwing == .anything)
    }
}
