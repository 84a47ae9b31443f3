import Foundation
import TestSupport
import Testing

/// A source with the errors that the compiler reports, from `Text/compiler.txt`.
///
/// In the file `##` precedes a title, and `| run` the options of one of the runs. `// error:` stands on a line with one error
/// and precedes a part of it. `// errors:` stands on a line with several. No other line has an error or a warning.
struct CompilerCase: CustomTestStringConvertible, Sendable {
    static let all = {
        let text = try? String(contentsOf: ExpansionCase.folder.appending(path: "compiler.txt"), encoding: .utf8)
        return (text ?? "").components(separatedBy: "## ").dropFirst().map(CompilerCase.init)
    }()

    let testDescription: String
    private let source: String
    private let runs: [[String]]

    init(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        testDescription = lines[0]
        source = lines.dropFirst().filter { !$0.hasPrefix("| run") }.joined(separator: "\n")
        let runs = lines.filter { $0.hasPrefix("| run") }.map { $0.split(separator: " ").dropFirst(2).map(String.init) }
        self.runs = runs.isEmpty ? [[]] : runs
    }

    func check() async throws {
        let expected = source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
            index, line in
            line.firstMatch(of: #/  // (errors?): ?(.*)$/#).map { (index + 1, $0.1 == "error", String($0.2)) }
        }
        for run in runs {
            let errors = try await Compiler.errors(in: source, ["-warnings-as-errors"] + run)
            #expect(Set(errors.map(\.line)) == Set(expected.map(\.0)), "\(errors)")
            for (line, isOne, text) in expected {
                let own = errors.filter { $0.line == line }
                #expect(own.contains { text.isEmpty || $0.text.contains(text) }, "\(line): \(text): \(own)")
                #expect(!isOne || own.count == 1, "\(own)")
            }
        }
    }
}

@Suite("The compiler and the macros")
struct CompilerTests {
    @Test("A source compiles without a warning, or with the errors that it shows", arguments: CompilerCase.all)
    func source(test: CompilerCase) async throws {
        try await test.check()
    }

    @Test("A subclass in another module overrides the list of injection points")
    func otherModule() async throws {
        let scratch = try Scratch()
        let library = try scratch.write(
            "Mall.swift",
            """
            public import IOC
            @Component public final class Plain { public init() {} }
            @Component open class Opened { @Autowired("a") public var plain: Plain; public required init() {} }
            """)
        let module = scratch.path + "/Mall.swiftmodule"
        let compiled = try await ChildProcess.run(
            "swiftc", try Compiler.options() + ["-emit-module", "-module-name", "Mall", "-o", module, library])
        try #require(compiled.status == 0, "\(compiled.text)")
        let errors = try await Compiler.errors(
            in: """
                import IOC
                import Mall
                @Component class Below: Opened { @Autowired("b") var second: Plain }
                @Component(.lazy) final class Last: Below { @Autowired("b") private var third: Plain }
                final class Unannotated: Opened, @unchecked Sendable {}
                """, ["-I", scratch.path, "-warnings-as-errors"])
        #expect(errors == [])
    }
}
