import IOCGenerate
import IOCModel
import TestSupport
import Testing

@Suite("Faults")
struct FaultTests {
    /// The faults of a source text, without the path of its file.
    private func faults(_ text: String, strict: Bool = false) throws -> [String] {
        let scratch = try Scratch()
        let path = try scratch.write("A.swift", text)
        let output = try generate([path], strict: strict)
        if !output.diagnostics.isEmpty { #expect(output.code == nil) }
        return output.diagnostics.map { $0.description.replacing(path, with: "A.swift") }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var source: String
        var expected: [String]
        var isStrict = false
    }

    @Test("A fault is reported with its place, and no code is generated", arguments: cases)
    func wording(_ test: Case) throws {
        let found = try faults(test.source, strict: test.isStrict)
        #expect(found == test.expected)
    }

    @Test("A dependency of another module needs a written initializer")
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

    @Test("The faults of all files are reported together, in source order")
    func together() throws {
        let scratch = try Scratch()
        let paths = try ["B.swift", "A.swift", "C.swift"].map { name in
            try scratch.write(name, "struct \(name.prefix(1)): Injectable { init(dependency: (Int, Int)) {} }")
        }
        let places = try generate(paths).diagnostics.compactMap(\.location?.file)
        #expect(places == paths.sorted())
    }

    @Test("A provider is used before an injectable type")
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

    @Test("Dependencies with one name and type are one parameter, and another name or type is another one")
    func sharedParameters() throws {
        func method(user: String, order: String) throws -> String? {
            let scratch = try Scratch()
            let path = try scratch.write(
                "A.swift",
                """
                struct User: Injectable { struct Dependency { let \(user) }; init(dependency: Dependency) {} }
                struct Order: Injectable { struct Dependency { let \(order) }; init(dependency: Dependency) {} }
                struct Bill: Injectable {
                    struct Dependency { let user: User; let order: Order }
                    init(dependency: Dependency) {}
                }
                protocol R: Resolver {}
                """)
            let output = try generate([path])
            let line = output.code?.split(separator: "\n").first { $0.contains("func resolveBill") }
            return line.map { String($0.drop { $0 == " " }) } ?? output.diagnostics.first?.message
        }
        #expect(try method(user: "id: Int", order: "id: Int") == "func resolveBill(id: Int) -> Bill {")
        #expect(
            try method(user: "userID: Int", order: "orderID: Int")
                == "func resolveBill(userID: Int, orderID: Int) -> Bill {")
        #expect(
            try method(user: "id: Int", order: "id: String")
                == "'Bill' would need two parameters called 'id': 'Int' for 'User' and 'String' for 'Order'; rename one, or "
                + "provide one")
    }

    @Test("The code does not depend on the order of the files")
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

    @Test("A name that begins with the module means its type")
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

    @Test("Only public injectable types of imported modules are resolved")
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
