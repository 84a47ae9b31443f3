import PackagePlugin

/// Generates the thousand classes of the scale tests and the benchmark when they are built.
@main
struct GenerateGraph: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let files = (0..<4).map { context.pluginWorkDirectoryURL.appending(path: "Generated\($0).swift") }
        return [
            .buildCommand(
                displayName: "Generating 1,000 components",
                executable: try context.tool(named: "GraphGenerator").url,
                arguments: ["1000"] + files.map { $0.path(percentEncoded: false) },
                outputFiles: files)
        ]
    }
}
