import Foundation
import PackagePlugin

/// The plugin that generates the resolvers of a target while SwiftPM builds it.
///
/// A file named `.ioc-generate` in the target's directory may contain further options, such as `--strict`, separated by
/// white space.
@main
struct GenerateResolvers: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let sources = module.sourceFiles(withSuffix: "swift").map(\.url)
        guard !sources.isEmpty else { return [] }
        var inputs = sources
        let output = context.pluginWorkDirectoryURL.appending(path: "\(module.moduleName)Resolvers.swift")
        var arguments = ["generate", "--output", output.path(percentEncoded: false), "--module", module.moduleName]
        // The tool parses with the compiler that builds the package, whatever is on `PATH`.
        if let compiler = try? context.tool(named: "swiftc").url {
            arguments += ["--toolchain", compiler.path(percentEncoded: false)]
        }
        // Injectable types of the package's other modules are included if the target depends on the module.
        for other in target.recursiveTargetDependencies {
            guard let dependency = other as? any SourceModuleTarget,
                context.package.targets.contains(where: { $0.id == other.id })
            else { continue }
            let files = dependency.sourceFiles(withSuffix: "swift").map(\.url)
            inputs += files
            arguments += files.flatMap { file in
                ["--dependency", "\(dependency.moduleName)=\(file.path(percentEncoded: false))"]
            }
        }
        // The tool reads this file, because SwiftPM does not run the plugin again if only a file's content changes.
        let options = module.directoryURL.appending(path: ".ioc-generate")
        if FileManager.default.fileExists(atPath: options.path(percentEncoded: false)) {
            inputs.append(options)
            arguments += ["--options", options.path(percentEncoded: false)]
        }
        arguments += ["--"] + sources.map { $0.path(percentEncoded: false) }
        return [
            .buildCommand(
                displayName: "Generating the resolvers of \(target.name)",
                executable: try context.tool(named: "IOCGenerate").url, arguments: arguments, inputFiles: inputs,
                outputFiles: [output])
        ]
    }
}
