import IOCGenerate
import IOCModel
import Testing

@Suite("Declarations")
struct DeclarationTests {
    @Test("A type has its kind, supertypes, generic parameters and requirements")
    func types() throws {
        let file = try model(
            """
            public final class Box<T: Sendable, each U>: Base<T>, @unchecked Sendable where T: Hashable {
                actor Inner {}
            }
            struct S: ~Copyable, P & Q {}
            enum E: Sendable { case a(Int), b }
            protocol P<A>: AnyObject { associatedtype A: Sendable; typealias B = [A] }
            extension Box.Inner: @preconcurrency P where T == Int {}
            """)
        #expect(file.types.map(\.kind) == [.class, .struct, .enum, .protocol, .extension])
        let box = file.types[0]
        #expect(box.name == "Box")
        #expect(box.genericParameters.map(\.text) == ["T: Sendable", "each U"])
        #expect(box.genericWhereClause == "T: Hashable")
        #expect(box.inheritedTypes == ["Base<T>", "@unchecked Sendable"])
        #expect(box.writtenAccess == .public)
        #expect(box.modifiers == ["final"])
        #expect(box.types.map(\.kind) == [.actor])
        #expect(file.types[1].inheritedTypes == ["~Copyable", "P & Q"])
        #expect(file.types[3].aliases.map(\.name) == ["A", "B"])
        #expect(file.types[3].aliases[1].target == "[A]")
        #expect(file.types[4].name == "Box.Inner")
        #expect(file.types[4].genericWhereClause == "T == Int")
        #expect(file.types[4].inheritedTypes == ["@preconcurrency P"])
    }

    @Test("A parameter starts at its first attribute")
    func parameterAttributes() throws {
        let file = try model(
            """
            actor A {
                @Injected init(
                    mapper: Mapper, @Named("audit") log sink: any Sink,
                    @IOC.Named(setting: "a.limit") _ limit: Int = 3) throws {}
                @Injected(setting: "a.size", default: 1) let size: Int
            }
            """)
        let type = try #require(file.types.first)
        let made = try #require(type.initializers.first)
        #expect(made.attributes.map(\.baseName) == ["Injected"])
        #expect(made.throwing == .anything)
        #expect(made.parameters.map(\.label) == ["mapper", "log", nil])
        #expect(made.parameters.map(\.name) == ["mapper", "sink", "limit"])
        #expect(made.parameters.map(\.type.text) == ["Mapper", "any Sink", "Int"])
        #expect(made.parameters.map(\.location.line) == [3, 3, 4])
        #expect(made.parameters.map(\.location.column) == [9, 25, 9])
        #expect(made.parameters.map(\.isDefaulted) == [false, false, true])
    }

    @Test("A property has its type, access level, modifiers and the way it is stored")
    func properties() throws {
        let file = try model(
            """
            class C {
                @Autowired("audit") var log: any Sink
                @Value("server.port") public private(set) var port = 8080
                @MainActor @Wrapped<Int>(a: 1, "x, (y)") var z: Foo<Bar, Baz>.Qux
                private let a, b: Int, c = [1, 2], d: [String: (Int) -> Void]?
                var closed: Int = { 3 }()
                lazy var late = C()
                weak var `default`: AnyObject?
                nonisolated(unsafe) static var shared = f(1, 2)
            }
            """)
        let properties = try #require(file.types.first).properties
        func find(_ name: String) throws -> PropertyDeclaration {
            try #require(properties.first { $0.name == name }, "\(name)")
        }
        #expect(try find("log").type?.text == "any Sink")
        let port = try find("port")
        #expect(port.type == nil && port.isInitialized && port.writtenAccess == .public)
        #expect(port.modifiers == ["private(set)"])
        #expect(try find("z").type?.text == "Foo<Bar, Baz>.Qux")
        let names = ["a", "b", "c", "d"]
        #expect(try names.map { try find($0).type?.text } == ["Int", "Int", nil, "[String: (Int) -> Void]?"])
        #expect(try names.map { try find($0).isInitialized } == [false, false, true, false])
        #expect(try find("a").isLet)
        #expect(try find("closed").isInitialized && !find("closed").isComputed)
        #expect(try find("late").modifiers == ["lazy"])
        #expect(try find("default").modifiers == ["weak"])
        #expect(try find("shared").modifiers == ["nonisolated(unsafe)"] && find("shared").isStatic)
    }

