import CSwiftRuntime
import IOCBase
import IOCConfiguration
import IOCModel

/// One run of a ``ContainerProgram``. It does not end the process.
struct ProgramRun {
    struct Outcome: Equatable {
        var code: Int32 = 0
        /// The text for standard output.
        var text = ""
        /// The text for standard error.
        var error: String?
    }

    let program: any ContainerProgram
    let arguments: [String]
    var boot: (ConfigurationSource) throws -> ApplicationContext = { source in
        try SharedContext.process.boot { try ApplicationContext(source) }
    }
    /// Prints a line for the operator.
    var notify: (String) -> Void = ProcessOutput.complain

    private var name: String { "\(type(of: program))" }

    /// Runs the program and prints the outcome.
    /// - Returns: The exit code of the process.
    func exitCode() async -> Int32 {
        ProcessOutput.reservePlaces()
        var outcome = await outcome()
        // Not `fflush(nil)`: it would wait for the lock of standard input, which a thread holds while it waits for a
        // line.
        ioc_flush_outputs()
        if !outcome.text.isEmpty {
            do {
                try ProcessOutput.standard.print(outcome.text + "\n")
            } catch {
                outcome.code = 74
                outcome.error = "\(name): standard output can't be written: \(String(cString: strerror(error.number)))"
            }
        }
        // The exit code reports the failure even if the error can't be printed.
        if let error = outcome.error { ProcessOutput.complain(error) }
        return outcome.code
    }

    func outcome() async -> Outcome {
        let begin = ContinuousClock.now
        let arguments = ProgramArguments(arguments)
        do {
            switch arguments.instead {
            case .help:
                return Outcome(text: ProgramArguments.usage(name, settings: (try? declaredSettings(arguments)) ?? []))
            case .check:
                let report = try planned(arguments).report
                return Outcome(text: arguments.isJSON ? WrittenReport(checked: report).json : "\(report)")
            case .graph(let format):
                let graph = try planned(arguments).graph
                return Outcome(text: format == "json" ? graph.json : graph.tree)
            case .explain(let subject):
                let explanation = try planned(arguments).explainer.explanation(of: subject, whyNot: arguments.other)
                return Outcome(text: arguments.isJSON ? explanation.json : explanation.text)
            case nil:
                let context = try boot(source(arguments))
                for notice in context.core.operatorNotices {
                    notify("\(name): notice: \(notice.line)")
                }
                let report = arguments.isQuiet ? nil : context.report
                context.core.lifecycle.notes.withLock { [name] in
                    $0 = { note in
                        if let line = note.line {
                            ProcessOutput.complain("\(name): \(line)")
                        } else if let report, case .ready(let services) = note {
                            let line = Self.readyLine(report, services, begin.duration(to: .now))
                            ProcessOutput.complain("\(name): \(line)")
                        }
                    }
                }
                try await program.run(context)
                return Outcome()
            }
        } catch {
            let code = (error as? IOCError)?.exitCode ?? 70
            guard arguments.instead == .check, arguments.isJSON else {
                return Outcome(code: code, error: "\(name): \(error)")
            }
            let faults = (error as? IOCError)?.faults ?? [Fault(.componentFailed, "\(error)")]
            return Outcome(code: code, text: WrittenReport(faults: faults).json)
        }
    }

    /// Returns the settings that the components of the configuration declare, by key, even if the configuration has
    /// faults.
    private func declaredSettings(_ arguments: ProgramArguments) throws -> [DeclaredSetting] {
        let boot = try Boot(checking: source(arguments).configuration, parent: nil)
        return withExtendedLifetime(ApplicationContext(boot.core, isOwner: true)) {
            return Dictionary(grouping: boot.core.statedSettings, by: \.key).map { key, same in
                DeclaredSetting(key: key, stated: same, origin: try? boot.core.settings.origin(of: key))
            }
            .ordered { $0.key < $1.key }
        }
    }

    /// Returns the line that a program prints when everything has started.
    private static func readyLine(_ report: ContextReport, _ services: [String], _ time: Duration) -> String {
        let count = report.componentCount
        var parts = [
            "ready after \(time.rounded)", "\(count) component\(count == 1 ? "" : "s")",
        ]
        if !report.profiles.isEmpty { parts.append("profiles \(report.profiles.joined(separator: ", "))") }
        let rest = services.count > 3 ? " and \(services.count - 3) more" : ""
        parts.append(
            services.isEmpty
                ? "nothing to run, because no component is an IOCService; it waits for SIGTERM or SIGINT"
                : "runs \(services.prefix(3).joined(separator: ", "))\(rest) until SIGTERM or SIGINT")
        return ShownText.line(parts.joined(separator: "; "))
    }

    /// Returns the context that would be booted, without any instances.
    private func planned(_ arguments: ProgramArguments) throws -> ApplicationContext {
        try Boot(checking: source(arguments).configuration, parent: nil).check()
    }

    /// Returns the configuration of the file that the arguments or the environment name, or of the default file.
    private func source(_ arguments: ProgramArguments) throws -> ConfigurationSource {
        guard arguments.faults.isEmpty else { throw IOCError(arguments.faults) }
        let path = try arguments.file ?? ContextConfiguration.sharedPath()
        do {
            return try ConfigurationSource(
                contentsOf: path, profiles: arguments.profiles, environment: nil, arguments: arguments.settings
            ) { [program] configuration in
                if arguments.isWatching { configuration.reload = .watch }
                try program.configure(&configuration)
                configuration.knownProfiles += type(of: program).profiles
                configuration.argumentProfiles = arguments.profiles
                configuration.programOptions = ProgramArguments.options
            }
        } catch let error as IOCError where error.code == .fileMissing && error.faults[0].place == nil {
            // Only a missing main file has no location. A missing import is reported at the file that imports it.
            let namer = arguments.file == nil ? "the environment variable IOC_CONFIG" : "the argument --config"
            let missing = error.faults[0]
            throw IOCError(.fileMissing(path: path, namedBy: namer, do: missing.remedy), at: .outside(namer)) {
                $0.suggestion = missing.suggestion
            }
        }
    }
}
