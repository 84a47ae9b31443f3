import Foundation
import PackagePlugin

/// Checks the wiring of a target while it is built, so that a fault makes the build fail at the line at fault.
///
/// The target is the one that has the whole program, such as an executable; the package's modules it depends on count
/// too. Without more the configuration is the package's `config/applicationContext.json` or `.plist`. A file called
/// `.ioc-check` in the target's directory may hold options of `ioc check`, separated by white space; a `--config` in it
/// is relative to the package.
@main
struct CheckWiring: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let package = context.package.directoryURL
        let settings = module.directoryURL.appending(path: ".ioc-check")
        let said = (try? String(contentsOf: settings, encoding: .utf8))?.split { $0.isWhitespace }.map { String($0) }
        var options = said ?? []
        var configurations: [URL] = []
        for index in options.indices.dropLast() where options[index] == "--config" {
            let file = package.appending(path: options[index + 1])
            configurations.append(file)
            options[index + 1] = file.path(percentEncoded: false)
        }
        if configurations.isEmpty {
            let usual = ["json", "plist"].map { package.appending(path: "config/applicationContext.\($0)") }
            guard
                let file = usual.first(where: { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
                )
            else {
                Diagnostics.error(
                    "\(target.name): there is no config/applicationContext.json to check; name one in .ioc-check")
                return []
            }
            configurations = [file]
            options += ["--config", file.path(percentEncoded: false)]
        }
        let stamp = context.pluginWorkDirectoryURL.appending(path: "\(module.moduleName)Checked.swift")
        var arguments = ["check", "--stamp", stamp.path(percentEncoded: false)]
        arguments += ["--cache", context.pluginWorkDirectoryURL.path(percentEncoded: false)]
        // The parser of the compiler that builds the package, whatever `PATH` says.
        if let compiler = try? context.tool(named: "swiftc").url {
            arguments += ["--toolchain", compiler.path(percentEncoded: false)]
        }
        var inputs: [URL] = []
        let modules =
            [module]
            + target.recursiveTargetDependencies.compactMap { other in
                context.package.targets.contains { $0.id == other.id } ? other as? any SourceModuleTarget : nil
            }
        for module in modules {
            // What other plugins have generated belongs to the program.
            let files =
                module.sourceFiles(withSuffix: "swift").map(\.url)
                + module.pluginGeneratedSources.filter { $0.pathExtension == "swift" }
            inputs += files
            arguments += files.flatMap { ["--sources", "\(module.moduleName)=\($0.path(percentEncoded: false))"] }
        }
        guard !inputs.isEmpty else { return [] }
        // A configuration may import others, which stand beside it or below.
        inputs += configurations.flatMap { Self.siblings(of: $0) } + (said == nil ? [] : [settings])
        return [
            .buildCommand(
                displayName: "Checking the wiring of \(target.name)",
                executable: try context.tool(named: "IOCTool").url,
                arguments: arguments + ["--quiet"] + options, inputFiles: inputs, outputFiles: [stamp])
        ]
    }

    /// The configuration files in the directory of one, itself among them.
    private static func siblings(of file: URL) -> [URL] {
        let folder = file.deletingLastPathComponent()
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        let found = names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".plist") }.sorted()
        return Array(Set(found.map { folder.appending(path: $0) } + [file])).sorted { $0.path() < $1.path() }
    }
}
