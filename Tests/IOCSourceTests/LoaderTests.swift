import FoundationEssentials
import IOCModel
import IOCSource
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Loading files")
struct LoaderTests {
    @Test("A remembered file equals the parsed one, and a changed file is parsed again")
    func cache() throws {
        let scratch = try Scratch()
        let text = """
            @A(x: 1) public struct S<T: P>: Q where T: R {
                @W("k") private(set) var a: [Int] = [1]
                static var traits: [Int] { [1] }
                init(x y: Int = 3) throws(E) {}
                func f() async rethrows -> Int { 1 }
                typealias D = Int
            }
            import Foo
            let x = 1
            func g() {}
            struct Broken { let }
            """
        let first = try scratch.write("src/A.swift", text)
        let second = try scratch.write("src/B.swift", "struct B {}")
        let loader = SourceLoader(cacheDirectory: scratch.path + "/cache")
        let fresh = try loader.load([first, second])
        #expect(fresh.parsedCount == 2)
        // What holds all is left as it is, with a byte behind it.
        let cache = scratch.path + "/cache/sources.cache"
        let marked = try FileContent.read(cache) + [0]
        try FileContent.replace(cache, with: marked)
        let again = try loader.load([first, second])
        #expect(again.parsedCount == 0)
        #expect(try FileContent.read(cache) == marked)
        #expect("\(again.files)" == "\(fresh.files)")
        #expect(again.diagnostics == fresh.diagnostics)
        #expect(!fresh.diagnostics.isEmpty)
        try scratch.write("src/B.swift", "struct C {}")
        let changed = try loader.load([first, second])
        #expect(changed.parsedCount == 1)
        #expect(changed.files[1].types.map(\.name) == ["C"])
        // The same content under another name needs no parsing, and errors name the new file.
        let moved = try scratch.write("src/Moved.swift", text)
        let renamed = try loader.load([moved])
        #expect(renamed.parsedCount == 0)
        #expect(renamed.diagnostics.first?.location?.file == moved)
    }

    @Test("Whatever the number of threads, each file is read once and stands in its place", arguments: [1, 2, 20])
    func threads(count: Int) throws {
        let scratch = try Scratch()
        let paths = try (1...12).map {
            try scratch.write("F\($0).swift", "struct S\($0) {}\n}\n#warning(\"w\($0)\")\n")
        }
        let result = try SourceLoader(threads: count).load(paths)
        #expect(result.parsedCount == 12 && result.files.map(\.path) == paths)
        #expect(result.files.flatMap(\.types).map(\.name) == (1...12).map { "S\($0)" })
        let told = result.diagnostics.map { "\($0.location?.file ?? "") \($0.location?.line ?? 0)" }
        #expect(told == paths.sorted().flatMap { ["\($0) 2", "\($0) 3"] })
    }

    @Test("A change of any file, of its name or of the order is seen without reading what the files say")
    func fingerprints() throws {
        let scratch = try Scratch()
        let loader = SourceLoader()
        let paths = try ["A", "B", "C"].map { try scratch.write($0, $0) }
        let first = try #require(loader.fingerprint(paths))
        #expect(loader.fingerprint(paths) == first)
        var seen = [first, loader.fingerprint(paths.reversed()), loader.fingerprint([paths[0], paths[2]])]
        seen.append(loader.fingerprint([try scratch.write("A2", "A"), paths[1], paths[2]]))
        seen.append(loader.fingerprint([paths[0], paths[1], try scratch.write("C2", "C")]))
        for name in ["A", "B", "C"] {
            try scratch.write(name, "other")
            seen.append(loader.fingerprint(paths))
            try scratch.write(name, name)
        }
        #expect(Set(seen).count == seen.count && loader.fingerprint(paths) == first)
        #expect(loader.fingerprint(paths + [scratch.path + "/gone"]) == nil)
        let other = SourceLoader(toolchainHint: scratch.path).fingerprint(paths)
        #expect(other != nil && other != first, "another toolchain would parse them")
    }

