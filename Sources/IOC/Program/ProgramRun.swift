import CSwiftRuntime
import IOCBase
import IOCConfiguration
import IOCModel
import IOCPage
import IOCPlan

/// One run of a ``ContainerProgram``, up to the point of ending the process.
struct ProgramRun {
    struct Outcome: Equatable {
        var code: Int32 = 0
        /// For standard output.
        var text = ""
        /// For standard error.
        var error: String?
    }

    private let program: any ContainerProgram
    private let arguments: [String]
    private let name: String
    private let boot: (ContextConfiguration) throws -> ApplicationContext

    init(
        _ program: any ContainerProgram, arguments: [String],
        boot: @escaping (ContextConfiguration) throws -> ApplicationContext = { try ApplicationContext.bootstrap($0) }
    ) {
        self.program = program
        self.arguments = arguments
        self.boot = boot
        name = "\(type(of: program))"
    }

    /// Runs the program and prints what comes of it.
    /// - Returns: The code to end the process with.
    func exitCode() async -> Int32 {
        ProcessOutput.reservePlaces()
        var outcome = await outcome()
        // Standard input is locked as long as a thread of the program waits for a line of it.
        ioc_flush_outputs()
        if !outcome.text.isEmpty {
            do {
                try ProcessOutput.standard.write(outcome.text + "\n")
            } catch {
                outcome.code = 74
                outcome.error = "\(name): standard output can't be written: \(String(cString: strerror(error.number)))"
            }
        }
        // The code tells it, too.
        if let error = outcome.error { try? ProcessOutput.error.write(error + "\n") }
        return outcome.code
    }

    func outcome() async -> Outcome {
        do {
            let arguments = ProgramArguments(arguments)
            if arguments.instead == .help { return Outcome(text: ProgramArguments.usage(name)) }
            let context = try context(arguments)
            switch arguments.instead {
            case .check: return Outcome(text: "\(context.report)")
            case .graph("html"): return Outcome(text: context.explainer.annotatedGraph.html)
            case .graph(let format): return Outcome(text: Self.draw(context.graph, format))
            case .explain(let subject):
                context.learn(about: subject)
                let explanation = try context.explainer.explanation(of: subject, whyNot: arguments.other)
                return Outcome(text: arguments.explainsInJSON ? explanation.json : explanation.text)
            case .help, nil:
                try await program.run(context)
                return Outcome()
            }
        } catch {
            return Outcome(code: (error as? IOCError)?.exitCode ?? 70, error: "\(name): \(error)")
        }
    }

    private func context(_ arguments: ProgramArguments) throws -> ApplicationContext {
        guard arguments.faults.isEmpty else { throw IOCError(arguments.faults) }
        var configuration = try ContextConfiguration(
            contentsOf: arguments.file ?? ContextConfiguration.sharedPath(), profiles: arguments.profiles,
            arguments: arguments.properties)
        if arguments.isWatching { configuration.reload = .watch }
        try program.configure(&configuration)
        configuration.knownProfiles += type(of: program).profiles
        configuration.refusesUnknownProfiles = true
        let context = try boot(configuration)
        let unread = context.core.registry.unreadArguments(arguments.properties)
        guard unread.isEmpty else { throw IOCError(unread) }
        return context
    }

    private static func draw(_ graph: DependencyGraph, _ format: String) -> String {
        switch format {
        case "dot": graph.dot
        case "mermaid": graph.mermaid
        case "json": graph.json
        default: graph.tree
        }
    }
}

extension Registry {
    /// A fault for each property of the command line that nobody reads.
    ///
    /// While an instance that was not made yet may read more than is known, only what nearly is a known key is one.
    func unreadArguments(_ arguments: [String]) -> [Fault] {
        let mayReadMore = self.mayReadMore
        return properties.unread(among: ArgumentPropertySource(arguments).keys).compactMap { key, suggestion in
            if mayReadMore, suggestion == nil { return nil }
            return Fault(.argumentUnread(key), suggestion: suggestion.map { "--\($0)" })
        }
    }
}
