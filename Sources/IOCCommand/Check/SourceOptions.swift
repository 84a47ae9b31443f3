import IOCCheck
import IOCSource

/// The options by which commands are given a whole program's sources.
enum SourceOptions {
    static let all =
        [
            Option(
                "--plain-module", value: "NAME", isRepeatable: true,
                help:
                    "A module that the sources import and that doesn't use the container: it has no components. May be "
                    + "repeated."),
            Option(
                "--exclude", value: "PATTERN", isRepeatable: true,
                help: "Pass over paths that match: a name, or names between slashes, where * stands for any characters "
                    + "and ** for any directories. May be repeated."),
            Option(
                "--toolchain", value: "PATH",
                help:
                    "A toolchain, its swiftc or its sourcekitd library. Otherwise it is found beside the swiftc on PATH."
            ),
            Option("--cache", value: "DIRECTORY", help: "Where to keep what was parsed. Otherwise the user's cache."),
            Option("--no-cache", help: "Keep nothing, and use nothing that was kept."),
        ] + BuildOptions.all

    /// What the options name.
    struct Sources {
        var modules: [ProjectIndex.Module]
        var build: BuildSettings
        /// Modules that have no components.
        var plain: Set<String>
        /// The syntax errors.
        var errors: [SourceDiagnostic]
    }

    /// The modules that the options name; nil where they can't be read.
    static func load(_ arguments: Arguments, _ console: Console) throws(UsageError) -> Sources? {
        let build = try BuildOptions.read(arguments)
        let roots = arguments.all("--sources")
        guard !roots.isEmpty else { throw UsageError("no --sources PATH is given") }
        if arguments.has("--cache"), arguments.has("--no-cache") {
            throw UsageError("'--cache' and '--no-cache' exclude each other")
        }
        let finder = FileFinder(excluding: arguments.all("--exclude"))
        var loader = SourceLoader(toolchainHint: arguments.value("--toolchain"))
        loader.build = build
        let places = roots.map { SourceModules.Root($0) }
        let manifest = PackageManifest(above: places.filter { $0.module == nil }.map(\.path), loader)
        let found = SourceModules(places, finder: finder, manifest: manifest.module)
        for fault in found.faults { console.error("\(fault.path): error: \(fault.reason)\n") }
        guard found.faults.isEmpty else { return nil }
        let paths = found.modules.flatMap(\.paths)
        guard !paths.isEmpty else {
            console.error("\(roots.joined(separator: ", ")): error: there is no Swift file to read\n")
            return nil
        }
        loader.cacheDirectory =
            arguments.has("--no-cache") ? nil : arguments.value("--cache") ?? GenerateCommand.userCache(paths)
        do {
            let sources = try loader.load(paths)
            let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
            let modules = found.modules.map { module in
                ProjectIndex.Module(name: module.name, files: module.paths.compactMap { models[$0] })
            }
            return Sources(
                modules: modules, build: build, plain: Set(arguments.all("--plain-module")),
                errors: sources.diagnostics.filter { $0.severity == .error })
        } catch {
            console.error("ioc: error: \(error)\n")
            return nil
        }
    }
}