    @Test("Every swiftc on the path and every place in a toolchain is tried, and each is named once")
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
        // The first one that is there is taken, and a folder of that name is none.
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/a/lib/\(library)", withIntermediateDirectories: true)
        for place in ["c/lib", "a/usr/lib", "a"] {
            let path = try scratch.write("\(place)/\(library)", "")
            #expect(try Toolchain(environment: ["PATH": places]).library == scratch.path + "/c/lib/\(library)")
            if place != "c/lib" { #expect(try Toolchain(hint: scratch.path + "/a").library == path) }
        }
    }

    @Test("A damaged cache costs time and nothing else", arguments: [0, 10, 60, 100])
    func damagedCache(length: Int) throws {
        let scratch = try Scratch()
        let file = try scratch.write("A.swift", "struct A { let b: B }")
        let loader = SourceLoader(cacheDirectory: scratch.path + "/cache")
        let fresh = try loader.load([file])
        let cache = scratch.path + "/cache/sources.cache"
        let bytes = try FileContent.read(cache)
        try FileContent.replace(cache, with: Array(bytes.prefix(length)))
        #expect(try "\(loader.load([file]).files)" == "\(fresh.files)")
        try FileContent.replace(cache, with: bytes.map { ~$0 })
        #expect(try "\(loader.load([file]).files)" == "\(fresh.files)")
    }

    @Test("Files that can't be used are named, each once, and the others are read")
    func badFiles() throws {
        let scratch = try Scratch()
        let good = try scratch.write("Good.swift", "struct Good {}")
        let latin = try scratch.write("Latin.swift", Array("// caf\n// ok ".utf8) + [0xE9, 0x0A])
        let large = try scratch.write("Large.swift", [UInt8](repeating: 0x20, count: 5_000_000))
        let directory = scratch.path + "/Directory.swift"
        try FileContent.makeDirectory(directory)
        let result = try SourceLoader().load([good, latin, large, directory, scratch.path + "/Gone.swift"])
        #expect(result.files.map(\.path) == [good])
        let messages = result.diagnostics.map(\.description)
        #expect(messages.count == 4)
        #expect(messages.contains("\(latin):2:7: error: the file is not UTF-8: byte 0xE9"))
        #expect(messages.contains("\(large):1:1: error: is too large: 5000000 bytes, the limit is 4194304"))
        #expect(messages.contains("\(directory):1:1: error: can't be read: it is not a regular file"))
        #expect(messages.contains { $0.contains("Gone.swift:1:1: error: can't be read: No such file") })
    }

    @Test("Files are found in a stable order, hidden and excluded ones are not")
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

    @Test("Paths that lead nowhere are reported, each once")
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

    @Test("Files of the folder that it runs in are named without it")
    func here() throws {
        let found = FileFinder(excluding: ["*/*"]).files(in: ["."]).files
        let all = try FileManager.default.contentsOfDirectory(atPath: ".").filter { !$0.hasPrefix(".") }
        #expect(found == all.filter { $0.hasSuffix(".swift") }.sorted())
    }

    @Test("Nothing is told of what is excluded or no source, nor twice of the same")
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
    @Test("A folder that can't be listed is told of, and what lies beside it is found", .promptly)
    func unlisted() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let file = try scratch.write("A.swift", "")
            try scratch.write("in/B.swift", "")
            // To list a folder takes a descriptor; not everybody is bound by permissions.
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

    @Test("A missing toolchain says where it was looked for and how to point to it")
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
        // Any path into a toolchain will do.
        let found = try Toolchain()
        let root = found.library.replacing("/lib/libsourcekitdInProc.so", with: "")
        for hint in [root, root + "/bin/swiftc", found.library] {
            #expect(try "\(Toolchain(hint: hint))" == "\(found)")
        }
    }

    @Test("A file nested deep enough to exhaust a stack gives an error or a model, not a crash")
    func deepNesting() throws {
        let deep = String(repeating: "(", count: 50_000)
        #expect(try !model("let x = \(deep)\nstruct A {}").isWellFormed)
        let types = String(repeating: "struct A { ", count: 2_000)
        #expect(try !model(types).isWellFormed)
    }
}
