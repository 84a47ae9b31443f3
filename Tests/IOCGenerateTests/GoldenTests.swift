import Foundation
import IOCGenerate
import TestSupport
import Testing

@Suite("Generated code, compiled and run")
struct GoldenTests {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    /// The folders, and the number of values from which an object stores them; nil for the usual one.
    static let cases: [(name: String, limit: Int?)] =
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []).sorted().map { ($0, nil) }
        + ["sharing", "effects", "isolation"].map { ($0, 1) }

    @Test("The code compiles in Swift 6 mode without warnings, and prints what is expected", arguments: cases)
    func golden(name: String, limit: Int?) async throws {
        let folder = Self.directory.appending(path: name)
        let program = folder.appending(path: "Program.swift").path()
        var generator = Generator()
        if let limit { generator.limit = limit }
        let sources = try SourceLoader().load([program])
        let output = generator.generate(sources.files)
        let code = try #require(output.code, "\(output.diagnostics)")
        #expect(code.contains("final class AppResolverGraph") == (limit != nil))
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
