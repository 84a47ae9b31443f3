import Foundation
import PackagePlugin

/// Checks the wiring of a target while it is built, so that a fault makes the build fail at the line at fault.
///
/// The target is the one that has the whole program, such as an executable; the package's modules it depends on count
/// too, and so do those of other packages that use the container. Without more the configuration is the package's
/// `config/applicationContext.json` or `.plist`. A file called `.ioc-check` in the target's directory may hold options of `ioc check`, separated by white space; a `--config` in it
/// is relative to the package.
@main
struct CheckWiring: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let package = context.package.directoryURL
        let settings = module.directoryURL.appending(path: ".ioc-check")
        let hasSettings = FileManager.default.fileExists(atPath: settings.path(percentEncoded: false))
        let stamp = context.pluginWorkDirectoryURL.appending(path: "\(module.moduleName)Checked.swift")
        var arguments = ["check", "--stamp", stamp.path(percentEncoded: false), "--quiet"]
        arguments += ["--directory", package.path(percentEncoded: false)]
        // The tool reads it, as this code does not run again where only a file's content has changed.
        if hasSettings { arguments += ["--options", settings.path(percentEncoded: false)] }
        arguments += ["--cache", context.pluginWorkDirectoryURL.path(percentEncoded: false)]
        // The parser of the compiler that builds the package, whatever `PATH` says.
        if let compiler = try? context.tool(named: "swiftc").url {
            arguments += ["--toolchain", compiler.path(percentEncoded: false)]
        }
        let program = ProgramModules([target], in: context.package)
        // Files that other plugins have generated belong to the program.
        func files(of module: any SourceModuleTarget) -> [URL] {
            module.sourceFiles(withSuffix: "swift").map(\.url)
                + module.pluginGeneratedSources.filter { $0.pathExtension == "swift" }
        }
        arguments += program.options(files)
        var inputs = program.modules.flatMap(files)
        guard !inputs.isEmpty else { return [] }
        inputs += configurations(in: package, settings) + (hasSettings ? [settings] : [])
        return [
            try ToolCommand(context)("Checking the wiring of \(target.name)", arguments, inputs: inputs, output: stamp)
        ]
    }

    /// The files that a check may read: those of the usual folder, and of the folders of those that the options name,
    /// as a configuration may import others.
    private func configurations(in package: URL, _ settings: URL) -> [URL] {
        let words = (try? String(contentsOf: settings, encoding: .utf8))?.split { $0.isWhitespace } ?? []
        let named = words.indices.dropLast().filter { ["--config", "--parent"].contains(words[$0]) }
            .map { package.appending(path: String(words[$0 + 1])).deletingLastPathComponent() }
        let folders = Set([package.appending(path: "config")] + named).sorted { $0.path() < $1.path() }
        return folders.flatMap { folder in
            let path = folder.path(percentEncoded: false)
            // Below the package itself stands everything else too.
            let names =
                folder.path() == package.path()
                ? try? FileManager.default.contentsOfDirectory(atPath: path)
                : try? FileManager.default.subpathsOfDirectory(atPath: path)
            return (names ?? []).filter { $0.hasSuffix(".json") || $0.hasSuffix(".plist") }.sorted()
                .map { folder.appending(path: $0) }
        }
    }
}
