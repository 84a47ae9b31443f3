import PackagePlugin

/// Generates the thousand classes of the scale tests and the benchmark when they are built.
@main
struct GenerateGraph: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let files = ["GeneratedAssembly.swift"] + (0..<4).map { "Generated\($0).swift" }
        let paths = files.map { context.pluginWorkDirectoryURL.appending(path: $0) }
        return [
            .buildCommand(
                displayName: "Generating 1,000 components and 1,000 definitions",
                executable: try context.tool(named: "GraphGenerator").url,
                arguments: ["1000"] + paths.map { $0.path(percentEncoded: false) },
                outputFiles: paths)
        ]
    }
}
