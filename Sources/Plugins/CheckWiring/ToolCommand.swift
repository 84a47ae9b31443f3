import Foundation
import PackagePlugin

/// The way a plugin runs `ioc`.
///
/// On Linux the tool is no dependency of the plugin: the package manager would compile it twice, once before it plans the build
/// and once with it, and as slowly as the program where that is built for release. So the command is a script, `tool.sh`,
/// which builds it where the user's cache has none. Elsewhere plugins are kept from that by a sandbox.
struct ToolCommand {
    private let executable: URL
    private let leadingArguments: [String]
    /// The sources of the tool, where the command builds it.
    private let sources: [URL]

    init(_ context: PluginContext) throws {
        #if os(Linux)
        guard let container = context.package.container else { throw ContainerMissing() }
        let modules = container.targets.filter { $0.name == "IOCTool" }
            .flatMap { [$0] + $0.recursiveTargetDependencies }.compactMap { $0 as? any SourceModuleTarget }
        let script = container.directoryURL.appending(path: "Sources/Plugins/tool.sh")
        sources = [script] + modules.flatMap { $0.sourceFiles.map(\.url) }
        // The tool is for the machine that builds, whatever the build is for.
        executable = URL(filePath: "/bin/sh")
        // …/plugins/outputs/PACKAGE/TARGET/destination/PLUGIN, or …/plugins/PLUGIN/outputs for a command; another build system may
        // have another place.
        let own = context.pluginWorkDirectoryURL
        let above = sequence(first: own) { $0.path.count > 1 ? $0.deletingLastPathComponent() : nil }
        let folder = above.prefix(6).first { $0.lastPathComponent == "plugins" } ?? own
        let places =
            [script, try context.tool(named: "swift").url, container.directoryURL, folder.appending(path: "ioc")]
            + modules.map(\.directoryURL)
        leadingArguments = places.map { $0.path(percentEncoded: false) } + ["--"]
        #else
        executable = try context.tool(named: "IOCTool").url
        (leadingArguments, sources) = ([], [])
        #endif
    }

    /// A build command.
    func callAsFunction(_ displayName: String, _ arguments: [String], inputs: [URL], output: URL) -> Command {
        .buildCommand(
            displayName: displayName, executable: executable, arguments: leadingArguments + arguments,
            inputFiles: inputs + sources, outputFiles: [output])
    }

    /// A process that has yet to be run.
    func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = leadingArguments + arguments
        return process
    }

    struct ContainerMissing: Error, CustomStringConvertible {
        let description = "the package does not depend on the package of the container"
    }
}

extension Package {
    /// The package that the container is in: this one, or one that it depends on.
    var container: Package? {
        var queue = [self]
        var seen: Set<String> = []
        while let next = queue.popLast() {
            guard seen.insert(next.id).inserted else { continue }
            let names = Set(next.targets.map(\.name))
            if names.isSuperset(of: ["IOC", "IOCPlan", "IOCTool"]) { return next }
            queue += next.dependencies.map(\.package)
        }
        return nil
    }
}
