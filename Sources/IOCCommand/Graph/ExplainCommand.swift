import IOCCheck
import IOCConfiguration
import IOCModel
import IOCSource

/// `ioc explain`: why a component is in, why a property has what it has, and where a setting comes from.
struct ExplainCommand: Command {
    let name = "explain"
    let abstract = "Say why a component, an injected property or a setting is as it is."
    let operands = "SUBJECT"
    let discussion = """
        SUBJECT is a component, as 'stripe' or 'Shop.Checkout'; one of its injected properties, as
        'Shop.Checkout.gateway'; or the key of a property, as 'server.port'. A program says the same of itself with
        '--explain SUBJECT'.
        """
    let options =
        [
            SourceOptions.sources,
            Option("--config", value: "FILE", help: "The configuration, with all it imports."),
            Option(
                "--why-not", value: "NAME", help: "Say as well why an injected property does not have that component."),
            Option("--format", value: "FORMAT", help: "One of: text, json. Otherwise text."),
            Option(
                "--profile", value: "NAME", isRepeatable: true,
                help: "Explain with this profile active, besides those of the file. May be repeated."),
        ] + SourceOptions.all

    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode {
        guard let subject = arguments.operands.first else { throw UsageError("no SUBJECT is given") }
        if arguments.operands.count > 1 { throw UsageError("'\(arguments.operands[1])' is one SUBJECT too many") }
        guard let path = arguments.value("--config") else { throw UsageError("no --config FILE is given") }
        let format = arguments.value("--format") ?? "text"
        guard ["text", "json"].contains(format) else {
            throw UsageError(format, isNo: "format", among: ["text", "json"])
        }
        guard let sources = try SourceOptions.load(arguments, console) else { return .environment }
        guard sources.errors.isEmpty else {
            sources.errors.forEach(console.report)
            return .faults
        }
        do {
            let named = arguments.all("--profile")
            // The environment of the question says nothing of that of the program.
            var configuration = try ContextConfiguration(contentsOf: path, profiles: named, environment: [:])
            configuration.environment = nil
            let result = SourceCheck(sources.modules, build: sources.build, plain: sources.plain).run(
                configuration, profiles: Set(named).union(configuration.profiles))
            let explanation = try result.explainer(configuration)
                .explanation(of: subject, whyNot: arguments.value("--why-not"))
            console.out((format == "json" ? explanation.json : explanation.text) + "\n")
            return .success
        } catch let error as IOCError {
            FaultDiagnostics.errors(error.faults).forEach(console.report)
            return .faults
        } catch {
            console.error("ioc: error: \(error)\n")
            return .environment
        }
    }
}
