import FoundationEssentials
import IOCGenerate
import IOCModel
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Loading files")
struct LoaderTests {
    @Test("The parser is looked for beside every swiftc on PATH and at every place in a named toolchain")
    func toolchains() throws {
        let scratch = try Scratch()
        for name in ["a", "b", "c"] {
            try scratch.write("\(name)/bin/swiftc", "")
            if name != "b" { chmod(scratch.path + "/\(name)/bin/swiftc", 0o755) }
        }
        let places = ["a", "b", "c", "a"].map { scratch.path + "/\($0)/bin" }.joined(separator: ":")
        func tried(_ body: () throws -> Toolchain) -> [String]? {
            let error = #expect(throws: ToolchainError.self) { try body() }
            return error?.tried.map { $0.replacing(scratch.path, with: "") }
        }
        let library = "libsourcekitdInProc.so"
        let both = ["/a/lib/\(library)", "/c/lib/\(library)"]
        #expect(tried { try Toolchain(environment: ["PATH": places]) } == both)
        let hinted = tried { try Toolchain(hint: scratch.path + "/a", environment: ["PATH": places]) }
        #expect(hinted == ["", "/lib", "/usr/lib"].map { "/a\($0)/\(library)" })
        // The first library is used. A folder of that name is not a library.
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/a/lib/\(library)", withIntermediateDirectories: true)
        for place in ["c/lib", "a/usr/lib", "a"] {
            let path = try scratch.write("\(place)/\(library)", "")
            #expect(try Toolchain(environment: ["PATH": places]).library == scratch.path + "/c/lib/\(library)")
            if place != "c/lib" { #expect(try Toolchain(hint: scratch.path + "/a").library == path) }
        }
    }

    @Test("Files that can't be read are reported, and the others are read")
    func badFiles() throws {
        let scratch = try Scratch()
        let good = try scratch.write("Good.swift", "struct Good {}")
        let latin = try scratch.write("Latin.swift", Array("// caf\n// ok ".utf8) + [0xE9, 0x0A])
        let large = try scratch.write("Large.swift", [UInt8](repeating: 0x20, count: 5_000_000))
        let directory = scratch.path + "/Directory.swift"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let result = try SourceLoader().load([good, latin, large, directory, scratch.path + "/Gone.swift"])
        #expect(result.files.map(\.path) == [good])
        let messages = result.diagnostics.map(\.description)
        #expect(messages.count == 4)
        #expect(messages.contains("\(latin):2:7: error: the file is not UTF-8: byte 0xE9"))
        #expect(messages.contains("\(large):1:1: error: is too large: 5000000 bytes, the limit is 4194304"))
        #expect(messages.contains("\(directory):1:1: error: can't be read: it is not a regular file"))
        #expect(messages.contains("\(scratch.path)/Gone.swift:1:1: error: does not exist"))
    }

    @Test("Files are found in a stable order, except hidden and excluded ones")
    func finding() throws {
        let scratch = try Scratch()
        for name in [
            "b/B.swift", "a/A.swift", "a/A.txt", ".build/X.swift", "Tests/T.swift", "c/MockC.swift", "M.swift",
        ] {
            try scratch.write("in/" + name, "")
        }
        func found(_ exclusions: [String]) -> [String] {
            FileFinder(excluding: exclusions).files(in: [scratch.path + "/in"]).files
                .map { String($0.dropFirst(scratch.path.count + 4)) }
        }
        #expect(found([]) == ["M.swift", "Tests/T.swift", "a/A.swift", "b/B.swift", "c/MockC.swift"])
        #expect(found(["Tests"]) == ["M.swift", "a/A.swift", "b/B.swift", "c/MockC.swift"])
        #expect(found(["in/*/?.swift"]) == ["M.swift", "c/MockC.swift"])
        #expect(found(["**/Mock*.swift", "./Tests/**"]) == ["M.swift", "a/A.swift", "b/B.swift"])
        let twice = FileFinder().files(in: [scratch.path + "/in/a", scratch.path + "/in/a/A.swift"])
        #expect(twice.files.count == 1)
    }

    @Test("Paths that can't be used are reported")
    func badPaths() throws {
        let scratch = try Scratch()
        try scratch.write("in/A.swift", "")
        try scratch.write("note.txt", "")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: scratch.path + "/in/loop", withDestinationPath: scratch.path + "/in")
        try manager.createSymbolicLink(atPath: scratch.path + "/in/Self.swift", withDestinationPath: "Self.swift")
        let result = FileFinder().files(in: [scratch.path + "/in", scratch.path + "/gone", scratch.path + "/note.txt"])
        #expect(result.files == [scratch.path + "/in/A.swift"])
        let faults = result.faults.map { $0.description.replacing(scratch.path, with: "") }
        #expect(
            faults == [
                "/in/Self.swift: can't be read: Too many levels of symbolic links",
                "/in/loop: is a symbolic link back to '/in', which contains it; exclude it or remove it",
                "/gone: does not exist",
                "/note.txt: is not a Swift file",
            ])
    }

    @Test("Files of the current directory have paths without a directory")
    func here() throws {
        let found = FileFinder(excluding: ["*/*"]).files(in: ["."]).files
        let all = try FileManager.default.contentsOfDirectory(atPath: ".").filter { !$0.hasPrefix(".") }
        #expect(found == all.filter { $0.hasSuffix(".swift") }.sorted())
    }

    @Test("Excluded links and other files cause no fault, and a fault is reported once")
    func passedOver() throws {
        let scratch = try Scratch()
        let file = try scratch.write("in/A.swift", "")
        let folder = scratch.path + "/in"
        for (link, target) in [("loop", folder), ("Self.swift", "Self.swift"), ("gone.txt", "nowhere")] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
        }
        let found = FileFinder().files(in: [folder, folder])
        #expect(found.files == [file] && found.faults.map(\.path) == [folder + "/Self.swift", folder + "/loop"])
        let rest = FileFinder(excluding: ["loop", "Self.swift"]).files(in: [folder, folder])
        #expect(rest.files == [file] && rest.faults.map(\.description) == [])
    }

    #if canImport(Glibc)
    @Test("A folder that can't be listed is reported, and the other files are found", .promptly)
    func unlisted() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let file = try scratch.write("A.swift", "")
            try scratch.write("in/B.swift", "")
            // Listing a folder takes a descriptor. Permissions would not stop a privileged user.
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            let result = FileFinder().files(in: [scratch.path + "/in", file])
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(result.files == [file])
            #expect(result.faults.map(\.description) == ["\(scratch.path)/in: can't be listed: check its permissions"])
        }
    }
    #endif

    @Test("The error for a missing toolchain names the places that were tried and the option")
    func toolchain() throws {
        let scratch = try Scratch()
        let file = try scratch.write("A.swift", "struct A {}")
        let nowhere = #expect(throws: ToolchainError.self) {
            try SourceLoader(toolchainHint: scratch.path).load([file])
        }
        #expect(nowhere?.description.contains("no sourcekitd at \(scratch.path)/") == true)
        #expect(nowhere?.description.contains("pass --toolchain") == true)
        let fake = try scratch.write("lib/libsourcekitdInProc.so", "no library")
        let unusable = #expect(throws: ToolchainError.self) {
            try SourceLoader(toolchainHint: fake).load([file])
        }
        #expect(unusable?.description.contains("can't be used") == true)
        #expect(throws: ToolchainError.self) { try Toolchain(environment: ["PATH": scratch.path]) }
        // A directory, a compiler and a library are all accepted.
        let found = try Toolchain()
        let root = found.library.replacing("/lib/libsourcekitdInProc.so", with: "")
        for hint in [root, root + "/bin/swiftc", found.library] {
            #expect(try "\(Toolchain(hint: hint))" == "\(found)")
        }
    }

    @Test("Without a swiftc on PATH the error says so")
    func noCompiler() {
        for path in ["/nowhere", nil] {
            let error = #expect(throws: ToolchainError.self) {
                try Toolchain(environment: path.map { ["PATH": $0] } ?? [:])
            }
            #expect(error?.description.hasPrefix("no swiftc on PATH, so sourcekitd can't be found; pass") == true)
        }
    }

    @Test("#error and #warning are left to the compiler")
    func messages() throws {
        #expect(try model("#warning(\"a\")\n#if A\n#error(\"b\")\n#endif\nstruct S {}").diagnostics.isEmpty)
    }

    @Test("A file with very deep nesting is reported as a syntax error")
    func deepNesting() throws {
        let deep = String(repeating: "(", count: 50_000)
        #expect(try !model("let x = \(deep)\nstruct A {}").diagnostics.isEmpty)
        let types = String(repeating: "struct A { ", count: 2_000)
        #expect(try !model(types).diagnostics.isEmpty)
    }
}
