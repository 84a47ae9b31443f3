import IOCGenerate
import Testing

@Suite("Ambiguous names")
struct NameLookupTests {
    private func index(_ modules: (String, [String])...) throws -> ProjectIndex {
        ProjectIndex(try modules.map { .init(name: $0.0, files: try $0.1.map { try model($0) }) })
    }

    private func type(_ name: String, in index: ProjectIndex) throws -> DeclaredType {
        try #require(index.types.first { $0.name == name }, "\(name)")
    }

    @Test("A generic parameter hides a type and an alias of its name")
    func generics() throws {
        let index = try index(("App", ["struct T { typealias Own = Int }\nstruct Box<T> {}\ntypealias U = T"]))
        func spelled(_ text: String, _ generics: Set<String>) -> String {
            index.canonical(TypeSyntax(text), in: Scope(path: ["Box"], file: 0, generics: generics)).description
        }
        #expect(["T", "T.Own", "U.Own"].map { spelled($0, ["T", "U"]) } == ["T", "T.Own", "U.Own"])
        #expect(["T", "T.Own", "U.Own"].map { spelled($0, []) } == ["T", "Int", "Int"])
    }

    @Test("A name after a module's name is looked up in that module only")
    func modules() throws {
        let hidden = "private struct A { struct X {} }"
        let index = try index(
            ("One", [hidden, "public struct A { public typealias X = Int }"]), ("Two", ["public struct A {}"]))
        func spelled(_ text: String, _ file: Int) -> String {
            index.canonical(TypeSyntax(text), in: Scope(file: file)).description
        }
        #expect(spelled("One", 0) == "One" && spelled("One.Two.A", 0) == "Two.A")
        // A name that begins with its module does not mean a private type of the file.
        #expect((0...2).map { spelled("One.A.X", $0) } == ["Int", "Int", "Int"])
        #expect((0...1).map { spelled("A.X", $0) } == ["A.X", "Int"])
    }

    @Test("If one branch of #if declares a type and another an alias, the type is used")
    func branches() throws {
        let index = try index(("App", ["enum Outer {\n#if A\nstruct X {}\n#else\ntypealias X = Int\n#endif\n}"]))
        for (text, path) in [("Outer.X", []), ("X", ["Outer"])] {
            #expect(index.canonical(TypeSyntax(text), in: Scope(path: path, file: 0)).description == "Outer.X")
        }
    }

    @Test("An alias is expanded only if all branches of #if agree on its target")
    func aliasBranches() throws {
        func branches(_ name: String, _ one: String, _ other: String) -> String {
            "#if A\ntypealias \(name) = \(one)\n#else\ntypealias \(name) = \(other)\n#endif\n"
        }
        let index = try index(("App", [branches("X", "Int", "Bool") + branches("Y", "Int", "Int")]))
        let spelled = ["X", "Y"].map { index.canonical(TypeSyntax($0), in: Scope(file: 0)).description }
        #expect(spelled == ["X", "Int"])
    }

    @Test("A type has the narrowest access level of the types in it")
    func access() throws {
        let index = try index(("App", ["public struct A<T> {}\nstruct B {}\nprivate struct C {}"]))
        let levels: [(String, AccessLevel)] = [
            ("Int", .open), ("A<Int>", .public), ("[A<B>]", .internal), ("(C, B) -> A<B>", .private),
            ("A<C>?", .private),
        ]
        let words = [AccessLevel.private, .fileprivate, .internal, .package, .public, .open].map(\.modifier)
        #expect(words == ["private ", "fileprivate ", "", "package ", "public ", "public "])
        for (text, level) in levels { #expect(index.access(of: TypeSyntax(text), file: 0) == level, "\(text)") }
    }

    @Test("Nested protocols and requirements of extensions are not supertypes of the module")
    func supertypes() throws {
        let text = """
            enum Holder { protocol Inner {} }
            protocol Outer {}
            class A: Holder.Inner, Outer {}
            protocol P {}
            extension P where Self: Outer {}
            typealias F = (Int) -> Void
            class B: F, [Int], Outer {}
            """
        let index = try index(("App", [text]))
        #expect(index.supertypes(of: try type("A", in: index)) == ["Holder.Inner", "Outer"])
        #expect(index.supertypes(of: try type("A", in: index), declaredIn: "App") == ["Outer"])
        #expect(index.supertypes(of: try type("P", in: index)) == [])
        #expect(index.supertypes(of: try type("B", in: index), declaredIn: "App") == ["Outer"])
    }

    @Test("A member of an alias is looked up in its target")
    func membersOfAliases() throws {
        let text = """
            protocol P { typealias Own = Int }
            typealias Q = P
            typealias List = [Int]
            typealias Maybe = List.Index
            """
        let index = try index(("App", [text]))
        let spelled = ["Q.Own", "Q.Other", "List", "List.Index", "Maybe", "List.Index.Stride"].map {
            index.canonical(TypeSyntax($0), in: Scope(file: 0)).description
        }
        #expect(spelled == ["Int", "P.Other", "[Int]", "[Int].Index", "[Int].Index", "[Int].Index.Stride"])
    }

    @Test("A type in an extension of an array, dictionary or optional belongs to that type")
    func extensions() throws {
        let text = """
            extension [Int] { struct A {} }
            extension [Int: Bool] { struct B {} }
            extension Int? { struct C {} }
            extension (Int, Int) { struct D {} }
            """
        let index = try index(("App", [text]))
        #expect(index.types.map(\.name) == ["Array.A", "Dictionary.B", "Optional.C"])
    }

    @Test("A global actor of another module is recognized by its name")
    func actors() throws {
        let text = "@DatabaseActor class A {}\n@Database class B {}\nclass C: [Int], D {}\n@MainActor protocol D {}"
        let index = try index(("App", [text]))
        let found = try ["A", "B", "C", "D"].map { index.isolation(of: try type($0, in: index)) }
        #expect(found == ["DatabaseActor", nil, "MainActor", "MainActor"])
    }

    @Test("The requirements of Self in a protocol's where clause are supertypes")
    func requirements() throws {
        let clause = "Self: A, T: B, Self :C, Self.D == E, Self: F<G, H>"
        let types = try model("protocol P where \(clause) {}\nextension Q where \(clause) {}").types
        #expect(types.map { $0.supertypes.map { TypeSyntax($0).description } } == [["A", "C", "F<G, H>"], []])
    }
}
