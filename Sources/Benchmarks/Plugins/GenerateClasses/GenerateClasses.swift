import PackagePlugin

/// The plugin that generates thousands of classes.
@main
struct GenerateClasses: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = context.pluginWorkDirectoryURL.appending(path: "Generated.swift")
        return [
            .buildCommand(
                displayName: "Generating thousands of classes for \(target.name)",
                executable: try context.tool(named: "ClassGenerator").url,
                arguments: [target.name, "1000", file.path(percentEncoded: false)],
                outputFiles: [file])
        ]
    }
}
