import PackagePlugin

/// Generates a thousand classes, and a thousand definitions of an assembly.
@main
struct GenerateClasses: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = context.pluginWorkDirectoryURL.appending(path: "Generated.swift")
        return [
            .buildCommand(
                displayName: "Generating 1,000 components and 1,000 definitions",
                executable: try context.tool(named: "ClassGenerator").url,
                arguments: ["1000", file.path(percentEncoded: false)],
                outputFiles: [file])
        ]
    }
}
