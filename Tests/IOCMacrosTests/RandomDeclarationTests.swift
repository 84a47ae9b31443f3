import Foundation
import TestSupport
import Testing

/// Random components against the compiler and the container.
///
/// `IOC_DECLARATIONS` gives the number of components, `IOC_DECLARATION_SEED` the seed.
@Suite("Random components")
struct RandomDeclarationTests {
    private static var count: Int { ProcessInfo.processInfo.environment["IOC_DECLARATIONS"].flatMap(Int.init) ?? 60 }
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["IOC_DECLARATION_SEED"].flatMap(UInt64.init) ?? 33
    }
    /// The number of components in one program.
    private static let most = 60

    @Test("A correct component compiles, boots and gets its dependencies")
    func right() async throws {
        var generator = SplitMix(seed: Self.seed)
        var number = 0
        while number < Self.count {
            let declarations = (0..<min(Self.most, Self.count - number)).map {
                RandomDeclaration(number + $0, &generator, hasMistake: false)
            }
            number += declarations.count
            let lines = try await CompiledProgram(RandomDeclaration.program(of: declarations)).run()
            let wrong = Set(declarations.map { "\($0.name) is right" }).subtracting(lines)
            let first = declarations.first { wrong.contains("\($0.name) is right") }
            #expect(
                wrong.isEmpty, "seed \(Self.seed): \(lines.filter { !$0.hasSuffix(" is right") })\n\(first?.text ?? "")"
            )
        }
    }

    @Test("Each mistake is an error at its component, and correct components beside it have none")
    func wrong() async throws {
        var generator = SplitMix(seed: Self.seed &+ 1)
        var number = 0
        while number < Self.count {
            let declarations = (0..<min(Self.most, Self.count - number)).map { index in
                RandomDeclaration(number + index, &generator, hasMistake: index.isMultiple(of: 2))
            }
            number += declarations.count
            var line = RandomDeclaration.surroundings.split(separator: "\n", omittingEmptySubsequences: false).count
            var ranges: [ClosedRange<Int>] = []
            for declaration in declarations {
                let lines = declaration.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
                ranges.append(line...line + lines)
                line += lines
            }
            let source = RandomDeclaration.surroundings + declarations.map(\.text).joined()
            let errors = try await CompiledProgram(source).errors()
            for (declaration, range) in zip(declarations, ranges) {
                let own = errors.filter { range.contains($0.line) && $0.line < range.upperBound }
                #expect(
                    own.isEmpty == (declaration.mistake == nil),
                    "seed \(Self.seed): \(declaration.mistake ?? "right"): \(own)\n\(declaration.text)")
            }
        }
    }
}

/// A program that is compiled with the plugin and the modules of this very build.
private struct CompiledProgram {
    private let source: String
    private let build: String

    init(_ source: String) throws {
        self.source = source
        build = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().path()
    }

    private func compile(_ scratch: borrowing Scratch, _ more: [String]) async throws -> ChildProcess.Outcome {
        let file = try scratch.write("Shop.swift", source)
        return try await ChildProcess.run(
            "swiftc",
            more + [
                "-swift-version", "6", "-parse-as-library", "-module-name", "Shop", "-I", build + "Modules",
                "-load-plugin-executable", "\(build)IOCMacros-tool#IOCMacros", "-enable-upcoming-feature",
                "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility", "-diagnostic-style", "llvm",
                file,
            ] + ChildProcess.moduleMaps(in: build))
    }

    /// The lines that it prints.
    func run() async throws -> Set<String> {
        let scratch = try Scratch()
        let program = try scratch.write("Shop", "")
        let modules = ["IOC", "IOCBase", "IOCModel", "IOCConfiguration", "CSwiftRuntime"]
        let parts = try modules.flatMap { try objects(in: "\(build)\($0).build/") }
        let compiled = try await compile(scratch, parts + ["-Onone", "-o", program])
        try #require(compiled.status == 0, "\(compiled.text)\n\(source)")
        let printed = try await ChildProcess.run(program, [])
        return Set(printed.text.split(separator: "\n").map(String.init))
    }

    /// The object files of a module.
    ///
    /// The folder also has files of deleted sources, so the compiler's own list decides.
    private func objects(in folder: String) throws -> [String] {
        guard let list = FileManager.default.contents(atPath: folder + "output-file-map.json") else {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
                .map { folder + $0 }
        }
        return try JSONDecoder().decode([String: [String: String]].self, from: list).values.compactMap { $0["object"] }
    }

    /// The errors with their lines. An error in an expansion has the annotation's line.
    func errors() async throws -> [(line: Int, text: String)] {
        let text = try await compile(Scratch(), ["-typecheck"]).text
        return text.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^.*Shop\.swift:(\d+):\d+: (error|note: (in expansion|expanded code)): ?(.*)$/#)
                .flatMap { match in Int(match.1).map { (line: $0, text: String(line)) } }
        }
    }
}
