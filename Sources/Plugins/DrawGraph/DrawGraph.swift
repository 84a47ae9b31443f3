import Foundation
import PackagePlugin

/// Draws the wiring of a program: `swift package draw-graph --format html|dot|mermaid|json|tree [--output F] [--product P]
/// [--config F] [--profile N]... [-- arguments]`.
///
/// It builds the product and runs it with `--graph`. Without `--output` the graph goes to standard output; with it, the package
/// manager needs `--allow-writing-to-package-directory`.
@main
struct DrawGraph: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var format: String?
        var output: String?
        let options = try ProgramOptions(arguments) { extractor in
            format = extractor.extractOption(named: "format").last
            output = extractor.extractOption(named: "output").last
        }
        guard let format else {
            throw PackageProgram.Failure("name a format: --format html, dot, mermaid, json or tree")
        }
        let program = try PackageProgram(options.product, in: context, packageManager)
        let (graph, code) = try program.run(["--graph", format] + options.arguments)
        guard code == 0 else {
            Diagnostics.error("'\(program.name)' draws no graph: it ended with exit code \(code)")
            return
        }
        if let output {
            try graph.write(to: URL(filePath: output, relativeTo: context.package.directoryURL))
        } else {
            print(String(decoding: graph, as: UTF8.self), terminator: "")
        }
    }
}
