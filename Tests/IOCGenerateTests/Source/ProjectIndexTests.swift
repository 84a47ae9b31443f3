import IOCGenerate
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

    @Test("A conformance is found in the class, an extension, a refined protocol and a superclass")
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
            let found = index.supertypes(of: try type(name, in: index, file: 1), declaredIn: "Base")
            #expect(found.contains("Component"), "\(name)")
        }
        #expect(index.supertypes(of: try type("F", in: index, file: 1), declaredIn: "Base").isEmpty)
        #expect(index.superclass(of: try type("E", in: index, file: 1))?.name == "D")
        #expect(try type("B", in: index, file: 1).extensions.count == 1)
    }

    @Test("All supertypes are found, and superclasses in order")
    func ancestry() throws {
        let index = try index(
            (
                "Base",
                ["public protocol A {}\npublic protocol B: A {}\npublic protocol C {}\nopen class Root: C {}"]
            ),
            (
                "App",
                [
                    """
                    protocol D: E, F & C {}
                    protocol E {}
                    protocol F: G {}
                    protocol G {}
                    class One: Root, D {}
                    class Two: One, B { class One {}; protocol B {} }
                    class Three: Two {}
                    extension One: H, I {}
                    extension One: J {}
                    protocol H {}
                    protocol I: K {}
                    protocol J {}
                    protocol K {}
                    class Round: Trip {}
                    class Trip: Round {}
                    struct S: D {}
                    """
                ]
            ))
        func all(_ name: String) throws -> String {
            index.supertypes(of: try type(name, in: index, file: 1)).sorted().joined(separator: " ")
        }
        func chain(_ name: String) throws -> [String] {
            index.inheritanceChain(of: try type(name, in: index, file: 1)).map(\.name)
        }
        #expect(try all("Three") == "A B C D E F G H I J K One Root Two")
        #expect(try all("One") == "C D E F G H I J K Root" && all("S") == "C D E F G" && all("G") == "")
        let three = try type("Three", in: index, file: 1)
        #expect(index.supertypes(of: three, declaredIn: "Base") == ["A", "B", "C", "Root"])
        #expect(index.inherited(try type("One", in: index, file: 1), declaredIn: "App") == ["D", "H", "I", "J"])
        #expect(try chain("Three") == ["Three", "Two", "One", "Root"] && chain("S") == ["S"])
        #expect(try chain("Round").count == 64 && chain("Round").suffix(2) == ["Round", "Trip"])
    }

    @Test("A name means the file's private type, then the module's, then another module's")
    func lookup() throws {
        let index = try index(
            ("One", ["private struct A { struct Own {} }\nstruct X { let a: A }", "struct A {}\nstruct B {}"]),
            ("Two", ["public struct B {}\npublic struct A {}\npublic struct C {}\ntypealias Both = (A, One.A)"]))
        #expect(index.type(of: ["A"], from: Scope(file: 0))?.access == .private)
        #expect(index.type(of: ["A", "Own"], from: Scope(file: 0)) != nil)
        #expect(index.type(of: ["A", "Own"], from: Scope(file: 1)) == nil)
        #expect(index.type(of: ["A"], from: Scope(file: 1))?.module == "One")
        #expect(index.type(of: ["A"], from: Scope(file: 2))?.module == "Two")
        #expect(index.type(of: ["C"], from: Scope(file: 0))?.module == "Two")
    }

    @Test("A type has one canonical spelling")
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
        "A name means its innermost declaration, and a generic parameter before that"
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
                    struct Uses {}
                    protocol None {}
                    class Lowest: Lower {}
                    class Lower: Low, None {}
                    class Low: Uppermost { typealias Middle = Int8 }
                    class Uppermost: None { typealias Top = Int16 }
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
        #expect(["Top", "Middle"].map { spelled($0, in: ["Lowest"]) } == ["Int16", "Int8"])
        #expect(spelled("App.Outer<Int>.Item") == "Outer<Int>.Item" && spelled("Other.Outer") == "Other.Outer")
        #expect(spelled("Self", in: ["Uses"]) == "Uses" && spelled("Self.Item", in: ["Outer"]) == "Outer<Value>.Item")
        #expect(index.type(of: ["Outer", "Inner", "Deep"], from: Scope(file: 0)) != nil)
        #expect(index.type(of: ["Array", "InArray"], from: Scope(file: 0)) != nil)
    }

    @Test("A name that begins with a module means a declaration of that module")
    func modules() throws {
        let index = try index(
            (
                "One",
                [
                    "private struct A { typealias In = Bool }\nprivate typealias N = Bool",
                    "public struct A { public typealias In = Int }\npublic typealias N = Int\nstruct B {}",
                ]
            ),
            (
                "Two",
                ["public struct A { public typealias In = String }\npublic typealias N = String\npublic struct B {}"]
            ),
            ("Three", ["struct C {}\nextension Two.A { struct Added {} }\nextension One.P {}"]),
            ("Four", ["public protocol P {}"]))
        func spelled(_ text: String, _ file: Int) -> String {
            index.canonical(TypeSyntax(text), in: Scope(file: file)).description
        }
        let table = [
            ("N", ["Bool", "Int", "String"]), ("One.N", ["Int", "Int", "Int"]),
            ("Two.N", ["String", "String", "String"]),
            ("A.In", ["Bool", "Int", "String"]), ("One.A.In", ["Int", "Int", "Int"]),
            ("Two.A.In", ["String", "String", "String"]),
        ]
        for (text, expected) in table {
            for file in 0...2 { #expect(spelled(text, file) == expected[file], "\(text) in \(file)") }
        }
        // A public type of one module is found before an internal type of another.
        #expect(index.type(of: ["B"], from: Scope(file: 3))?.module == "Two")
        #expect(index.type(of: ["A", "Added"], from: Scope(file: 3)) != nil)
    }

    @Test("A type inherits the nested names of its superclass, and cycles end")
    func inherited() throws {
        let index = try index(
            (
                "App",
                [
                    """
                    class Base { typealias Own = Int }
                    class Sub: Base {}
                    protocol Constrained: Base {}
                    protocol P {}
                    class OnlyP: P {}
                    class One: Two {}
                    class Two: One {}
                    protocol Left: Right {}
                    protocol Right: Left {}
                    class Loop: Loop.Inner { class Inner: Own {} }
                    typealias Here = There
                    typealias There = Here
                    struct Outer<K> {
                        struct T {}
                        typealias Box<T> = [T]
                    }
                    class Written: IOC.IOCComponent {}
                    class NotWritten: IOC.MyIOCComponent {}
                    typealias Late = UInt8
                    typealias Latest = UInt16
                    extension App.P { func f() {} }
                    """
                ]
            ))
        func spelled(_ text: String, in path: [String] = []) -> String {
            index.canonical(TypeSyntax(text), in: Scope(path: path, file: 0)).description
        }
        #expect(spelled("Own", in: ["Sub"]) == "Int" && spelled("Own", in: ["Loop"]) == "Own")
        #expect(spelled("(P) throws -> P") == "(any P) throws -> any P")
        #expect(spelled("Box<Int>", in: ["Outer"]) == "[Int]" && spelled("Box", in: ["Outer"]) == "[T]")
        #expect(["Here", "There"].contains(spelled("Here")))
        #expect(index.superclass(of: try type("OnlyP", in: index)) == nil)
        #expect(index.superclass(of: try type("Constrained", in: index)) == nil)
        #expect(index.superclass(of: try type("Sub", in: index))?.name == "Base")
        #expect(index.supertypes(of: try type("One", in: index)) == ["One", "Two"])
        #expect(index.isolation(of: try type("One", in: index)) == nil)
        #expect(index.supertypes(of: try type("Written", in: index), declaredIn: "IOC") == ["IOCComponent"])
        #expect(index.supertypes(of: try type("NotWritten", in: index), declaredIn: "IOC") == ["MyIOCComponent"])
        #expect(try type("P", in: index).extensions.count == 1)
        #expect(["Late", "Latest"].map { spelled($0) } == ["UInt8", "UInt16"])
    }

    @Test("Branches of #if declare one type, which has the condition of all, and none if one of them always holds")
    func branches() throws {
        func conditions(_ text: String) throws -> [String?] {
            try index(("App", [text])).types.map(\.condition)
        }
        #expect(try conditions("#if A\nstruct S {}\n#endif") == ["A"])
        #expect(try conditions("#if A\nstruct S {}\n#else\nstruct S {}\n#endif") == [nil])
        #expect(try conditions("#if A\nstruct S {}\n#endif\n#if B\nstruct S {}\n#endif") == ["(A) || (B)"])
        func chain(_ end: String) throws -> [String?] {
            try conditions("#if A\nstruct S {}\n#elseif B || C\nstruct S {}\n\(end)\n#endif")
        }
        #expect(try chain("") == ["(A) || (B || C)"])
        #expect(try chain("#else\nstruct S {}") == [nil])
        #expect(try chain("#elseif D") == ["(A) || (B || C)"])
        #expect(
            try conditions("#if A\nstruct S {}\n#endif\n#if !(A) && (B) || (C)\nstruct S {}\n#endif") == [
                "(A) || (!(A) && (B) || (C))"
            ])
        #expect(try conditions("#if A\n#if B\nstruct S {}\n#else\nstruct S {}\n#endif\n#endif").count == 1)
    }

    @Test("Types that functions declare are not visible")
    func localTypes() throws {
        let text = "func f() { struct A {} }\nstruct B { func c() { class D {} } }"
        #expect(try index(("App", [text])).types.map(\.name) == ["B"])
    }

    @Test("Members without an access level have that of their protocol or extension, or are internal")
    func access() throws {
        let index = try index(
            (
                "App",
                [
                    """
                    public struct Outer { struct Plain {}; public struct Open {}; }
                    public extension Outer { struct Shown {}; private struct Hidden {} }
                    extension Outer { struct Within {} }
                    public protocol P {}
                    struct Inner { public struct Capped {} }
                    """
                ]
            ))
        for (name, level) in [
            ("Plain", AccessLevel.internal), ("Open", .public), ("Shown", .public), ("Within", .internal),
        ] {
            #expect(try type("Outer." + name, in: index).access == level, "\(name)")
        }
        #expect(try type("Inner.Capped", in: index).access == .internal)
    }

    @Test("Two parts are the same if their file and their place are")
    func parts() throws {
        let index = try index(("App", ["struct A {}\nextension A {}\nextension A {}", "struct B {}\nextension A {}"]))
        let (a, b) = (try type("A", in: index), try type("B", in: index))
        let same = a.parts.enumerated().map { one in
            a.parts.enumerated().map { $0.element.isSame(as: one.element) == ($0.offset == one.offset) }
        }
        #expect(same.flatMap { $0 }.allSatisfy { $0 } && a.parts.count == 4)
        #expect(!a.main.isSame(as: b.main))
    }

    @Test("Isolation comes from the type, its superclass or its protocols, and ends at nonisolated")
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
                    @MainActor extension Late { func late() {}; nonisolated func free() {} }
                    actor Busy: View {}
                    @MainActor(unsafe) class Unsafe {}
                    @MainActor() class Empty {}
                    @MainActor @objcMembers class Several {}
                    class Preconcurrent: @preconcurrency View {}
                    @objcMembers @Disk class Second {}
                    @Wrapper @objcMembers @MainActor class Third {}
                    struct Wrapper {}
                    struct First: View, Quiet {}
                    struct Joined: Quiet & View {}
                    struct Turned: View & Quiet {}
                    class Deep: Sub, Quiet {}
                    protocol Quiet {}
                    struct Both: Quiet, View {}
                    """
                ]
            ))
        func isolation(_ name: String) throws -> String? { index.isolation(of: try type(name, in: index)) }
        #expect(try isolation("Store") == "Disk")
        #expect(try isolation("Sub") == "Disk")
        #expect(try isolation("Label") == "MainActor")
        #expect(try isolation("Both") == "MainActor")
        for name in ["Third", "First", "Joined", "Turned", "Preconcurrent"] {
            #expect(try isolation(name) == "MainActor", "\(name)")
        }
        #expect(try isolation("Second") == "Disk" && isolation("Deep") == "Disk")
        #expect(try isolation("Plain") == nil)
        #expect(try isolation("Late") == nil)
        #expect(try isolation("Busy") == nil)
        #expect(try isolation("Unsafe") == nil)
        #expect(try isolation("Empty") == "MainActor")
        #expect(try isolation("Several") == "MainActor")
        let late = try type("Late", in: index)
        let added = try #require(late.extensions.last)
        #expect(added.declaration.functions.map { index.isolation(of: $0, in: added, of: late) } == ["MainActor", nil])
        let store = try type("Store", in: index)
        let members = store.main.declaration.functions.map { index.isolation(of: $0, in: store.main, of: store) }
        #expect(members == ["Disk", nil, "MainActor"])
    }
}
