import Foundation
import IOCGenerate
import TestSupport
import Testing

@Suite("Generated code, compiled and run")
struct GoldenTests {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    static let cases: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []).sorted()

    @Test("The code is unchanged, compiles in Swift 6 mode without warnings, and runs", arguments: cases)
    func golden(name: String) async throws {
        let folder = Self.directory.appending(path: name)
        let program = folder.appending(path: "Program.swift").path()
        let output = try generate([program])
        let code = try #require(output.code, "\(output.diagnostics)")
        let expected = folder.appending(path: "Resolvers.swift")
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try code.write(to: expected, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: expected, encoding: .utf8) == code)
        let printed = try await Program.run([program, expected.path()])
        #expect(try String(contentsOf: folder.appending(path: "Output.txt"), encoding: .utf8) == printed)
    }

    @Test(
        "Code that stores values in an object runs with the same result",
        arguments: ["sharing", "effects", "isolation"])
    func graphObject(name: String) async throws {
        let folder = Self.directory.appending(path: name)
        let program = folder.appending(path: "Program.swift").path()
        var generator = Generator()
        generator.limit = 1
        let sources = try SourceLoader().load([program])
        let code = try #require(generator.generate(sources.files).code)
        #expect(code.contains("final class AppResolverGraph"))
        let scratch = try Scratch()
        let printed = try await Program.run([program, scratch.write("Resolvers.swift", code)])
        #expect(try String(contentsOf: folder.appending(path: "Output.txt"), encoding: .utf8) == printed)
    }
}

/// Generates for some files.
func generate(_ paths: [String], strict: Bool = false, module: String? = nil) throws -> Generator.Output {
    let sources = try SourceLoader().load(paths)
    #expect(sources.diagnostics.isEmpty, "\(sources.diagnostics)")
    return Generator(module: module, isStrict: strict).generate(sources.files)
}
