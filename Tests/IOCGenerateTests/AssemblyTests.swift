import IOCSource
import TestSupport
import Testing

@testable import IOCGenerate

@Suite("What generated code makes of resolvers and components for a container")
struct AssemblyTests {
    /// The code with assemblies that is generated for a text, beside a module `Kit` of its own.
    private func output(_ text: String, kit: String? = nil, writesAssemblies: Bool = true) throws -> Generator.Output {
        let scratch = try Scratch()
        let paths = try [scratch.write("A.swift", text)] + (kit.map { [try scratch.write("Kit.swift", $0)] } ?? [])
        let files = try SourceLoader().load(paths).files
        return Generator(module: "App", writesAssemblies: writesAssemblies).generate(
            [files[0]], dependencies: kit == nil ? [] : [.init(name: "Kit", files: [files[1]])])
    }

    private static let maker = "public struct A: Injectable { public init(dependency: ()) {} }\n"

    @Test(
        "The container is imported as visibly as what is made for it",
        arguments: [
            ("\(maker)protocol R: Resolver {}", "import IOC"),
            ("\(maker)package protocol R: Resolver {}", "public import IOC"),
            ("\(maker)public protocol R: Resolver {}", "public import IOC"),
            ("@Component struct C {}", "import IOC"), ("@Component package struct C {}", "public import IOC"),
            ("\(maker)protocol R: Resolver {}\n@Component public struct C {}", "public import IOC"),
            ("\(maker)public protocol R: Resolver {}\n@Component struct C {}", "public import IOC"),
            ("\(maker)public protocol Q: Resolver {}\nprotocol R: Resolver {}", "public import IOC"),
            ("public protocol R: Resolver { func provideX() -> Int }", nil),
        ] as [(String, String?)])
    func imports(text: String, expected: String?) throws {
        let code = try #require(try output(text).code)
        #expect(code.split(separator: "\n").first { $0.hasSuffix("import IOC") } == expected.map { $0[...] }, "\(code)")
    }

    @Test("What has neither a resolver nor a component that it may name is empty")
    func empty() throws {
        #expect(try output("struct A {}").isEmpty)
        #expect(try !output("protocol R: Resolver {}").isEmpty)
        #expect(try !output("@Component struct C {}").isEmpty)
        #expect(try output("@Component struct C {}", writesAssemblies: false).isEmpty)
        #expect(try output("@Component private struct C {}").isEmpty)
    }

    @Test("Components of an imported module are its own affair")
    func imported() throws {
        let found = try output("@Component struct C {}", kit: "@Component public struct D {}")
        let code = try #require(found.code)
        #expect(code.contains("let c: IOC.Definition<") && !code.contains("let d: IOC.Definition<"), "\(code)")
    }

    @Test("A definition asks its context for the resolver as it is declared")
    func resolvers() throws {
        let kinds = [("final class R: Resolver", "R"), ("protocol R: Resolver", "(any R)")]
        for (head, type) in kinds {
            let code = try #require(try output("\(Self.maker)\(head) {}").code)
            #expect(code.contains("let resolver = try assembly.context.component(\(type).self)"), "\(code)")
        }
    }

    @Test(
        "A component that no definition can name is left out, and a note says why",
        arguments: [
            ("func f() { @Component struct C {} }", "is declared among statements"),
            ("@Component private struct C {}", "is private"), ("@Component struct C<T> {}", "is generic"),
            ("@available(macOS 99, *) @Component struct C {}", "is not available everywhere"),
        ])
    func leftOut(text: String, reason: String) throws {
        let found = try output("\(text)\n@Component struct D {}")
        #expect(found.diagnostics.map(\.message) == ["'C' \(reason), so AppComponentsAssembly leaves it out"])
        #expect(found.code?.contains("let d: ") == true && found.code?.contains("let c: ") == false)
    }

    @Test("No definition can call what belongs to an actor, of whichever kind, and a note says so")
    func actors() throws {
        for head in ["protocol R: Resolver, Actor", "protocol R: Resolver, DistributedActor", "actor R: Resolver"] {
            let found = try output("\(Self.maker)\(head) {}")
            #expect(
                found.diagnostics.map(\.message) == [
                    "resolveA belongs to an actor, so no definition of RAssembly can call it"
                ], "\(head)")
        }
        #expect(try output("\(Self.maker)protocol R: Resolver, Other {}").diagnostics.isEmpty)
    }
}
