import IOCCheck
import IOCSource

/// The options by which commands are given a whole program's sources.
enum SourceOptions {
    /// The option that names the sources.
    static let sources = Option(
        "--sources", value: "[NAME=]PATH", isRepeatable: true,
        help:
            "A file, or a folder with all it contains: of the program, and of the packages it depends on. NAME is the "
            + "module; otherwise it is the target whose path the package's manifest gives, or the folder under Sources. "
            + "May be repeated.")
    /// The others.
    static let all =
        [
            Option(
                "--plain-module", value: "NAME", isRepeatable: true,
                help:
                    "A module that the sources import and that doesn't use the container: it has no components. May be "
                    + "repeated.")
        ] + ParsingOptions.all

    /// The files that the options name.
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
        let roots = arguments.all("--sources")
        guard !roots.isEmpty else { throw UsageError("no --sources PATH is given") }
        var loader = try ParsingOptions.loader(arguments)
        let places = roots.map { SourceModules.Root($0) }
        let manifest = PackageManifest(above: places.filter { $0.module == nil }.map(\.path), loader)
        let found = SourceModules(places, finder: ParsingOptions.finder(arguments), manifest: manifest.module)
        for fault in found.faults { console.error("\(fault.path): error: \(fault.reason)\n") }
        guard found.faults.isEmpty else { return nil }
        let paths = found.modules.flatMap(\.paths)
        guard !paths.isEmpty else {
            console.error("\(roots.joined(separator: ", ")): error: there is no Swift file to read\n")
            return nil
        }
        loader.cacheDirectory = ParsingOptions.cache(arguments, for: paths)
        do {
            let sources = try loader.load(paths)
            let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
            let modules = found.modules.map { module in
                ProjectIndex.Module(name: module.name, files: module.paths.compactMap { models[$0] })
            }
            return Sources(
                modules: modules, build: loader.build, plain: Set(arguments.all("--plain-module")),
                errors: sources.diagnostics.filter { $0.severity == .error })
        } catch {
            console.error("ioc: error: \(error)\n")
            return nil
        }
    }
}