    @Test("A function has its parameters, effects, result and requirements")
    func functions() throws {
        let file = try model(
            """
            protocol R {
                @MainActor func a(_ x: Int, y z: any P, w: (Int) -> Void...) async throws(Failure) -> [A]?
                func b<T: P>(t: borrowing T) throws -> (Int) throws -> Void where T: Q
                func c() -> some P
            }
            struct S {
                init?(dependency: Dependency) async { nil }
                static func make(`in` x: Int = f(1, 2)) -> Self { fatalError() }
                mutating func d() throws(any Error) {}
                func e() throws(Never) {}
            }
            """)
        let requirements = file.types[0].functions
        let a = requirements[0]
        #expect(a.fullName == "a(_:y:w:)")
        #expect(a.parameters.map(\.label) == [nil, "y", "w"])
        #expect(a.parameters.map(\.name) == ["x", "z", "w"])
        #expect(a.parameters.map(\.type.text) == ["Int", "any P", "(Int) -> Void"])
        #expect(a.parameters.map(\.isVariadic) == [false, false, true])
        #expect(a.isAsync)
        #expect(a.throwing == .error("Failure"))
        #expect(a.returnType?.text == "[A]?")
        #expect(a.attributes.map(\.name) == ["MainActor"])
        let b = requirements[1]
        #expect(b.genericParameters.map(\.text) == ["T: P"])
        #expect(b.parameters.map(\.type.text) == ["borrowing T"])
        #expect(b.throwing == .anything)
        #expect(b.returnType?.text == "(Int) throws -> Void")
        #expect(b.genericWhereClause == "T: Q")
        #expect(requirements[2].returnType?.text == "some P")
        let members = file.types[1].functions
        #expect(members[0].isInitializer && members[0].isFailable && members[0].isAsync)
        #expect(members[1].isStatic)
        #expect(members.map { $0.returnType?.text } == [nil, "Self", nil, nil])
        #expect(members[1].parameters[0].label == "in")
        #expect(members[1].parameters[0].isDefaulted)
        #expect(members[2].modifiers == ["mutating"])
        #expect(members[2].throwing == .anything)
        #expect(members[3].throwing == .nothing)
    }

    @Test("Lines and columns are right after text that is not ASCII")
    func positions() throws {
        let file = try model("// 日本語 🎌\r\nstruct É { let 名前: Größe = \"👩‍👩‍👧\"; let b: Int }\n")
        let type = try #require(file.types.first)
        #expect(type.name == "É")
        #expect(type.location.line == 2 && type.location.column == 8)
        #expect(type.properties.map(\.name) == ["名前", "b"])
        let name = type.properties[0]
        #expect(name.type?.text == "Größe")
        #expect(name.type?.location.column == 25)
        #expect(type.properties[1].location.line == 2)
    }

    @Test("Imports and declarations have the text of the conditions around them")
    func conditions() throws {
        let file = try model(
            """
            #if canImport(FoundationEssentials) // why
            import FoundationEssentials
            #else
            public import Foundation
            #endif
            @preconcurrency import struct Shop.Cart; @_spi(Inner) import Depot
            #if DEBUG
            struct A {}
            #elseif os(Linux)
            struct B { 
                #if FAST
                func f() {}
                #endif
            }
            #else
            struct C {}
            #endif
            """)
        #expect(file.imports.map(\.module) == ["FoundationEssentials", "Foundation", "Shop", "Depot"])
        #expect(file.imports[0].condition == "canImport(FoundationEssentials)")
        #expect(file.imports[1].condition == "!(canImport(FoundationEssentials))")
        #expect(file.imports[1].writtenAccess == .public)
        #expect(file.imports[2].target == "struct Shop.Cart")
        #expect(file.imports[2].attributes == ["@preconcurrency"])
        #expect(file.imports[3].attributes == ["@_spi(Inner)"])
        #expect(file.types.map(\.condition) == ["DEBUG", "!(DEBUG) && (os(Linux))", "!(DEBUG) && !(os(Linux))"])
        #expect(file.types[1].functions[0].condition == "(!(DEBUG) && (os(Linux))) && (FAST)")
    }

    @Test("An import has its attributes with their arguments and its access level")
    func imports() throws {
        let file = try model(
            "@_spi(Testing)  \n public   import A\n@preconcurrency  @testable\t\timport struct B.C.D // x\n"
                + "f(); import E; g()\nimport F\n@_documentation(visibility: internal)  public\timport G")
        #expect(file.imports.map(\.module) == ["A", "B", "E", "F", "G"])
        #expect(file.imports.map(\.target) == ["A", "struct B.C.D", "E", "F", "G"])
        let attributes = [
            ["@_spi(Testing)"], ["@preconcurrency", "@testable"], [], [], ["@_documentation(visibility: internal)"],
        ]
        #expect(file.imports.map(\.attributes) == attributes)
        #expect(file.imports.map(\.writtenAccess) == [.public, nil, nil, nil, .public])
    }

    @Test("A regular expression literal is not a syntax error")
    func regularExpressions() throws {
        #expect(try model("let r = /a(b)c/\nstruct A {}\n").diagnostics.isEmpty)
    }

    @Test("Syntax errors are reported with their place, and the rest of the file is read")
    func syntaxErrors() throws {
        let file = try model("struct A { let x: Int }\nfunc f(\nstruct B {}\n")
        let first = try #require(file.diagnostics.first)
        #expect(first.severity == .error)
        #expect(first.location?.line == 3 || first.location?.line == 2)
        #expect(file.types.contains { $0.name == "A" })
    }
}
