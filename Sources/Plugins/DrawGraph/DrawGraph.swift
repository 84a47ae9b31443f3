import Foundation
import PackagePlugin

/// The command that draws the dependency graph of a program.
///
/// ```
/// swift package draw-graph --format html|dot|mermaid|json|tree [--output F] [--product P] [--executable E]
///     [--config F] [--profile N]... [-- arguments]
/// ```
///
/// It builds the product, or uses the executable E, and runs the program with `--graph`. A program prints its graph as
/// JSON or as a tree, and the plugin draws the other formats. The HTML page also shows the result of `--check`:
/// excluded components and settings. Without `--output` the graph is printed on standard output. With `--output`, the
/// package manager needs `--allow-writing-to-package-directory`.
@main
struct DrawGraph: CommandPlugin {
    private static let formats = ["html", "dot", "mermaid", "json", "tree"]

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var format: String?
        var output: String?
        let options = try ProgramOptions(arguments) { extractor in
            format = extractor.extractOption(named: "format").last
            output = extractor.extractOption(named: "output").last
        }
        guard let format, Self.formats.contains(format) else {
            throw PackageProgram.Failure("name a format with --format: \(Self.formats.joined(separator: ", "))")
        }
        let program = try PackageProgram(options, in: context, packageManager)
        let (printed, code) = try program.run(["--graph", format == "tree" ? "tree" : "json"] + options.arguments)
        guard code == 0 else {
            Diagnostics.error("'\(program.name)' draws no graph: it ended with exit code \(code)")
            return
        }
        let graph = try drawn(String(decoding: printed, as: UTF8.self), as: format) {
            let (result, _) = try program.run(["--check", "--format", "json"] + options.arguments)
            // The program's own code may print text before the result.
            return String(decoding: result.drop { $0 != UInt8(ascii: "{") }, as: UTF8.self)
        }
        if let output {
            try Data(graph.utf8).write(to: URL(filePath: output, relativeTo: context.package.directoryURL))
        } else {
            print(graph, terminator: "")
        }
    }

    private func drawn(_ graph: String, as format: String, check: () throws -> String) throws -> String {
        switch format {
        case "html": GraphPage(graph: graph, report: try check()).html
        case "dot": try GraphDrawing(json: graph).dot
        case "mermaid": try GraphDrawing(json: graph).mermaid
        default: graph
        }
    }
}
