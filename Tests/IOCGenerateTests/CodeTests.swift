import Foundation
import IOCGenerate
import IOCModel
import TestSupport
import Testing

/// Sources with the code or the faults that they lead to, from `Text/code.txt` and `Text/faults.txt`.
///
/// In both files a case has a title after `##` and its source. Then `+` precedes what the code contains, `-` what it doesn't
/// contain, and `=>` each line of the faults. `↵` is a line end. `IOC_UPDATE_GOLDEN=1` writes the faults anew.
struct TextCase: CustomTestStringConvertible, Sendable {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Text")
    static let code = cases(of: "code.txt")
    static let faults = cases(of: "faults.txt")

    let testDescription: String
    private(set) var source = ""
    private(set) var contained: [String] = []
    private(set) var absent: [String] = []
    private(set) var faults: [String] = []

    static func cases(of name: String) -> [TextCase] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        return text.components(separatedBy: "## ").dropFirst().map { part in
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            var found = TextCase(testDescription: lines[0])
            for line in lines.dropFirst() {
                let mark = line.prefix { $0 != " " }
                let rest = String(line.dropFirst(mark.count + 1)).replacing(" ↵ ", with: "\n")
                switch mark {
                case "+": found.contained.append(rest)
                case "-": found.absent.append(rest)
                case "=>": found.faults.append(rest)
                default: found.source += line + "\n"
                }
            }
            return found
        }
    }

    /// The output for the source, and its faults by line with a short path.
    func run() throws -> (output: Generator.Output, faults: [String]) {
        let scratch = try Scratch()
        let path = try scratch.write("A.swift", source)
        let output = try generate([path], strict: testDescription.contains("strict"), module: "Shop")
        let text = output.diagnostics.map(\.description).joined(separator: "\n").replacing(path, with: "A.swift")
        return (output, text.isEmpty ? [] : text.components(separatedBy: "\n"))
    }

    var updated: String {
        get throws {
            let faults = try run().faults.map { "=> \($0)\n" }.joined()
            return "## \(testDescription)\n\(source.trimmingCharacters(in: .newlines))\n\(faults)"
        }
    }
}

