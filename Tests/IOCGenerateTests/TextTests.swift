import Foundation
import IOCGenerate
import TestSupport
import Testing

@Suite("Generated code as text")
struct TextTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Text")

    /// Compares the output with a file.
    private func compare(_ generator: Generator, _ own: [String], _ other: [String] = [], with name: String) throws {
        let sources = try SourceLoader().load((own + other).map { "\(Self.folder.path)/\($0).swift" })
        #expect(sources.diagnostics.isEmpty, "\(sources.diagnostics)")
        let files = (own + other).compactMap { name in sources.files.first { $0.path.hasSuffix("/\(name).swift") } }
        let output = generator.generate(
            Array(files.prefix(own.count)),
            dependencies: other.isEmpty ? [] : [.init(name: "Kit", files: Array(files.dropFirst(own.count)))])
        let found =
            output.diagnostics.map { "\($0)\n".replacing(Self.folder.path + "/", with: "") }.joined()
            + "\(output.injectableCount) for \(output.resolvers.joined(separator: ", "))\n"
            + (output.code ?? "no code\n")
        let file = Self.folder.appending(path: name)
        if GoldenFiles.areUpdated {
            try found.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let different = zip(expected.split(separator: "\n"), found.split(separator: "\n")).first { $0 != $1 }
        let isSame = expected == found
        #expect(isSame, "\(name): \(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }

    @Test("The code for a library and a program is unchanged, and in strict mode the faults", arguments: [false, true])
    func golden(isStrict: Bool) throws {
        let generator = Generator(module: "Shop", isStrict: isStrict)
        try compare(generator, ["First", "Second"], with: isStrict ? "strict.txt" : "open.txt")
    }

    @Test("The code for every form beside an imported module is unchanged", arguments: [64, 2])
    func forms(limit: Int) throws {
        var generator = Generator(module: "App")
        generator.limit = limit
        try compare(generator, ["Third", "Fourth"], ["Kit"], with: "forms.\(limit).txt")
    }

    @Test("The code for names, conditions, actors and imports is unchanged", arguments: [64, 2])
    func more(limit: Int) throws {
        var generator = Generator(module: "App")
        generator.limit = limit
        try compare(generator, ["Fifth", "Sixth", "Seventh"], with: "more.\(limit).txt")
        try compare(generator, ["Eighth"], with: "standard.txt")
    }
}
