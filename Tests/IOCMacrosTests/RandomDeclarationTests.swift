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

    /// The numbers of the components of each program.
    private static var programs: [Range<Int>] {
        stride(from: 0, to: count, by: 60).map { $0..<min($0 + 60, count) }
    }

    @Test("A correct component compiles, boots and gets its dependencies")
    func right() async throws {
        var generator = SplitMix(seed: Self.seed)
        for numbers in Self.programs {
            let declarations = numbers.map { RandomDeclaration($0, &generator, hasMistake: false) }
            let lines = try await Self.run(RandomDeclaration.program(of: declarations))
            let wrong = declarations.filter { !lines.contains("\($0.name) is right") }
            let others = lines.filter { !$0.hasSuffix(" is right") }
            #expect(wrong.isEmpty, "seed \(Self.seed): \(others)\n\(wrong.first?.text ?? "")")
        }
    }

    @Test("Each mistake is an error at its component, and correct components beside it have none")
    func wrong() async throws {
        var generator = SplitMix(seed: Self.seed &+ 1)
        for numbers in Self.programs {
            let declarations = numbers.map { RandomDeclaration($0, &generator, hasMistake: $0.isMultiple(of: 2)) }
            let source = RandomDeclaration.surroundings + declarations.map(\.text).joined()
            let errors = try await Compiler.errors(in: source, ["-module-name", "Shop"])
            var line = RandomDeclaration.surroundings.count { $0 == "\n" } + 1
            for declaration in declarations {
                let end = line + declaration.text.count { $0 == "\n" }
                let own = errors.filter { (line..<end).contains($0.line) }
                #expect(
                    own.isEmpty == (declaration.mistake == nil),
                    "seed \(Self.seed): \(declaration.mistake ?? "right"): \(own)\n\(declaration.text)")
                line = end
            }
        }
    }

    /// The lines that a program prints. It is linked with the modules of this build.
    private static func run(_ source: String) async throws -> Set<String> {
        let scratch = try Scratch()
        let build = try Compiler.build()
        let file = try scratch.write("Shop.swift", source)
        let modules = ["IOC", "IOCBase", "IOCModel", "IOCConfiguration", "CSwiftRuntime"]
        let parts = try modules.flatMap { try objects(in: "\(build)\($0).build/") }
        let program = "\(scratch.path)/Shop"
        let compiled = try await ChildProcess.run(
            "swiftc", Compiler.options() + ["-module-name", "Shop", file, "-Onone", "-o", program] + parts)
        try #require(compiled.status == 0, "\(compiled.text)\n\(source)")
        let printed = try await ChildProcess.run(program, [])
        return Set(printed.text.split(separator: "\n").map(String.init))
    }

    /// The object files of a module. The compiler's own list decides, because the folder also has files of deleted sources.
    private static func objects(in folder: String) throws -> [String] {
        guard let list = FileManager.default.contents(atPath: folder + "output-file-map.json") else {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
                .map { folder + $0 }
        }
        return try JSONDecoder().decode([String: [String: String]].self, from: list).values.compactMap { $0["object"] }
    }
}
