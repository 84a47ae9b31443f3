import FoundationEssentials
import IOCGenerate
import TestSupport
import Testing

@Suite("ioc-tool generate")
struct GenerateCommandTests {
    private let source = """
        struct A: Injectable { struct Dependency { let n: Int }; init(dependency: Dependency) {} }
        protocol AppResolver: Resolver {}
        """

    @Test("The code goes to the standard output or to a file")
    func output() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let printed = tool("generate", scratch.path + "/in")
        #expect(printed.code == .success && printed.error.isEmpty)
        #expect(printed.out.contains("func resolveA(n: Int) -> A {"))
        let dashed = tool("generate", scratch.path + "/in", "-o", "-")
        #expect(dashed.code == .success && dashed.out == printed.out)
        let written = tool("generate", "--output=\(scratch.path)/R.swift", "--", scratch.path + "/in")
        #expect(written.code == .success && written.out.isEmpty)
        #expect(try scratch.read("R.swift") == printed.out)
    }

    @Test("The output may be among the sources, and is touched only if its content changes")
    func unchanged() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let file = scratch.path + "/in/Resolvers.swift"
        func modified() throws -> Date? {
            #expect(tool("generate", scratch.path + "/in", "-o", file).code == .success)
            return try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        }
        let first = try modified()
        #expect(try modified() == first)
        let good = try scratch.read("in/Resolvers.swift")
        try scratch.write("in/Resolvers.swift", "struct {")
        _ = try modified()
        #expect(try scratch.read("in/Resolvers.swift") == good)
        try scratch.write("in/B.swift", "struct B: Injectable { init(dependency: ()) {} }")
        _ = try modified()
        #expect(try scratch.read("in/Resolvers.swift").contains("resolveB"))
    }

    @Test("In strict mode a dependency without a provider is a fault")
    func strict() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let run = tool("generate", scratch.path + "/in", "--strict")
        #expect(run.code == .faults && run.out.isEmpty)
        #expect(run.error.contains("in/A.swift:1:48: error: nothing gives 'A' its 'n' of type 'Int'"))
    }

    @Test("Excluded files are not read")
    func exclude() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        try scratch.write("in/Mocks/M.swift", "struct Mock: Injectable { init(dependency: ()) {} }")
        #expect(tool("generate", scratch.path + "/in").out.contains("Mock"))
        #expect(!tool("generate", scratch.path + "/in", "--exclude", "Mocks").out.contains("Mock"))
    }

    @Test("Options are also read from a file")
    func optionsFile() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let file = try scratch.write("in/.ioc-generate", "--strict\n--exclude None\n")
        #expect(tool("generate", "--options", file, "--", scratch.path + "/in").code == .faults)
        try scratch.write("in/.ioc-generate", "--stirct\n")
        let wrong = tool("generate", scratch.path + "/in", "--options", file)
        #expect(wrong.code == .usage && wrong.error.contains("did you mean '--strict'?"))
        let missing = tool("generate", scratch.path + "/in", "--options", scratch.path + "/gone")
        #expect(missing.code == .environment && missing.error == "\(scratch.path)/gone: error: does not exist\n")
    }

    @Test("Public injectable types of imported modules are resolved, too")
    func dependency() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source.replacing("n: Int", with: "kit: Kit.Tool"))
        try scratch.write("kit/Tool.swift", "public struct Tool: Injectable { public init(dependency: ()) {} }")
        let words = ["generate", scratch.path + "/in", "--module", "App", "--dependency", "Kit=\(scratch.path)/kit"]
        let run = ToolRun(words)
        #expect(run.code == .success && run.error.isEmpty)
        #expect(run.out.contains("func resolveA() -> A {") && run.out.contains("import Kit\n"), "\(run.out)")
    }

    @Test("The faults of every file are listed, and an existing output is kept")
    func faults() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let file = scratch.path + "/Resolvers.swift"
        #expect(tool("generate", scratch.path + "/in", "-o", file).code == .success)
        let good = try scratch.read("Resolvers.swift")
        try scratch.write("in/B.swift", "struct B: Injectable {}")
        try scratch.write("in/C.swift", "struct C { let }")
        try scratch.write("in/D.swift", Array("// ".utf8) + [0xFF])
        let run = tool("generate", scratch.path + "/in", "-o", file)
        #expect(run.code == .faults)
        #expect(run.error.contains("in/B.swift:1:8: error: 'B' is Injectable but has no"))
        #expect(run.error.contains("in/C.swift:1:1"))
        #expect(run.error.contains("in/D.swift:1:4: error: the file is not UTF-8: byte 0xFF"))
        #expect(try scratch.read("Resolvers.swift") == good)
    }

    @Test("Sources without a resolver give a warning and a file without code")
    func noResolver() throws {
        let scratch = try Scratch()
        let path = try scratch.write("A.swift", "struct A {}")
        let run = tool("generate", path)
        #expect(run.code == .success)
        #expect(run.error == "ioc-tool: warning: no protocol refines Resolver, so there is nothing to generate\n")
        #expect(!run.out.contains("extension"))
        #expect(tool("generate", path, "--quiet").error.isEmpty)
    }

    @Test("A path that can't be read or written is reported, and no file is left behind")
    func environment() throws {
        let scratch = try Scratch()
        let path = try scratch.write("in/A.swift", source)
        try scratch.write("empty/note.txt", "")
        func message(_ words: String...) -> String {
            let run = ToolRun(["generate"] + words)
            #expect(run.code == .environment && run.out.isEmpty)
            return run.error.replacing(scratch.path, with: "")
        }
        #expect(message(scratch.path + "/gone") == "/gone: error: does not exist\n")
        #expect(message(scratch.path + "/empty") == "/empty: error: there is no Swift file to read\n")
        #expect(message(scratch.path + "/empty/note.txt") == "/empty/note.txt: error: is not a Swift file\n")
        #expect(message(path, "--exclude", "A.swift") == "/in/A.swift: error: there is no Swift file to read\n")
        #expect(
            message(path, "-o", scratch.path + "/no/R.swift")
                == "/no/R.swift: error: can't be written: No such file or directory\n")
        #expect(
            message(path, "-o", scratch.path + "/empty") == "/empty: error: can't be written: it is a directory\n")
        let missing = message(
            scratch.path + "/g", path, scratch.path + "/h", "--dependency", "A=\(scratch.path)/i", "--dependency",
            "B=\(scratch.path)/in", "--dependency", "C=\(scratch.path)/j")
        #expect(missing == ["g", "h", "i", "j"].map { "/\($0): error: does not exist\n" }.joined())
        let toolchain = message(path, "--toolchain", scratch.path)
        #expect(toolchain.hasPrefix("ioc-tool: error: no sourcekitd at ") && toolchain.contains("pass --toolchain"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["empty", "in"])
    }
}
