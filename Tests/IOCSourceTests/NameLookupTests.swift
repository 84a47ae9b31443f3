import IOCSource
import Testing

@Suite("Names that might mean two things")
struct NameLookupTests {
    private func index(_ modules: (String, [String])...) throws -> ProjectIndex {
        ProjectIndex(try modules.map { .init(name: $0.0, files: try $0.1.map { try model($0) }) })
    }

    private func type(_ name: String, in index: ProjectIndex) throws -> DeclaredType {
        try #require(index.types.first { $0.name == name }, "\(name)")
    }

    @Test("A generic parameter hides a type and an alias of its name, with all that they have")
    func generics() throws {
        let index = try index(("App", ["struct T { typealias Own = Int }\nstruct Box<T> {}\ntypealias U = T"]))
        func spelled(_ text: String, _ generics: Set<String>) -> String {
            index.canonical(TypeSyntax(text), in: Scope(path: ["Box"], file: 0, generics: generics)).description
        }
        #expect(["T", "T.Own", "U.Own"].map { spelled($0, ["T", "U"]) } == ["T", "T.Own", "U.Own"])
        #expect(["T", "T.Own", "U.Own"].map { spelled($0, []) } == ["T", "Int", "Int"])
    }

    @Test("A module's name alone is no type, and behind another module's it is none of its own")
    func modules() throws {
        let hidden = "private struct A { struct X {} }"
        let index = try index(
            ("One", [hidden, "public struct A { public typealias X = Int }"]), ("Two", ["public struct A {}"]))
        func spelled(_ text: String, _ file: Int) -> String {
            index.canonical(TypeSyntax(text), in: Scope(file: file)).description
        }
        #expect(spelled("One", 0) == "One" && spelled("One.Two.A", 0) == "Two.A")
        // A name with its module in front passes over what the file keeps to itself.
        #expect((0...2).map { spelled("One.A.X", $0) } == ["Int", "Int", "Int"])
        #expect((0...1).map { spelled("A.X", $0) } == ["A.X", "Int"])
    }

    @Test("Where one branch declares a type and another an alias, the type stands for both")
    func branches() throws {
        let index = try index(("App", ["enum Outer {\n#if A\nstruct X {}\n#else\ntypealias X = Int\n#endif\n}"]))
        for (text, path) in [("Outer.X", []), ("X", ["Outer"])] {
            #expect(index.canonical(TypeSyntax(text), in: Scope(path: path, file: 0)).description == "Outer.X")
        }
    }

    @Test("What an alias stands for is open where branches differ, and known where they say the same")
    func openAliases() throws {
        func branches(_ name: String, _ one: String, _ other: String) -> String {
            "#if A\ntypealias \(name) = \(one)\n#else\ntypealias \(name) = \(other)\n#endif\n"
        }
        let index = try index(("App", [branches("X", "Int", "Bool") + branches("Y", "Int", "Int")]))
        #expect(index.openAliases == ["X"])
        let spelled = ["X", "Y"].map { index.canonical(TypeSyntax($0), in: Scope(file: 0)).description }
        #expect(spelled == ["X", "Int"])
    }

    @Test("A type is as visible as the narrowest that it mentions")
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

    @Test("What stands in another type is not its module's, and what an extension asks of itself nobody inherits")
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

    @Test("What an alias has is looked for in what it stands for, and of no type is it that type itself")
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

    @Test("What extends a list, a dictionary or an optional belongs to that, and what extends no type to none")
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

    @Test("An actor of another module is told by its name, and what stands beside it is no actor")
    func actors() throws {
        let text = "@DatabaseActor class A {}\n@Database class B {}\nclass C: [Int], D {}\n@MainActor protocol D {}"
        let index = try index(("App", [text]))
        let found = try ["A", "B", "C", "D"].map { index.isolation(of: try type($0, in: index)) }
        #expect(found == ["DatabaseActor", nil, "MainActor", "MainActor"])
    }

    @Test("What a protocol asks of itself is among its supertypes, however it is written")
    func requirements() {
        func supertypes(_ kind: TypeDeclaration.Kind) -> [String] {
            var type = TypeDeclaration(kind: kind, name: "P", position: .init(offset: 0, line: 1, column: 1))
            type.genericWhereClause = "Self: A, T: B, Self :C, Self.D == E, Self:, , Self, Self: F<G, H>"
            return type.supertypes.map { TypeSyntax($0).description }
        }
        #expect(supertypes(.protocol) == ["A", "C", "F<G, H>"])
        #expect(supertypes(.extension) == [] && supertypes(.class) == [])
    }

    @Test("A component is a type that has or inherits the container's annotation or protocol, and never a protocol")
    func components() throws {
        let text = """
            @Component class A {}
            class B: A {}
            class C: IOCComponent {}
            actor D: P {}
            protocol P: ConstructedComponent {}
            @Component protocol Q {}
            class E: Q {}
            @Component struct F {}
            @IOC.Component enum G {}
            @Component actor H {}
            class I {}
            @Component extension I {}
            @Other.Component class J {}
            enum Other { @propertyWrapper struct Component {} }
            """
        let index = try index(("App", [text]))
        let components = index.types.filter { index.isComponent($0) }.map(\.name)
        #expect(components == ["A", "B", "C", "D", "F", "G", "H"])
        let annotated = index.types.filter { type in type.parts.contains { index.annotation(of: $0, type) != nil } }
        #expect(annotated.map(\.name) == ["A", "F", "G", "H"])
        let own = try self.index(("App", ["@Component class A {}\nstruct Component {}"]))
        #expect(!own.isComponent(try type("A", in: own)))
    }
}
