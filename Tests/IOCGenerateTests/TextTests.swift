import Foundation
import IOCSource
import TestSupport
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

    @Test("So is that of names, conditions, actors and imports, in functions and in objects", arguments: [64, 2])
    func more(limit: Int) throws {
        var generator = Generator(module: "App")
        generator.limit = limit
        try compare(generator, ["Fifth", "Sixth", "Seventh"], with: "more.\(limit).txt")
        try compare(generator, ["Eighth"], with: "standard.txt")
    }

    @Test("A resolver of nothing gets nothing")
    func nothing() throws {
        let scratch = try Scratch()
        let sources = try SourceLoader().load([scratch.write("A.swift", "protocol R: Resolver {}")])
        let code = try #require(Generator(module: "App").generate(sources.files).code)
        #expect(!code.contains("extension"))
    }

    @Test("A node is enclosed where whatever it leads to is reached through it alone, in any graph")
    func dominance() {
        var generator = SplitMix(seed: 11)
        for round in 0..<120 {
            let count = 1 + round % 24
            // Edges lead to higher numbers only, so that there are no cycles.
            let edges = (0..<count).map { node in
                ((node + 1)..<max(count, node + 1)).filter { _ in generator.chance(min(40, 160 / count)) }
            }
            func reached(from roots: [Int], without gap: Int?) -> Set<Int> {
                var found: Set<Int> = []
                var queue = roots.filter { $0 != gap }
                while let next = queue.popLast() {
                    if found.insert(next).inserted { queue += edges[next].filter { $0 != gap } }
                }
                return found
            }
            let targets = Set(edges.flatMap(\.self))
            let roots = (0..<count).filter { !targets.contains($0) }
            let dominance = Dominance(edges: edges, order: (0..<count).reversed())
            for node in 0..<count {
                let below = reached(from: edges[node], without: nil)
                let isAlone = below.isDisjoint(with: reached(from: roots, without: node))
                #expect(dominance.isEnclosed(node) == isAlone, "\(edges) \(node)")
            }
        }
    }
}
