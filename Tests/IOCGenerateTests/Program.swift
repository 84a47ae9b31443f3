import Foundation
import Testing

/// A directory of its own for one test, removed afterwards.
struct Scratch: ~Copyable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ioc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = url.appending(path: name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path()
    }
}

/// Compiles programs against `IOCStatic` and runs them.
enum Program {
    private static let flags = [
        "-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-package-name", "golden",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility",
    ]

    /// A library of `IOCStatic`, made once.
    private static let library = Result<URL, any Error> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let sources = root.appending(path: "Sources/IOCStatic")
        let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }.map { $0.path() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "ioc-static-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments =
            flags + ["-module-name", "IOCStatic", "-emit-module", "-emit-library"] + files
            + ["-o", folder.appending(path: "libIOCStatic.so").path()]
        let made = try launch("swiftc", arguments, in: folder)
        try #require(made.status == 0, "\(made.text)")
        return folder
    }

    /// Compiles files into one module and returns what the program prints.
    static func run(_ files: [String]) throws -> String {
        let library = try library.get().path()
        let scratch = try Scratch()
        let program = scratch.url.appending(path: "program").path()
        let link = ["-I", library, "-L", library, "-lIOCStatic", "-Xlinker", "-rpath", "-Xlinker", library]
        let compiled = try launch("swiftc", flags + link + files + ["-o", program], in: scratch.url)
        #expect(compiled.status == 0, "\(compiled.text)")
        guard compiled.status == 0 else { return "" }
        let result = try launch(program, [], in: scratch.url)
        #expect(result.status == 0, "\(result.text)")
        return result.text
    }

    /// Runs a program found on `PATH`.
    static func launch(_ name: String, _ arguments: [String], in folder: URL) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
