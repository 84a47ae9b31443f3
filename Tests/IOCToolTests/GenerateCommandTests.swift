import FoundationEssentials
import IOCCommand
import TestSupport
import Testing

@Suite("ioc generate")
struct GenerateCommandTests {
    private let source = """
        struct A: Injectable { struct Dependency { let n: Int }; init(dependency: Dependency) {} }
        protocol AppResolver: Resolver {}
        """

    @Test("The code goes to the standard output, or to a file that is touched only when it changes")
    func output() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let printed = ioc("generate", scratch.path + "/in", "--no-cache")
        #expect(printed.code == .success)
        #expect(printed.error.isEmpty)
        #expect(printed.out.contains("func resolveA(n: Int) -> A {"))
        let dashed = ioc("generate", scratch.path + "/in", "--no-cache", "-o", "-")
        #expect(dashed.code == .success && dashed.out == printed.out)

        // The file stands among the sources, as it does in a package, and is not one of them.
        let file = scratch.path + "/in/Resolvers.swift"
        for words in [["--no-cache"], ["--cache", scratch.path + "/cache"], ["--cache", scratch.path + "/cache"]] {
            let before = try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
            #expect(ioc(["generate", scratch.path + "/in", "-o", file] + words).code == .success)
            #expect(try scratch.read("in/Resolvers.swift") == printed.out)
            let after = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
            if let before { #expect(before == after) }
        }
        // Whatever was done to the file by hand is undone.
        try scratch.write("in/Resolvers.swift", "struct {")
        #expect(ioc("generate", scratch.path + "/in", "-o", file, "--cache", scratch.path + "/cache").code == .success)
        #expect(try scratch.read("in/Resolvers.swift") == printed.out)
        try scratch.write("in/B.swift", "struct B: Injectable { init(dependency: ()) {} }")
        #expect(ioc("generate", scratch.path + "/in", "-o", file, "--cache", scratch.path + "/cache").code == .success)
        #expect(try scratch.read("in/Resolvers.swift").contains("resolveB"))
        let kept = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/cache")
        #expect(kept.contains { $0.hasSuffix(".stamp") } && kept.contains { !$0.hasSuffix(".stamp") }, "\(kept)")
    }

