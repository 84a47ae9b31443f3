import Foundation
import PackagePlugin

/// The way a plugin runs `ioc`.
///
/// On Linux the tool is no dependency of the plugin: the package manager would compile it twice, once before it plans the build
/// and once with it, and as slowly as the program where that is built for release. So the command is `swift run`, with a folder
/// of its own for what it builds, which all plugins share. Elsewhere plugins are kept from that by a sandbox.
struct ToolCommand {
    private let executable: URL
    private let leadingArguments: [String]
    private let environment: [String: String]
    /// The sources of the tool, where the command builds it.
    private let sources: [URL]

    init(_ context: PluginContext) throws {
        #if os(Linux)
        guard let container = context.package.container else { throw ContainerMissing() }
        let tool = container.targets.filter { $0.name == "IOCTool" }
        sources = tool.flatMap { [$0] + $0.recursiveTargetDependencies }
            .flatMap { ($0 as? any SourceModuleTarget)?.sourceFiles.map(\.url) ?? [] }
        // The tool is for the machine that builds, whatever the build is for.
        executable = URL(filePath: "/usr/bin/env")
        // …/plugins/outputs/PACKAGE/TARGET/destination/PLUGIN, or …/plugins/PLUGIN/outputs for a command; another build system may
        // have another place.
        let own = context.pluginWorkDirectoryURL
        let above = sequence(first: own) { $0.path.count > 1 ? $0.deletingLastPathComponent() : nil }
        let folder = above.prefix(6).first { $0.lastPathComponent == "plugins" } ?? own
        leadingArguments = [
            "-u", "SDKROOT", try context.tool(named: "swift").url.path(percentEncoded: false), "run", "--quiet",
            // Nobody debugs it, or looks for its symbols: without both it is built a quarter sooner.
            "--disable-index-store", "-debug-info-format", "none",
            "--package-path", container.directoryURL.path(percentEncoded: false),
            "--scratch-path", folder.appending(path: "ioc").path(percentEncoded: false), "IOCTool",
        ]
        environment = ["IOC_PART": "IOCTool"]
        #else
        executable = try context.tool(named: "IOCTool").url
        (leadingArguments, environment, sources) = ([], [:], [])
        #endif
    }

    /// A build command.
    func callAsFunction(_ displayName: String, _ arguments: [String], inputs: [URL], output: URL) -> Command {
        .buildCommand(
            displayName: displayName, executable: executable, arguments: leadingArguments + arguments,
            environment: environment, inputFiles: inputs + sources, outputFiles: [output])
    }

    /// A process that has yet to be run.
    func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = leadingArguments + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return process
    }

    struct ContainerMissing: Error, CustomStringConvertible {
        let description = "the package does not depend on the package of the container"
    }
}
