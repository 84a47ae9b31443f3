import IOCGenerate
import TestSupport
import Testing

@Suite("Injectable types and providers")
struct MakerTests {
    /// The output for a source text.
    private func output(_ text: String) throws -> Generator.Output {
        let scratch = try Scratch()
        return try generate([try scratch.write("A.swift", text)])
    }

    @Test("The factory method is the static method with that name and label")
    func factoryMethod() throws {
        let found = try output(
            """
            struct A: FactoryMethodInjectable {
                struct Dependency { let n: Int }
                static func build(dependency: Dependency) -> A { A() }
                func makeInstance(dependency: Dependency) -> A { A() }
                static func makeInstance(other: Dependency) -> A { A() }
                static func makeInstance(dependency: Dependency) throws -> A { A() }
            }
            protocol R: Resolver {}
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func resolveA(n: Int) throws -> A {"))
        #expect(code.contains("return try A.makeInstance(dependency: .init(n: n))"))
        let none = try output(
            """
            struct A: FactoryMethodInjectable {
                struct Dependency {}
                static func build(dependency: Dependency) -> A { A() }
            }
            """)
        #expect(
            none.diagnostics.map(\.message).contains { $0.contains("has no 'static func makeInstance(dependency:)'") })
    }

    @Test("Other protocols with the names of IOCStatic's protocols have no effect")
    func namesakes() throws {
        let forms = ["Injectable", "FactoryMethodInjectable", "PropertyInjectable"]
        let members = "struct Dependency {}\n init(dependency: Dependency) {}"
        for form in forms {
            for (declared, written) in [
                ("enum Tools { protocol \(form) {} }", "Tools.\(form)"),
                ("enum Tools {}\nextension Tools { protocol \(form) {} }", "Tools.\(form)"),
                ("enum Tools { protocol \(form) {} }\nprotocol Model: Tools.\(form) {}", "Model"),
                ("protocol \(form) {}", form), ("import Kit", "Kit.Tools.\(form)"), ("import Kit", "Kit.\(form)"),
            ] {
                let found = try output(
                    "\(declared)\nfinal class A: \(written) { \(members) }\nprotocol R: Resolver {}")
                #expect(found.diagnostics.isEmpty && found.code?.contains("resolveA") != true, "\(declared) \(written)")
            }
        }
        for (declared, written) in [("import IOCStatic", "IOCStatic.Injectable"), ("", "Injectable")] {
            let found = try output("\(declared)\nfinal class A: \(written) { \(members) }\nprotocol R: Resolver {}")
            #expect(found.code?.contains("resolveA") == true)
        }
        let resolver = "final class A: Injectable { \(members) }\nenum Tools { protocol Resolver {} }\n"
        #expect(try output(resolver + "protocol R: Tools.Resolver {}").code?.contains("resolveA") != true)
        #expect(try output(resolver + "protocol R where Self: Resolver {}").code?.contains("resolveA") == true)
    }

    @Test("A Dependency that is itself injectable is made as a whole")
    func injectableDependency() throws {
        for (form, maker) in [
            ("Injectable", "init(dependency: Void) {}"),
            ("FactoryMethodInjectable", "static func makeInstance(dependency: Void) -> Parts { Parts() }"),
        ] {
            let found = try output(
                """
                struct A: Injectable { typealias Dependency = Parts; init(dependency: Parts) {} }
                struct Parts: \(form) { let n: Int = 0; var text: String = ""; \(maker) }
                protocol R: Resolver {}
                """)
            let code = try #require(found.code, "\(found.diagnostics)")
            let make = form == "Injectable" ? "Parts(dependency: ())" : "Parts.makeInstance(dependency: ())"
            #expect(code.contains("let parts = \(make)\n        return A(dependency: parts)"), "\(code)")
            #expect(!code.contains("text:"))
        }
    }

    @Test("Generic arguments replace the parameters of a dependency and of the types around it")
    func genericInGeneric() throws {
        let found = try output(
            """
            struct Outer<S, T> { struct Inner<U, V> { let s: S; let t: T; let u: U; let v: [V: S] } }
            struct A: Injectable {
                typealias Dependency = Outer<Int, Bool>.Inner<String, Double>
                init(dependency: Outer<Int, Bool>.Inner<String, Double>) {}
            }
            struct Pair<First, Second>: Injectable {
                struct Dependency { let first: First; let second: Second; let both: [First: Second] }
                init(dependency: Dependency) {}
            }
            struct B: Injectable { struct Dependency { let pair: Pair<Int, Bool> }; init(dependency: Dependency) {} }
            protocol R: Resolver {}
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func resolveA(s: Int, t: Bool, u: String, v: [Double: Int]) -> A {"), "\(code)")
        #expect(code.contains("func resolveB(first: Int, second: Bool, both: [Int: Bool]) -> B {"), "\(code)")
        #expect(
            code.contains(
                "func resolvePair<First, Second>(first: First, second: Second, both: [First: Second]) "
                    + "-> Pair<First, Second> {"), "\(code)")
    }

    @Test("A generic parameter of a provider hides the type of the same name")
    func genericProvider() throws {
        let found = try output(
            """
            enum Space { struct T {} }
            struct T {}
            struct A: Injectable { struct Dependency { let t: T }; init(dependency: Dependency) {} }
            protocol R: Resolver { func provideList<T>() -> [T]; func provideBox<T>(of t: T) -> Box<T> }
            struct Box<Content> {}
            struct B: Injectable { struct Dependency { let boxes: Box<Int> }; init(dependency: Dependency) {} }
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func resolveA(t: T) -> A {"), "\(code)")
        #expect(code.contains("provideBox(of:"), "\(code)")
    }

    @Test("Other methods of an injectable type and of a resolver have no effect")
    func whichFunctions() throws {
        let found = try output(
            """
            struct A: Injectable {
                struct Dependency { let n: Int; let text: String }
                func use(dependency: String) {}
                init(dependency: Dependency, other: Int = 1) {}
            }
            struct Outer: Injectable { typealias Dependency = Elsewhere; init(dependency: Elsewhere) {} }
            protocol R: Resolver {
                func reset()
                func providential() -> String
                func provide() -> Double
                static func provideText() -> String
                func provideCount() -> Int
            }
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func resolveA(text: String) -> A {"), "\(code)")
        #expect(code.contains("A(dependency: .init(n: n, text: text))") || code.contains("provideCount()"))
        #expect(code.contains("func resolveOuter(elsewhere: Elsewhere) -> Outer {"), "\(code)")
    }

    @Test("A method of a resolver is a provider if it is visible in the module")
    func visibleProviders() throws {
        let found = try output(
            """
            public class Base: Resolver {
                internal func provideX() -> Int { 1 }
                package func provideY() -> String { "" }
                public func provideZ() -> Bool { true }
                open func provideW() -> Double { 1 }
            }
            final class R: Base {}
            struct A: Injectable {
                struct Dependency { let x: Int; let y: String; let z: Bool; let w: Double; let v: Float }
                init(dependency: Dependency) {}
            }
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func resolveA(v: Float) -> A {"), "\(code)")
        for name in ["X", "Y", "Z", "W"] {
            #expect(code.contains("let \(name.lowercased()) = provide\(name)()"), "\(code)")
        }
    }

    @Test("A private declaration that generated code would need is a fault")
    func access() throws {
        func faults(_ text: String) throws -> [String] { try output(text).diagnostics.map(\.message) }
        #expect(
            try faults(
                """
                struct A: FactoryMethodInjectable {
                    struct Dependency {}
                    private static func makeInstance(dependency: Dependency) -> A { A() }
                }
                """) == ["'makeInstance(dependency:)' is private, so generated code in another file can't call it"])
        #expect(
            try faults("class A: PropertyInjectable { struct Dependency {}; private var dependency: Dependency! }")
                == ["'dependency' is private, so generated code in another file can't set it"])
        for form in ["FactoryMethodInjectable", "PropertyInjectable"] {
            #expect(
                try faults("private final class A: \(form) { struct Dependency {} }") == [
                    "'A' is private, so generated code in another file can't name it; "
                        + "make it internal, or exclude the file"
                ])
        }
        #expect(
            try faults(
                """
                struct A: Injectable { struct Dependency { private init(n: Int) {} }; init(dependency: Dependency) {} }
                """) == ["'A.Dependency' has no initializer that generated code can call"])
        #expect(
            try faults("private protocol R: Resolver {}")
                == ["'R' is private, so generated code in another file can't extend it"])
    }

    @Test("Generated code has the imports of the files it depends on, public only if a public signature needs them")
    func imports() throws {
        let scratch = try Scratch()
        let own = "public typealias Dependency = Needs\n    public init(dependency: Needs) {}"
        let files = [
            ("Resolver", "public import Rho\npublic protocol R: Resolver {}"),
            ("A", "public import Alpha\npublic struct A: Injectable {\n    \(own)\n}"),
            (
                "Needs",
                """
                public import Beta
                public struct Needs {
                    public init(count: Int, first: Strange, b: B, c: C) {}
                }
                """
            ),
            (
                "B",
                """
                public import Gamma
                public struct B: Injectable {
                    public struct Dependency { let x: Foreign }
                    public init(dependency: Dependency) {}
                }
                """
            ),
            (
                "C",
                """
                public import Delta
                public struct C: Injectable {
                    public struct Dependency { let y: Int }
                    public init(dependency: Dependency) {}
                }
                """
            ),
            ("Idle", "public import Omega\npublic struct Idle {}"),
        ]
        let found = try generate(files.map { try scratch.write("\($0.0).swift", $0.1) })
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(
            code.split(separator: "\n").filter { $0.contains("import ") } == [
                "internal import Alpha", "public import Beta", "internal import Delta", "public import Gamma",
                "internal import Rho",
            ])
    }

    @Test("Properties of a dependency may have any access level that the module sees")
    func writtenAccess() throws {
        let found = try output(
            """
            struct A: Injectable {
                struct Dependency { internal let n: Int; package var text: String; public var flag: Bool }
                init(dependency: Dependency) {}
            }
            protocol R: Resolver {}
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func resolveA(n: Int, text: String, flag: Bool) -> A {"), "\(code)")
    }

    @Test("A tuple is made from its elements, even if a provider returns such a tuple")
    func tuples() throws {
        let found = try output(
            """
            struct A: Injectable {
                typealias Dependency = (n: Int, text: String)
                init(dependency: (n: Int, text: String)) {}
            }
            protocol R: Resolver { func providePair() -> (n: Int, text: String); func provideN() -> Int }
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func resolveA(text: String) -> A {\n        let n = provideN()\n"), "\(code)")
    }

    @Test("A dependency without properties needs nothing, and a default dependency is injected")
    func nothingNeeded() throws {
        let found = try output(
            """
            struct A: Injectable { final class Dependency { var n = 1 }; init(dependency: Dependency) {} }
            struct B: Injectable { struct Dependency { let n: Int }; var dependency = Dependency(n: 1) }
            protocol R: Resolver {}
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("return A(dependency: .init())"), "\(code)")
        #expect(code.contains("func resolveB(n: Int) -> B {\n        return B(dependency: .init(n: n))"), "\(code)")
    }

    @Test("Only the instance property named dependency is injected")
    func injectedProperty() throws {
        let found = try output(
            """
            class A: PropertyInjectable {
                struct Dependency { let n: Int }
                var other: Int!
                static var dependency: Int!
                var dependency: Dependency!
            }
            protocol R: Resolver {}
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func injectToA(_ a: A, n: Int) {"), "\(code)")
    }
}
