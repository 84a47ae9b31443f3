import CSwiftRuntime
import IOCBase
import IOCConfiguration
import IOCModel
import IOCPage

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
    private let boot: (ConfigurationSource) throws -> ApplicationContext
    /// Prints a line for the operator.
    private let notify: (String) -> Void

    init(
        _ program: any ContainerProgram, arguments: [String],
        boot: @escaping (ConfigurationSource) throws -> ApplicationContext = { try ApplicationContext.bootstrap($0) },
        notify: @escaping (String) -> Void = { try? ProcessOutput.error.write($0 + "\n") }
    ) {
        self.program = program
        self.arguments = arguments
        self.boot = boot
        self.notify = notify
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
            switch arguments.instead {
            case .check:
                if arguments.explainsInJSON { return checkedInJSON(arguments) }
                return Outcome(text: "\(try planned(arguments).report)")
            case .graph("html"): return Outcome(text: try planned(arguments).explainer.annotatedGraph.html)
            case .graph(let format): return Outcome(text: Self.draw(try planned(arguments).graph, format))
            case .explain(let subject):
                let explanation = try planned(arguments).explainer.explanation(of: subject, whyNot: arguments.other)
                return Outcome(text: arguments.explainsInJSON ? explanation.json : explanation.text)
            case .help, nil:
                let context = try boot(try source(arguments)).refusing(arguments)
                for notice in context.core.registry.operatorNotices { notify("\(name): notice: \(notice.line)") }
                try await program.run(context)
                return Outcome()
            }
        } catch {
            return Outcome(code: (error as? IOCError)?.exitCode ?? 70, error: "\(name): \(error)")
        }
    }

    /// The context that would be booted, in which nothing is created.
    private func planned(_ arguments: ProgramArguments) throws -> ApplicationContext {
        try ApplicationContext.planned(source(arguments).configuration).refusing(arguments)
    }

    /// The outcome of a check as JSON, for tools that show each fault at its place.
    private func checkedInJSON(_ arguments: ProgramArguments) -> Outcome {
        do {
            // A component that a condition leaves out is nothing to warn about.
            let notices = try planned(arguments).report.notices.filter { $0.code != .conditionNotMet }
            return Outcome(text: CheckResult(faults: [], notices: notices).json)
        } catch {
            let faults = (error as? IOCError)?.faults ?? [Fault(.componentFailed, "\(error)")]
            return Outcome(
                code: (error as? IOCError)?.exitCode ?? 70, text: CheckResult(faults: faults, notices: []).json)
        }
    }

    private func source(_ arguments: ProgramArguments) throws -> ConfigurationSource {
        guard arguments.faults.isEmpty else { throw IOCError(arguments.faults) }
        return try ConfigurationSource(
            contentsOf: arguments.file ?? ContextConfiguration.sharedPath(), profiles: arguments.profiles,
            environment: nil, arguments: arguments.properties
        ) { [program] configuration in
            if arguments.isWatching { configuration.reload = .watch }
            try program.configure(&configuration)
            configuration.knownProfiles += type(of: program).profiles
            configuration.refusesUnknownProfiles = true
        }
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

/// The result of a check as tools read it.
private struct CheckResult: Encodable {
    struct Entry: Encodable {
        let code, text: String
        /// `Module/File.swift:LINE`, or a place in a configuration file.
        let location: String?
        let remedy: String

        init(_ fault: Fault) {
            code = fault.code.rawValue
            text = fault.headline + fault.question
            location = fault.location
            remedy = fault.remedy
        }
    }
    let faults, notices: [Entry]

    init(faults: [Fault], notices: [Fault]) {
        self.faults = Fault.sorted(faults).map(Entry.init)
        self.notices = notices.map(Entry.init)
    }

    var json: String { JSONText.of(self) }
}

extension ApplicationContext {
    /// This context, unless arguments of the command line give properties that nothing reads.
    fileprivate func refusing(_ arguments: ProgramArguments) throws -> ApplicationContext {
        let unread = core.registry.unreadArguments(arguments.properties)
        guard unread.isEmpty else { throw IOCError(unread) }
        return self
    }
}

extension Registry {
    /// A fault for each property of the command line that nothing reads.
    func unreadArguments(_ arguments: [String]) -> [Fault] {
        unread(among: ArgumentPropertySource(arguments).keys).map { key, suggestion in
            Fault(.argumentUnread(key), suggestion: suggestion.map { "--\($0)" })
        }
    }
}