@Suite("Generated code and faults") struct CodeTests {
    @Test("The code contains what its source says", arguments: TextCase.code)
    func code(test: TextCase) throws {
        let (output, faults) = try test.run()
        let code = try #require(output.code, "\(faults)")
        let lines = code.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
        for part in test.contained { #expect(lines.contains(part), "\(part)\n\(code)") }
        for part in test.absent { #expect(!lines.contains(part), "\(part)\n\(code)") }
        #expect(test.contained.count + test.absent.count > 0)
    }

    @Test("A fault is reported with its place, and no code is generated", arguments: TextCase.faults)
    func faults(test: TextCase) throws {
        let (output, faults) = try test.run()
        #expect(faults == test.faults)
        #expect(output.code == nil || test.faults.isEmpty)
    }

    @Test(
        "The file of the faults is written anew",
        .ifGoldenFilesAreUpdated)
    func update() throws {
        let text = try TextCase.faults.map { try $0.updated }.joined(separator: "\n")
        try text.write(to: TextCase.folder.appending(path: "faults.txt"), atomically: true, encoding: .utf8)
    }

    @Test(
        "Another protocol with the name of one of IOCStatic's protocols has no effect",
        arguments: ["Injectable", "FactoryMethodInjectable", "PropertyInjectable"])
    func namesakes(form: String) throws {
        func code(_ declared: String, _ written: String) throws -> String? {
            let members = "struct Dependency {}\n init(dependency: Dependency) {}"
            let scratch = try Scratch()
            let text = "\(declared)\nfinal class A: \(written) { \(members) }\nprotocol R: Resolver {}"
            return try generate([scratch.write("A.swift", text)]).code
        }
        for (declared, written) in [
            ("enum Tools { protocol \(form) {} }", "Tools.\(form)"),
            ("enum Tools {}\nextension Tools { protocol \(form) {} }", "Tools.\(form)"),
            ("enum Tools { protocol \(form) {} }\nprotocol Model: Tools.\(form) {}", "Model"),
            ("protocol \(form) {}", form), ("import Kit", "Kit.Tools.\(form)"), ("import Kit", "Kit.\(form)"),
        ] {
            #expect(try code(declared, written)?.contains("resolveA") == false, "\(declared) \(written)")
        }
        #expect(try code("import IOCStatic", "IOCStatic.Injectable")?.contains("resolveA") == true)
    }

    // MARK: Several files

    /// Generates for files with these names and texts.
    private func generated(_ files: KeyValuePairs<String, String>) throws -> Generator.Output {
        let scratch = try Scratch()
        return try generate(files.map { try scratch.write("\($0.key).swift", $0.value) })
    }

    /// Generates for one file that imports another module with one file.
    private func generated(_ own: String, importing kit: String) throws -> Generator.Output {
        let scratch = try Scratch()
        let paths = try [scratch.write("A.swift", own), scratch.write("B.swift", kit)]
        let files = try SourceLoader().load(paths).files
        return Generator(module: "App").generate([files[0]], dependencies: [.init(name: "Kit", files: [files[1]])])
    }

    private func imports(_ output: Generator.Output) throws -> [String] {
        let code = try #require(output.code, "\(output.diagnostics)")
        return code.split(separator: "\n").map(String.init).filter { $0.contains("import ") || $0.hasPrefix("#") }
    }

    @Test("A dependency of another module needs a written initializer") func foreignMembers() throws {
        let output = try generated(
            "struct A: Injectable { typealias Dependency = Parts; init(dependency: Parts) {} }",
            importing: "public struct Parts { public let n: Int }")
        #expect(output.diagnostics.map(\.message) == ["'Parts' has no initializer"])
    }

    @Test("Only public injectable types of imported modules are resolved") func otherModules() throws {
        let output = try generated(
            """
            struct A: Injectable { struct Dependency { let b: B; let c: Kit.C; let d: D }; init(dependency: Dependency) {} }
            public protocol R: Resolver {}
            """,
            importing: """
                import Secret
                public struct B: Injectable { public init(dependency: Void) {} }
                public struct C: Injectable { public struct Dependency { let n: Int }; public init(dependency: Dependency) {} }
                struct D: Injectable { init(dependency: Void) {} }
                protocol Inner: Resolver {}
                """)
        let code = try #require(output.code, "\(output.diagnostics)")
        #expect(code.contains("import Kit\n"))
        #expect(code.contains("func resolveA(c: C, d: D) -> A {\n        let b = B(dependency: ())"))
        #expect(code.contains("public func resolveB() -> B {"))
        for absent in ["Secret", "resolveD", "extension Inner"] { #expect(!code.contains(absent)) }
    }

    @Test("The faults of all files are reported together, in source order") func together() throws {
        func text(_ name: String) -> String { "struct \(name): Injectable { init(dependency: (Int, Int)) {} }" }
        let output = try generated(["B": text("B"), "A": text("A"), "C": text("C")])
        let files = output.diagnostics.compactMap(\.location?.file)
        #expect(files.map { $0.suffix(7) } == ["A.swift", "B.swift", "C.swift"])
    }

    @Test("The code does not depend on the order of the files") func order() throws {
        let a = "import Z\nstruct A: Injectable { struct Dependency { let b: B }\ninit(dependency: Dependency) {} }"
        let b = "import Y\nstruct B: Injectable { struct Dependency { let n: Int }\ninit(dependency: Dependency) {} }"
        let r = "import X\nprotocol R: Resolver {}\nprotocol Q: Resolver {}"
        let first = try generated(["A": a, "B": b, "R": r])
        #expect(try generated(["R": r, "B": b, "A": a]).code == first.code)
        #expect(try imports(first) == ["import X", "import Y", "import Z"])
    }

    @Test("Generated code has the imports of the files it depends on, public only if a public signature needs them")
    func publicImports() throws {
        let output = try generated([
            "Resolver": "public import Rho\npublic protocol R: Resolver {}",
            "A": """
            public import Alpha
            public struct A: Injectable { public typealias Dependency = Needs; public init(dependency: Needs) {} }
            """,
            "Needs": """
            public import Beta
            public struct Needs { public init(count: Int, first: Strange, b: B, c: C) {} }
            """,
            "B": """
            public import Gamma
            public struct B: Injectable {
                public struct Dependency { let x: Foreign }
                public init(dependency: Dependency) {}
            }
            """,
            "C": """
            public import Delta
            public struct C: Injectable { public struct Dependency { let y: Int }; public init(dependency: Dependency) {} }
            """,
            "Idle": "public import Omega\npublic struct Idle {}",
        ])
        #expect(
            try imports(output) == [
                "internal import Alpha", "public import Beta", "internal import Delta", "public import Gamma",
                "internal import Rho",
            ])
    }

    @Test("A module is imported under a condition only if no file imports it unconditionally")
    func conditionalImports() throws {
        func injectable(_ name: String, _ imports: String) -> String {
            "\(imports)\nstruct \(name): Injectable { init(dependency: ()) {} }"
        }
        let output = try generated([
            "A": injectable("A", "#if DEBUG\nimport Xi\nimport Eta\nimport Psi\nimport Phi\n#endif"),
            "B": injectable("B", "import Psi\nimport Xi\nimport Tau"),
            "C": injectable("C", "#if TRACE\nimport Xi\nimport Eta\nimport Psi\n#endif\nimport Phi"),
            "R": "protocol R: Resolver {}",
        ])
        #expect(
            try imports(output) == [
                "import Phi", "import Psi", "import Tau", "import Xi", "#if DEBUG", "import Eta", "#endif", "#if TRACE",
                "import Eta", "#endif",
            ])
    }

    @Test("Declarations of two files, each in its own condition, are one, and the code has the imports of both")
    func conditionalFiles() throws {
        func text(_ condition: String, _ module: String) -> String {
            "#if \(condition)\nimport \(module)\n"
                + "struct A: Injectable { struct Dependency { let url: URL }; init(dependency: Dependency) {} }\n#endif"
        }
        let output = try generated([
            "Linux": text("os(Linux)", "One"), "Other": text("!os(Linux)", "Two"), "R": "protocol R: Resolver {}",
        ])
        let code = try #require(output.code)
        #expect(code.contains("#if !os(Linux)\nimport Two\n#endif\n#if os(Linux)\nimport One\n#endif"))
        #expect(code.contains("#if (os(Linux)) || (!os(Linux))\n    func resolveA(url: URL) -> A"))
    }

    // MARK: Branches

    @Test(
        "Code for declarations that are equal in all branches compiles and runs in each",
        arguments: [
            ([], "plain plain, log cache\n"), (["FAST"], "fast fast, fast log cache\n"),
            (["TRACE"], "traced traced, log cache\n1 Tracer() [1, 2]\n"),
        ])
    func branches(flags: [String], printed: String) async throws {
        let scratch = try Scratch()
        let program = try scratch.write(
            "Program.swift",
            String(contentsOf: TextCase.folder.appending(path: "Branches.swift"), encoding: .utf8))
        let output = try generate([program])
        let code = try #require(output.code, "\(output.diagnostics)")
        #expect(
            Set(code.split(separator: "\n").filter { $0.contains("#if") }) == [
                "    #if TRACE", "    #if (!(FAST)) && (TRACE)",
                "    #if (FAST) || ((!(FAST)) && (TRACE)) || ((!(FAST)) && (!(TRACE)))",
            ])
        let found = try await Program.run(
            [program, scratch.write("Resolvers.swift", code)], flags: flags.flatMap { ["-D", $0] })
        #expect(found == printed)
    }
}
