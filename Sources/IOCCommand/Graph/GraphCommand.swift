import IOCCheck
import IOCConfiguration
import IOCModel
import IOCPage
import IOCSource

/// `ioc graph`: the wiring as a drawing.
struct GraphCommand: Command {
    let name = "graph"
    let abstract = "Draw the wiring of a configuration, read from the sources of the program."
    let operands = ""
    let discussion = """
        Wires the configuration as 'ioc check' does and writes every component with its injection
        points: for Graphviz, as a Mermaid flowchart, as JSON, as an indented tree, or as a page to browse.
        Dashed edges are providers; red ones close a circle. A graph with faults is drawn as far as it is wired.
        The active profiles are those of the file, as in a program that is given no other.
        """
    let options =
        [
            SourceOptions.sources,
            Option("--config", value: "FILE", help: "The configuration, with all it imports."),
            Option("--format", value: "FORMAT", help: "One of: dot, mermaid, json, tree, html. Otherwise dot."),
            Option("-o", "--output", value: "FILE", help: "Write to FILE instead of the standard output, which - is."),
            Option(
                "--profile", value: "NAME", isRepeatable: true,
                help: "Draw with this profile active, besides those of the file. May be repeated."),
        ] + SourceOptions.all

    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode {
        if let operand = arguments.operands.first {
            throw UsageError("'\(operand)' should be --sources \(operand) or --config \(operand)")
        }
        guard let path = arguments.value("--config") else { throw UsageError("no --config FILE is given") }
        let format = arguments.value("--format") ?? "dot"
        let formats = ["dot", "mermaid", "json", "tree", "html"]
        guard formats.contains(format) else {
            throw UsageError(format, isNo: "format", among: formats)
        }
        let named = try arguments.profiles()
        guard let sources = try SourceOptions.load(arguments, console) else { return .environment }
        guard sources.errors.isEmpty else {
            sources.errors.forEach(console.report)
            return .faults
        }
        do {
            // The environment of the drawing says nothing of that of the program.
            var configuration = try ContextConfiguration(contentsOf: path, profiles: named, environment: [:])
            configuration.environment = nil
            let result = SourceCheck(sources.modules, build: sources.build, plain: sources.plain).run(
                configuration, profiles: Set(named).union(configuration.profiles))
            if !result.errors.isEmpty {
                console.error("ioc: warning: the wiring has faults, which 'ioc check' lists: \(result.errors.count)\n")
            }
            let graph = result.graph()
            let text =
                switch format {
                case "mermaid": graph.mermaid
                case "json": graph.json
                case "tree": graph.tree + "\n"
                case "html": graph.html
                default: graph.dot
                }
            if let output = arguments.output {
                try FileContent.update(output, with: Array(text.utf8))
            } else {
                console.out(text)
            }
            return .success
        } catch let error as IOCError {
            FaultDiagnostics.errors(error.faults).forEach(console.report)
            return .faults
        } catch let error as FileError {
            console.error("\(error.path): error: \(error.reason)\n")
        } catch {
            console.error("ioc: error: \(error)\n")
        }
        return .environment
    }
}
