import IOCSource
import Testing

@Suite("Words that only look like others")
struct ParsingEdgeTests {
    @Test("A name that begins like a word of the language is no such word")
    func names() throws {
        let type = try #require(try model("class A<T>: whereabouts where T: P {}").types.first)
        #expect(type.inheritedTypes.map(\.text) == ["whereabouts"] && type.genericWhereClause == "T: P")
        #expect(try model("let importer = A\nlet b = importer.c").imports.isEmpty)
    }

    @Test("A level before an import is its own where nothing stands between them")
    func levels() throws {
        let file = try model("let a = Level.public; import B\npublic import C\nlet b = Level.open\nimport D")
        #expect(file.imports.map(\.writtenAccess) == [nil, .public, nil])
        #expect(file.imports.map(\.position.line) == [1, 2, 4])
        for text in ["struct A { public }\nimport B", "@A } import B", "final import B"] {
            let item = try #require(try model(text).imports.first)
            let place = text.utf8.count - 8
            #expect(item.writtenAccess == nil && item.attributes == [] && item.position.offset == place, "\(text)")
        }
    }

    @Test("A value is whole where its statement declares nothing else, whatever stands beside it")
    func values() throws {
        let text = "class X {\n    var a = 1\n    var b = A<B, C>()\n    var c = D<E, F>(), d = 2\n}"
        let properties = try #require(try model(text).types.first?.properties)
        #expect(properties.prefix(2).map { $0.initialValue?.text } == ["1", "A<B, C>()"])
        #expect(properties.map(\.name) == ["a", "b", "c", "d"] && properties.last?.initialValue?.text == "2")
    }

    @Test("Signs in a name between backticks are a part of it")
    func rawNames() throws {
        let file = try model("struct X { let a = E.`b, = (`, c: F = 1 }")
        let properties = try #require(file.types.first?.properties)
        #expect(properties.map { $0.initialValue?.text } == ["E.`b, = (`", "1"])
    }

    @Test("What lacks its name is no type, and a result behind another sign than an arrow is none")
    func damaged() throws {
        #expect(try model("struct {}\nclass {}\nenum {}\nprotocol {}\nextension {}").types.map(\.name) == [])
        #expect(try model("func f() : Int { 1 }").functions.map { $0.returnType?.text } == [nil])
        #expect(try model("init() async {}").functions.map(\.isAsync) == [true])
        #expect(try model("func f() later {}").functions.map { $0.returnType?.text } == [nil])
        #expect(try model("protocol P { func f() throws) }").types.first?.functions.first?.throwing == .anything)
    }
}
