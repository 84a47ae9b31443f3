import Foundation
import IOCSource
import Testing

@testable import IOCGenerate

@Suite("Generated code, form by form")
struct TextTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Text")

    @Test(
        "The code and what is said about it are as they were, for the library and for the program, with assemblies and without",
        arguments: [(false, false, false), (true, false, false), (false, true, false), (true, true, true)])
    func golden(isStrict: Bool, writesAssemblies: Bool, isSmall: Bool) throws {
        let sources = try SourceLoader().load(["First.swift", "Second.swift"].map { Self.folder.path + "/" + $0 })
        #expect(sources.diagnostics.isEmpty, "\(sources.diagnostics)")
        var generator = Generator(module: "Shop", isStrict: isStrict, writesAssemblies: writesAssemblies)
        if isSmall { generator.limit = 2 }
        let output = generator.generate(sources.files)
        let found =
            output.diagnostics.map { "\($0)\n".replacing(Self.folder.path + "/", with: "") }.joined()
            + (output.code ?? "no code\n")
        let name =
            "\(isStrict ? "strict" : "open")\(writesAssemblies ? ".assemblies" : "")\(isSmall ? ".small" : "").txt"
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try found.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let different = zip(expected.split(separator: "\n"), found.split(separator: "\n")).first { $0 != $1 }
        let isSame = expected == found
        #expect(isSame, "\(name): \(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }
}
