import Foundation
import TestSupport
import Testing

/// Compiles programs against `IOCStatic` and runs them.
enum Program {
    private static let flags = [
        "-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-package-name", "golden",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility",
    ]

    /// A library of `IOCStatic`, built once.
    private static let library = Task { () async throws -> String in
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.appending(path: "Sources/IOCStatic")
        let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }.map { $0.path() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "ioc-static-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments =
            flags + ["-module-name", "IOCStatic", "-emit-module", "-emit-library"] + files
            + ["-o", folder.appending(path: "libIOCStatic.so").path()]
        let made = try await ChildProcess.run("swiftc", arguments, in: folder)
        try #require(made.status == 0, "\(made.text)")
        return folder.path()
    }

    /// Compiles files into one module and returns the output of the program.
    static func run(_ files: [String], flags extra: [String] = []) async throws -> String {
        let library = try await library.value
        let scratch = try Scratch()
        let program = scratch.url.appending(path: "program").path()
        let link = ["-I", library, "-L", library, "-lIOCStatic", "-Xlinker", "-rpath", "-Xlinker", library]
        let arguments = flags + extra + link + files + ["-o", program]
        let compiled = try await ChildProcess.run("swiftc", arguments, in: scratch.url)
        #expect(compiled.status == 0, "\(compiled.text)")
        guard compiled.status == 0 else { return "" }
        let result = try await ChildProcess.run(program, [], in: scratch.url)
        #expect(result.status == 0, "\(result.text)")
        return result.text
    }
}
