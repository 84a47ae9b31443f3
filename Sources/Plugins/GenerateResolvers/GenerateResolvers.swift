import Foundation
import PackagePlugin

/// Generates the resolvers of a target while it is built.
///
/// A file called `.ioc-generate` in the target's directory may hold further options, such as `--strict`, separated by
/// white space.
@main
struct GenerateResolvers: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let sources = module.sourceFiles(withSuffix: "swift").map(\.url)
        guard !sources.isEmpty else { return [] }
        let output = context.pluginWorkDirectoryURL.appending(path: "\(module.moduleName)Resolvers.swift")
        let settings = module.directoryURL.appending(path: ".ioc-generate")
        // The tool reads it, as this code does not run again where only a file's content has changed.
        let hasSettings = FileManager.default.fileExists(atPath: settings.path(percentEncoded: false))
        let options = hasSettings ? ["--options", settings.path(percentEncoded: false)] : []

        var arguments = ["generate", "--output", output.path(percentEncoded: false), "--module", module.moduleName]
        arguments += ["--cache", context.pluginWorkDirectoryURL.path(percentEncoded: false)]
        // The parser of the compiler that builds the package, whatever `PATH` says.
        if let compiler = try? context.tool(named: "swiftc").url {
            arguments += ["--toolchain", compiler.path(percentEncoded: false)]
        }
        // Injectable types of the package's other modules count too, as far as they are public.
        var inputs = sources
        for other in target.recursiveTargetDependencies {
            guard let dependency = other as? any SourceModuleTarget, dependency.isSwift,
                context.package.targets.contains(where: { $0.id == other.id })
            else { continue }
            let files = dependency.sourceFiles(withSuffix: "swift").map(\.url)
            inputs += files
            arguments += files.flatMap { file in
                ["--dependency", "\(dependency.moduleName)=\(file.path(percentEncoded: false))"]
            }
        }
        arguments += options + ["--"] + sources.map { $0.path(percentEncoded: false) }
        return [
            .buildCommand(
                displayName: "Generating the resolvers of \(target.name)",
                executable: try context.tool(named: "IOCTool").url, arguments: arguments,
                inputFiles: inputs + (hasSettings ? [settings] : []), outputFiles: [output])
        ]
    }
}

extension SourceModuleTarget {
    fileprivate var isSwift: Bool { sourceFiles(withSuffix: "swift").contains { _ in true } }
}
