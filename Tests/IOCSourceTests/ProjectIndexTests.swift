import IOCSource
import TestSupport
import Testing

@Suite("Names across files and modules")
struct ProjectIndexTests {
    private func index(_ modules: (String?, [String])...) throws -> ProjectIndex {
        let scratch = try Scratch()
        return ProjectIndex(
            try modules.enumerated().map { number, module in
                let paths = try module.1.enumerated().map {
                    try scratch.write("\(number)/F\($0.offset).swift", $0.element)
                }
                return ProjectIndex.Module(name: module.0, files: try SourceLoader().load(paths).files)
            })
    }

    private func type(_ name: String, in index: ProjectIndex, file: Int = 0) throws -> DeclaredType {
        try #require(index.type(of: name.split(separator: ".").map { String($0) }, from: Scope(file: file)), "\(name)")
    }

    @Test("A conformance is found in the class, an extension, a refined protocol, a superclass and another module")
    func conformance() throws {
        let index = try index(
            (
                "Base",
                ["public protocol Component {}\npublic protocol Refined: Component {}\nopen class Root: Refined {}"]
            ),
            (
                "App",
                [
                    "class A: Component {}\nclass B {}\nclass C: Refined {}\nclass D: Root {}\nclass E: D {}\nclass F {}",
                    "extension B: @unchecked Sendable, Base.Component {}\nclass G: Sendable & Component {}",
                ]
            ))
        for name in ["A", "B", "C", "D", "E", "G", "Root"] {
            #expect(index.conforms(try type(name, in: index, file: 1), to: "Component"), "\(name)")
        }
        #expect(!index.conforms(try type("F", in: index, file: 1), to: "Component"))
        #expect(index.superclass(of: try type("E", in: index, file: 1))?.qualifiedName == "App.D")
        #expect(try type("B", in: index, file: 1).extensions.count == 1)
    }

    @Test("A name means the own file's private type, then the own module's, then another's")
    func lookup() throws {
        let index = try index(
            ("One", ["private struct A { struct Own {} }\nstruct X { let a: A }", "struct A {}\nstruct B {}"]),
            ("Two", ["public struct B {}\npublic struct A {}\npublic struct C {}\ntypealias Both = (A, One.A)"]))
        #expect(index.type(of: ["A"], from: Scope(file: 0))?.access == .private)
        #expect(index.type(of: ["A", "Own"], from: Scope(file: 0)) != nil)
        #expect(index.type(of: ["A", "Own"], from: Scope(file: 1)) == nil)
        #expect(index.type(of: ["A"], from: Scope(file: 1))?.qualifiedName == "One.A")
        #expect(index.type(of: ["A"], from: Scope(file: 2))?.qualifiedName == "Two.A")
        #expect(index.type(of: ["C"], from: Scope(file: 0))?.qualifiedName == "Two.C")
    }

    @Test("A type has one spelling, wherever it is written")
    func canonical() throws {
        let index = try index(
            (
                "App",
                [
                    """
                    protocol P {}
                    typealias Handler<T> = (T) -> Void
                    class Base { struct Nested {} }
                    struct Outer<K> {
                        struct Inner { typealias Keys = [K] }
                        typealias Pair = (Inner, P)
                    }
                    class Sub: Base { typealias Me = Self }
                    """
                ]
            ))
        func spelled(_ text: String, in path: [String] = [], generics: Set<String> = []) -> String {
            index.canonical(TypeSyntax(text), in: Scope(path: path, file: 0, generics: generics)).description
        }
        #expect(spelled("P?") == "(any P)?")
        #expect(spelled("App.P") == "any P")
        #expect(spelled("P & Sendable") == "any P & Sendable")
        #expect(spelled("Handler<Outer<Int>.Inner>") == "(Outer<Int>.Inner) -> Void")
        #expect(spelled("Pair", in: ["Outer"], generics: ["K"]) == "(Outer<K>.Inner, any P)")
        #expect(spelled("Nested", in: ["Sub"]) == "Base.Nested")
        #expect(spelled("Unknown.Thing<P>") == "Unknown.Thing<any P>")
        #expect(spelled("P.Type") == "any P.Type")
        #expect(spelled("(any P).Type") == "(any P).Type")
    }

    @Test(
        "The innermost declaration of a name is meant, a generic parameter before all, and what extends is found as written"
    )
    func scopes() throws {
        let index = try index(
            (
                "App",
                [
                    """
                    struct Item {}
                    struct Outer<Value> {
                        struct Item {}
                        struct Inner<Item> { struct Value {} }
                        typealias Alias<T> = [T: Item]
                    }
                    typealias Numbers = [Int]
                    extension [Item] { struct InArray {} }
                    extension App.Outer { struct Added {} }
                    extension Outer.Inner { struct Deep {} }
                    protocol Base { typealias Own = Int }
                    struct Uses: Base {}
                    """
                ]
            ))
        func spelled(_ text: String, in path: [String] = [], generics: Set<String> = []) -> String {
            index.canonical(TypeSyntax(text), in: Scope(path: path, file: 0, generics: generics)).description
        }
        #expect(spelled("Item") == "Item")
        #expect(spelled("Item", in: ["Outer"]) == "Outer<Value>.Item")
        #expect(spelled("Item", in: ["Outer", "Inner"], generics: ["Item"]) == "Item")
        #expect(spelled("Value", in: ["Outer"], generics: ["Value"]) == "Value")
        #expect(spelled("Value", in: ["Outer", "Inner"]) == "Outer<Value>.Inner<Item>.Value")
        #expect(spelled("Alias<Int>", in: ["Outer"]) == "[Int: Outer<Value>.Item]")
        #expect(spelled("Numbers") == "[Int]")
        #expect(
            spelled("Outer<Int>.Added") == "Outer<Int>.Added" && spelled("Added", in: ["Outer"]) == "Outer<Value>.Added"
        )
        #expect(spelled("Own", in: ["Uses"]) == "Int")
        #expect(spelled("App.Outer<Int>.Item") == "Outer<Int>.Item" && spelled("Other.Outer") == "Other.Outer")
        #expect(spelled("Self", in: ["Uses"]) == "Uses" && spelled("Self.Item", in: ["Outer"]) == "Outer<Value>.Item")
        #expect(index.type(of: ["Outer", "Inner", "Deep"], from: Scope(file: 0)) != nil)
        #expect(index.type(of: ["Array", "InArray"], from: Scope(file: 0)) != nil)
    }

    @Test("Isolation comes from the type, its superclass, its protocols, and stops at nonisolated")
    func isolation() throws {
        let index = try index(
            (
                nil,
                [
                    """
                    @globalActor actor Disk { static let shared = Disk() }
                    @MainActor protocol View {}
                    @Disk class Store { init() {}; nonisolated func f() {}; @MainActor func g() {} }
                    class Sub: Store {}
                    struct Label: View {}
                    nonisolated struct Plain: View {}
                    struct Late {}
                    extension Late: View {}
                    """
                ]
            ))
        func isolation(_ name: String) throws -> String? { index.isolation(of: try type(name, in: index)) }
        #expect(try isolation("Store") == "Disk")
        #expect(try isolation("Sub") == "Disk")
        #expect(try isolation("Label") == "MainActor")
        #expect(try isolation("Plain") == nil)
        #expect(try isolation("Late") == nil)
        let store = try type("Store", in: index)
        let members = store.main.declaration.functions.map { index.isolation(of: $0, in: store.main, of: store) }
        #expect(members == ["Disk", nil, "MainActor"])
    }
}
