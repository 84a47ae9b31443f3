import Foundation
import IOCSource
import Testing

@testable import IOCGenerate

@Suite("Generated code, form by form")
struct TextTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Text")

    /// Compares the code, and what is said about it, with a file.
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
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try found.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let different = zip(expected.split(separator: "\n"), found.split(separator: "\n")).first { $0 != $1 }
        let isSame = expected == found
        #expect(isSame, "\(name): \(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }

    @Test(
        "The code and what is said about it are as they were, for the library and for the program, with assemblies and without",
        arguments: [(false, false, false), (true, false, false), (false, true, false), (true, true, true)])
    func golden(isStrict: Bool, writesAssemblies: Bool, isSmall: Bool) throws {
        var generator = Generator(module: "Shop", isStrict: isStrict, writesAssemblies: writesAssemblies)
        if isSmall { generator.limit = 2 }
        let name =
            "\(isStrict ? "strict" : "open")\(writesAssemblies ? ".assemblies" : "")\(isSmall ? ".small" : "").txt"
        try compare(generator, ["First", "Second"], with: name)
    }

    @Test(
        "So is that of every form, beside a module that is imported, in functions and in objects", arguments: [64, 2])
    func forms(limit: Int) throws {
        var generator = Generator(module: "App")
        generator.limit = limit
        try compare(generator, ["Third", "Fourth"], ["Kit"], with: "forms.\(limit).txt")
    }
}
