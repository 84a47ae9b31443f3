import Foundation
import PackagePlugin

/// Draws the wiring of a package: `swift package ioc-graph [--target NAME] [OPTIONS of ioc graph]`.
///
/// Without more it draws the modules of the whole package, wired by `config/applicationContext.json` or `.plist`, to the
/// standard output. What other plugins generate counts as it was when the package was built last. `-o` inside the package
/// takes `swift package --allow-writing-to-package-directory`.
@main
struct DrawGraph: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        let package = context.package.directoryURL
        var options = extractor.remainingArguments
        if !options.contains("--config"), !options.contains("--help") {
            let usual = ["json", "plist"].map { package.appending(path: "config/applicationContext.\($0)") }
            let found = usual.first { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
            guard let found else {
                throw Failure("there is no config/applicationContext.json to draw; name one with --config FILE")
            }
            options += ["--config", found.path(percentEncoded: false)]
        }
        let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
        var words = ["graph", "--cache", context.pluginWorkDirectoryURL.path(percentEncoded: false)]
        if let compiler = try? context.tool(named: "swiftc").url {
            words += ["--toolchain", compiler.path(percentEncoded: false)]
        }
        let program = ProgramModules(targets, in: context.package)
        words += program.options { module in
            module.sourceFiles(withSuffix: "swift").map(\.url) + generated(for: module, context)
        }
        let process = try ToolCommand(context).process(words + options)
        process.currentDirectoryURL = package
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure("ioc graph ended with \(process.terminationStatus)") }
    }

    /// The files that build plugins have generated for a target when it was built last.
    ///
    /// A command is not told of it, so it is looked for where the package manager keeps it.
    private func generated(for target: any Target, _ context: PluginContext) -> [URL] {
        let plugins = context.pluginWorkDirectoryURL.deletingLastPathComponent().deletingLastPathComponent()
        let folder = plugins.appending(path: "outputs/\(context.package.id)/\(target.name)/destination")
        let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