    @Test("Options reach the generator")
    func options() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        try scratch.write("in/Mocks/M.swift", "struct Mock: Injectable { init(dependency: ()) {} }")
        let strict = ioc("generate", scratch.path + "/in", "--no-cache", "--strict")
        #expect(strict.code == .faults)
        #expect(strict.out.isEmpty)
        #expect(strict.error.contains("in/A.swift:1:48: error: nothing gives 'A' its 'n' of type 'Int'"))
        #expect(ioc("generate", scratch.path + "/in", "--no-cache").out.contains("Mock"))
        #expect(!ioc("generate", scratch.path + "/in", "--no-cache", "--exclude", "Mocks").out.contains("Mock"))
    }

    @Test("A module of components alone gets their assembly where it is asked for, and is told who is left out")
    func components() throws {
        let scratch = try Scratch()
        try scratch.write(
            "in/A.swift", "import IOC\n@Component public struct Desk {}\n@Component private struct Hidden {}\n")
        let words = ["generate", scratch.path + "/in", "--no-cache", "--module", "Shop"]
        let plain = ioc(words)
        #expect(plain.error.contains("no protocol refines Resolver, so there is nothing to generate"))
        let told = ioc(words + ["--assemblies"])
        #expect(told.code == .success)
        #expect(told.out.contains("public import IOC"))
        #expect(told.out.contains("public let desk: IOC.Definition<ShopComponentsAssembly, Desk> = .component()"))
        #expect(
            told.error
                == "\(scratch.path)/in/A.swift:3:27: note: 'Hidden' is private, so ShopComponentsAssembly leaves it out\n"
        )
        try scratch.write("in/A.swift", "struct Plain {}")
        let nothing = ioc(words + ["--assemblies"])
        #expect(
            nothing.error
                == "ioc: warning: no protocol refines Resolver, and there is no component, so there is nothing to generate\n"
        )
    }

    @Test("What a dependency makes is made too")
    func dependency() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source.replacing("n: Int", with: "kit: Tool"))
        try scratch.write("kit/Tool.swift", "public struct Tool: Injectable { public init(dependency: ()) {} }")
        let outcome = ioc("generate", scratch.path + "/in", "--no-cache", "--dependency", "Kit=\(scratch.path)/kit")
        #expect(outcome.code == .success && outcome.error.isEmpty)
        #expect(outcome.out.contains("func resolveA() -> A {"), "\(outcome.out)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["in", "kit"])
    }

    @Test("A run that is asked for anything else than the one before writes what is asked for")
    func otherRuns() throws {
        let scratch = try Scratch()
        try scratch.write(
            "in/A.swift",
            """
            import Kit
            struct A: Injectable { struct Dependency { let tool: Tool }; init(dependency: Dependency) {} }
            #if FLAG
            struct B: Injectable { init(dependency: ()) {} }
            #endif
            @Component struct C {}
            protocol AppResolver: Resolver {}
            """)
        let tool = "public struct Tool: Injectable { public init(dependency: ()) {} }"
        for name in ["kit", "other"] { try scratch.write("\(name)/Tool.swift", tool) }
        try scratch.write("other/More.swift", tool.replacing("Tool", with: "More"))
        let kit = ["--dependency", "Kit=\(scratch.path)/kit"]
        let runs: [[String]] = [
            [], kit, kit + ["-D", "FLAG"], kit + ["-U", "FLAG"], kit + ["--module", "One"], kit + ["--module", "Two"],
            kit + ["--module", "Two", "--assemblies"], kit + ["--module", "One", "--assemblies"],
            ["--dependency", "Kit=\(scratch.path)/other"], ["--dependency", "Kot=\(scratch.path)/other"],
        ]
        var seen: Set<String> = []
        for words in runs + runs.reversed() {
            let whole = ["generate", scratch.path + "/in"] + words
            let fresh = ioc(whole + ["--no-cache"])
            #expect(fresh.code == .success, "\(fresh.error)")
            for name in ["R.swift", "Q.swift"] {
                let file = scratch.path + "/" + name
                #expect(ioc(whole + ["-o", file, "--cache", scratch.path + "/cache"]).code == .success)
                #expect(try scratch.read(name) == fresh.out, "\(words)")
            }
            seen.insert(fresh.out)
        }
        #expect(seen.count > 5)
        // The sources of a dependency count as well as those of the module itself.
        let output = ["-o", scratch.path + "/R.swift", "--cache", scratch.path + "/cache"]
        let words = ["generate", scratch.path + "/in"] + output
        #expect(ioc(words + kit).code == .success)
        try scratch.write("kit/Tool.swift", tool.replacing("public ", with: ""))
        #expect(ioc(words + kit + ["--strict"]).code == .faults)
        #expect(ioc(words + kit).code == .success)
        #expect(try scratch.read("R.swift").contains("tool: Tool"))
    }

    @Test("Faults of every file are listed, and a file that was generated before stays as it is")
    func faults() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let file = scratch.path + "/Resolvers.swift"
        #expect(ioc("generate", scratch.path + "/in", "--no-cache", "-o", file).code == .success)
        let good = try scratch.read("Resolvers.swift")
        try scratch.write("in/B.swift", "struct B: Injectable {}")
        try scratch.write("in/C.swift", "struct C { let }")
        try scratch.write("in/D.swift", Array("// ".utf8) + [0xFF])
        let outcome = ioc("generate", scratch.path + "/in", "--no-cache", "-o", file)
        #expect(outcome.code == .faults)
        #expect(outcome.error.contains("in/B.swift:1:8: error: 'B' is Injectable but has no"))
        #expect(outcome.error.contains("in/C.swift:1:1"))
        #expect(outcome.error.contains("in/D.swift:1:4: error: the file is not UTF-8: byte 0xFF"))
        #expect(try scratch.read("Resolvers.swift") == good)
    }

    @Test("Sources without a resolver give a warning and an empty file")
    func noResolver() throws {
        let scratch = try Scratch()
        let path = try scratch.write("A.swift", "struct A {}")
        let outcome = ioc("generate", path, "--no-cache")
        #expect(outcome.code == .success)
        #expect(outcome.error == "ioc: warning: no protocol refines Resolver, so there is nothing to generate\n")
        #expect(ioc("generate", path, "--no-cache", "--quiet").error.isEmpty)
        #expect(!outcome.out.contains("extension"))
    }

    @Test("What can't be read or written is one clear error, and nothing is left behind")
    func environment() throws {
        let scratch = try Scratch()
        let path = try scratch.write("in/A.swift", source)
        try scratch.write("empty/note.txt", "")
        func complaint(_ words: String...) -> String {
            let outcome = ioc(["generate"] + words + ["--no-cache"])
            #expect(outcome.code == .environment)
            #expect(outcome.out.isEmpty)
            return outcome.error.replacing(scratch.path, with: "")
        }
        #expect(complaint(scratch.path + "/gone") == "/gone: error: does not exist\n")
        #expect(complaint(scratch.path + "/empty") == "/empty: error: there is no Swift file to read\n")
        #expect(complaint(scratch.path + "/empty/note.txt") == "/empty/note.txt: error: is not a Swift file\n")
        #expect(complaint(path, "--exclude", "A.swift") == "/in/A.swift: error: there is no Swift file to read\n")
        #expect(
            complaint(path, "-o", scratch.path + "/no/R.swift")
                == "/no/R.swift: error: can't be written: No such file or directory\n")
        #expect(
            complaint(path, "-o", scratch.path + "/empty") == "/empty: error: can't be written: it is a directory\n")
        let missing = complaint(
            scratch.path + "/g", path, scratch.path + "/h", "--dependency", "A=\(scratch.path)/i", "--dependency",
            "B=\(scratch.path)/in", "--dependency", "C=\(scratch.path)/j")
        #expect(missing == ["g", "h", "i", "j"].map { "/\($0): error: does not exist\n" }.joined())
        // By a link, so that no mistake can reach the device.
        let full = scratch.path + "/empty/full"
        try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
        #expect(complaint(path, "-o", full) == "/empty/full: error: can't be written: No space left on device\n")
        let toolchain = complaint(path, "--toolchain", scratch.path)
        #expect(toolchain.hasPrefix("ioc: error: no sourcekitd at "))
        #expect(toolchain.contains("pass --toolchain"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["empty", "in"])
    }

    @Test(
        "What is to be said is said again by each run, whether anything has changed or not",
        arguments: [
            ("struct A {}", ": warning: no protocol refines Resolver"),
            ("import IOC\n@Component struct B {}\n@Component private struct A {}", ": note: 'A' is private"),
        ])
    func again(source: String, said: String) throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", source)
        let words = [
            "generate", scratch.path + "/in", "-o", scratch.path + "/R.swift", "--cache", scratch.path + "/cache",
        ]
        for _ in 0..<2 {
            let run = ioc(words + ["--assemblies", "--module", "Shop"])
            #expect(run.code == .success && run.error.contains(said), "\(run.error)")
        }
    }
}
