import IOCModel
import IOCSource
import Testing

@Suite("Declarations")
struct DeclarationTests {
    @Test("Types are told apart, with their supertypes, generics and requirements")
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
        #expect(box.inheritedTypes.map(\.text) == ["Base<T>", "@unchecked Sendable"])
        #expect(box.writtenAccess == .public)
        #expect(box.modifiers == ["final"])
        #expect(box.types.map(\.kind) == [.actor])
        #expect(file.types[1].inheritedTypes.map(\.text) == ["~Copyable", "P & Q"])
        #expect(file.types[3].aliases.map(\.name) == ["A", "B"])
        #expect(file.types[3].aliases.map(\.isAssociatedType) == [true, false])
        #expect(file.types[3].aliases[1].target?.text == "[A]")
        #expect(file.types[4].name == "Box.Inner")
        #expect(file.types[4].genericWhereClause == "T == Int")
        #expect(file.types[4].inheritedTypes.map(\.text) == ["@preconcurrency P"])
    }

    @Test("Parameters carry their attributes, and begin at the first of them")
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
        #expect(
            made.parameters.map { $0.attributes.map(\.text) } == [
                [], ["@Named(\"audit\")"], ["@IOC.Named(setting: \"a.limit\")"],
            ])
        #expect(made.parameters.map(\.position.line) == [3, 3, 4])
        #expect(made.parameters.map(\.position.column) == [9, 25, 9])
        #expect(made.parameters.map(\.defaultValue) == [nil, nil, "3"])
        #expect(type.properties.first?.attribute("Injected")?.arguments?.map(\.label) == ["setting", "default"])
    }

    @Test("Properties carry type, value, wrappers, access and whether they are stored")
    func properties() throws {
        let file = try model(
            """
            class C {
                @Autowired("audit") var log: any Sink
                @Value("server.port") public private(set) var port = 8080
                @MainActor @Wrapped<Int>(a: 1, "x, (y)") var z: Foo<Bar, Baz>.Qux
                private let a, b: Int, c = [1, 2], d: [String: (Int) -> Void]?
                static var traits: [ComponentTrait] { [.named("x"), .primary] }
                var computed: Int { 3 }
                var observed = 3 { didSet {} }
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
        let log = try find("log")
        #expect(log.type?.text == "any Sink")
        #expect(log.attribute("Autowired")?.arguments?.map(\.value.text) == ["\"audit\""])
        let port = try find("port")
        #expect(port.type == nil)
        #expect(port.initialValue?.text == "8080")
        #expect(port.writtenAccess == .public)
        #expect(port.modifiers == ["private(set)"])
        let z = try find("z")
        #expect(z.attributes.map(\.name) == ["MainActor", "Wrapped<Int>"])
        #expect(z.attribute("Wrapped")?.arguments?.map(\.label) == ["a", nil])
        #expect(z.attribute("Wrapped")?.arguments?.map(\.value.text) == ["1", "\"x, (y)\""])
        #expect(try find("a").type?.text == "Int")
        #expect(try find("b").type?.text == "Int")
        #expect(try find("a").initialValue == nil)
        #expect(try find("c").initialValue?.text == "[1, 2]")
        #expect(try find("d").type?.text == "[String: (Int) -> Void]?")
        #expect(try find("a").isLet)
        let traits = try find("traits")
        #expect(traits.isStatic && traits.isComputed)
        #expect(traits.body?.text == "[.named(\"x\"), .primary]")
        #expect(try find("computed").isComputed)
        #expect(try find("computed").body == nil)
        #expect(try !find("observed").isComputed)
        #expect(try find("observed").initialValue?.text == "3")
        #expect(try find("closed").initialValue?.text == "{ 3 }()")
        #expect(try !find("closed").isComputed)
        #expect(try find("late").modifiers == ["lazy"])
        #expect(try find("default").modifiers == ["weak"])
        #expect(try find("shared").modifiers == ["nonisolated(unsafe)"])
        #expect(try find("shared").initialValue?.text == "f(1, 2)")
        #expect(try find("shared").isStatic)
    }

    @Test("Functions carry labels, names, types, defaults, effects and requirements")
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
        #expect(!a.hasBody)
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
        #expect(members[1].isStatic && members[1].hasBody)
        #expect(members.map { $0.returnType?.text } == [nil, "Self", nil, nil])
        #expect(members[1].parameters[0].label == "in")
        #expect(members[1].parameters[0].defaultValue == "f(1, 2)")
        #expect(members[2].modifiers == ["mutating"])
        #expect(members[2].throwing == .anything)
        #expect(members[3].throwing == .nothing)
    }

    @Test("Lines and columns are right behind text that is not ASCII")
    func positions() throws {
        let file = try model("// 日本語 🎌\r\nstruct É { let 名前: Größe = \"👩‍👩‍👧\"; let b: Int }\n")
        let type = try #require(file.types.first)
        #expect(type.name == "É")
        #expect(type.position.line == 2 && type.position.column == 8)
        #expect(type.properties.map(\.name) == ["名前", "b"])
        let name = type.properties[0]
        #expect(name.type?.text == "Größe")
        #expect(name.type?.position.column == 25)
        #expect(name.initialValue?.text == "\"👩‍👩‍👧\"")
        #expect(type.properties[1].position.line == 2)
    }

    @Test("Imports and declarations know the condition they stand under")
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

    @Test("A regular expression literal is no syntax error")
    func regularExpressions() throws {
        #expect(try model("let r = /a(b)c/\nstruct A {}\n").isWellFormed)
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
