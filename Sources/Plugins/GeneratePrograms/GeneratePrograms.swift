import Foundation
import PackagePlugin

/// Generates the random programs on which the checker and the container are held against each other.
///
/// `IOC_AGREEMENT_SEED` and `IOC_AGREEMENT_ROUNDS` in the environment change which and how many they are: a sample unless
/// a number of rounds is given.
@main
struct GeneratePrograms: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["IOC_AGREEMENT_SEED"] ?? "1"
        let rounds = environment["IOC_AGREEMENT_ROUNDS"] ?? "0"
        let files = (0..<8).map { context.pluginWorkDirectoryURL.appending(path: "Programs\($0).swift") }
        return [
            .buildCommand(
                displayName: "Generating random programs of \(target.name) from seed \(seed)",
                executable: try context.tool(named: "AgreementGenerator").url,
                arguments: [seed, rounds, target.name] + files.map { $0.path(percentEncoded: false) },
                outputFiles: files)
        ]
    }
}
