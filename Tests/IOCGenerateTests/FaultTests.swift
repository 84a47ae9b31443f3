import IOCModel
import IOCSource
import TestSupport
import Testing

@testable import IOCGenerate

@Suite("Faults")
struct FaultTests {
    /// What is said about a text, without the path of its file.
    private func faults(_ text: String, strict: Bool = false) throws -> [String] {
        let scratch = try Scratch()
        let path = try scratch.write("A.swift", text)
        let output = try generate([path], strict: strict)
        if !output.diagnostics.isEmpty { #expect(output.code == nil, "no code beside errors") }
        return output.diagnostics.map { $0.description.replacing(path, with: "A.swift") }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var source: String
        var expected: [String]
        var isStrict = false
    }

    @Test("Each fault is told with its place, and nothing is generated beside it", arguments: cases)
    func wording(_ test: Case) throws {
        let found = try faults(test.source, strict: test.isStrict)
        #expect(found == test.expected)
    }

    @Test("What another module makes up an initializer for is told where it is asked for")
    func foreignMembers() throws {
        let scratch = try Scratch()
        let own = try scratch.write(
            "A.swift", "struct A: Injectable { typealias Dependency = Parts; init(dependency: Parts) {} }")
        let other = try scratch.write("B.swift", "public struct Parts { public let n: Int }")
        let files = try SourceLoader().load([own, other]).files
        let output = Generator(module: "App").generate(
            [files[0]], dependencies: [.init(name: "Kit", files: [files[1]])])
        #expect(output.diagnostics.map(\.message) == ["'Parts' has no initializer"])
    }

    @Test("All faults of all files are told at once, in source order")
    func together() throws {
        let scratch = try Scratch()
        let paths = try ["B.swift", "A.swift", "C.swift"].map { name in
            try scratch.write(name, "struct \(name.prefix(1)): Injectable { init(dependency: (Int, Int)) {} }")
        }
        let places = try generate(paths).diagnostics.compactMap(\.location?.file)
        #expect(places == paths.sorted())
    }

    @Test("A provider takes the place of an injectable type")
    func providerWins() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "A.swift",
            """
            struct A: Injectable { struct Dependency { let x: Int }; init(dependency: Dependency) {} }
            struct B: Injectable { struct Dependency { let a: A }; init(dependency: Dependency) {} }
            protocol R: Resolver { func provideA() -> A; func provideDependency() -> B.Dependency }
            """)
        let code = try #require(try generate([path]).code)
        #expect(code.contains("func resolveA() -> A {\n        return provideA()"))
        #expect(code.contains("let dependency = provideDependency()\n        return B(dependency: dependency)"))
        #expect(!code.contains("x: Int"))
    }

    @Test("The order of the files makes no difference")
    func order() throws {
        let scratch = try Scratch()
        let paths = try [
            scratch.write(
                "A.swift",
                "import Z\nstruct A: Injectable { struct Dependency { let b: B }\ninit(dependency: Dependency) {} }"),
            scratch.write(
                "B.swift",
                "import Y\nstruct B: Injectable { struct Dependency { let n: Int }\ninit(dependency: Dependency) {} }"),
            scratch.write("R.swift", "import X\nprotocol R: Resolver {}\nprotocol Q: Resolver {}"),
        ]
        let first = try #require(try generate(paths).code)
        #expect(try generate(paths.reversed()).code == first)
        #expect(first.contains("import X\nimport Y\nimport Z\n"))
    }

    @Test("A name with the module in front is the type itself")
    func moduleNames() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "A.swift",
            """
            struct A: Injectable { struct Dependency { let b: Shop.B; let url: Other.URL }; init(dependency: Dependency) {} }
            struct B: Injectable { init(dependency: ()) {} }
            protocol R: Resolver {}
            """)
        let code = try #require(try generate([path], module: "Shop").code)
        #expect(code.contains("func resolveA(url: Other.URL) -> A"))
    }

    @Test("Public injectable types of imported modules are made too, and what is internal there is left alone")
    func otherModules() throws {
        let scratch = try Scratch()
        let own = try scratch.write(
            "A.swift",
            """
            struct A: Injectable { struct Dependency { let b: B; let c: Kit.C; let d: D }; init(dependency: Dependency) {} }
            public protocol R: Resolver {}
            """)
        let other = try scratch.write(
            "B.swift",
            """
            import Secret
            public struct B: Injectable { public init(dependency: Void) {} }
            public struct C: Injectable { public struct Dependency { let n: Int }; public init(dependency: Dependency) {} }
            struct D: Injectable { init(dependency: Void) {} }
            protocol Inner: Resolver {}
            """)
        let files = try SourceLoader().load([own, other]).files
        let output = Generator(module: "App").generate(
            [files[0]], dependencies: [.init(name: "Kit", files: [files[1]])])
        let code = try #require(output.code, "\(output.diagnostics)")
        #expect(code.contains("import Kit\n"))
        #expect(!code.contains("Secret"))
        #expect(code.contains("func resolveA(c: C, d: D) -> A {\n        let b = B(dependency: ())"))
        #expect(code.contains("public func resolveB() -> B {"))
        #expect(!code.contains("resolveD"))
        #expect(!code.contains("extension Inner"))
    }
}
