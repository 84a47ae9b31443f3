#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The command `ioc-tool generate`, which generates the code of resolvers.
struct GenerateCommand {
    let options: GenerateOptions
    let console: Console

    /// Runs the command.
    /// - Throws: ``FileError`` or ``ToolchainError``.
    func run() throws -> ExitCode {
        let finder = FileFinder(excluding: options.exclusions)
        var (paths, faults) = finder.files(in: options.paths)
        let dependencies = options.dependencies.map { item in
            let found = finder.files(in: [item.path])
            faults += found.faults
            return (name: item.name, paths: found.files)
        }
        for fault in faults { console.error("\(fault.path): error: \(fault.reason)\n") }
        guard faults.isEmpty else { return .environment }
        // The output of an earlier run is not a source of this run.
        if let output = options.output.flatMap(Self.identity) { paths.removeAll { Self.identity($0) == output } }
        guard !paths.isEmpty else {
            throw FileError(path: options.paths.joined(separator: ", "), reason: "there is no Swift file to read")
        }

        let sources = try SourceLoader(toolchainHint: options.toolchain).load(paths + dependencies.flatMap(\.paths))
        let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
        let modules = dependencies.map { item in
            ProjectIndex.Module(name: item.name, files: item.paths.compactMap { models[$0] })
        }
        let generator = Generator(module: options.module, isStrict: options.isStrict)
        let result = generator.generate(paths.compactMap { models[$0] }, dependencies: modules)
        let diagnostics = (sources.diagnostics + result.diagnostics).inSourceOrder()
        for diagnostic in diagnostics { console.error("\(diagnostic)\n") }
        guard !diagnostics.contains(where: { $0.severity == .error }), let code = result.code else { return .faults }
        if result.resolvers.isEmpty, !options.isQuiet {
            console.error("\(Tool.name): warning: no protocol refines Resolver, so there is nothing to generate\n")
        }
        guard let output = options.output else {
            console.out(code)
            return .success
        }
        try FileContent.update(output, with: Array(code.utf8))
        return .success
    }

    /// Returns a text that is equal for all paths of one file; nil if there is no file.
    private static func identity(_ path: String) -> String? {
        var status = stat()
        return stat(path, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }
}
