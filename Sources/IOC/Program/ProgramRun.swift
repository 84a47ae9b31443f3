import CSwiftRuntime
import IOCBase
import IOCConfiguration
import IOCModel

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
        let begin = ContinuousClock.now
        do {
            let arguments = readArguments()
            switch arguments.instead {
            case .help:
                return Outcome(text: ProgramArguments.usage(name, settings: (try? declaredSettings(arguments)) ?? []))
            case .check:
                if arguments.isJSON { return checkedInJSON(arguments) }
                return Outcome(text: "\(try planned(arguments).report)")
            case .graph(let format):
                let graph = try planned(arguments).graph
                return Outcome(text: format == "json" ? graph.json : graph.tree)
            case .explain(let subject):
                let explanation = try planned(arguments).explainer.explanation(of: subject, whyNot: arguments.other)
                return Outcome(text: arguments.isJSON ? explanation.json : explanation.text)
            case nil:
                let context = try context(arguments, boot)
                for notice in context.core.registry.operatorNotices { notify("\(name): notice: \(notice.line)") }
                try await run(context, arguments, since: begin)
                return Outcome()
            }
        } catch {
            return Outcome(code: (error as? IOCError)?.exitCode ?? 70, error: "\(name): \(error)")
        }
    }

    /// Reads the arguments. If one may set a Boolean setting, the components say which settings are Boolean.
    private func readArguments() -> ProgramArguments {
        let read = ProgramArguments(arguments)
        guard read.mayHaveFlag,
            let settings = try? declaredSettings(ProgramArguments(ProgramArguments.withoutFlags(arguments)))
        else { return read }
        return ProgramArguments(arguments, flags: settings.filter(\.isFlag).map(\.argument))
    }

    private func declaredSettings(_ arguments: ProgramArguments) throws -> [DeclaredSetting] {
        try ApplicationContext.declaredSettings(of: source(arguments).configuration)
    }

    private func run(
        _ context: ApplicationContext, _ arguments: ProgramArguments, since begin: ContinuousClock.Instant
    ) async throws {
        if !arguments.isQuiet {
            let report: @Sendable (ApplicationContext, [String]) -> Void = { [name] context, services in
                let line = Self.readyLine(context.report, services, begin.duration(to: .now))
                // A broken standard error keeps no program from running.
                try? ProcessOutput.error.write("\(name): \(line)\n")
            }
            context.core.lifecycle.state.withLock { $0.reportReady = report }
        }
        try await program.run(context)
    }

    /// The line that a program prints when everything has started.
    private static func readyLine(_ report: ContextReport, _ services: [String], _ time: Duration) -> String {
        let count = report.componentCount
        var parts = ["ready after \((time.seconds * 100).rounded() / 100) s"]
        parts.append("\(count) component\(count == 1 ? "" : "s")")
        if !report.profiles.isEmpty { parts.append("profiles \(report.profiles.joined(separator: ", "))") }
        let rest = services.count > 3 ? " and \(services.count - 3) more" : ""
        parts.append(
            services.isEmpty
                ? "nothing to run, because no component is an IOCService; it waits for SIGTERM or SIGINT"
                : "runs \(services.prefix(3).joined(separator: ", "))\(rest) until SIGTERM or SIGINT")
        return ShownText.line(parts.joined(separator: "; "))
    }

    /// The context that would be booted, in which nothing is created.
    private func planned(_ arguments: ProgramArguments) throws -> ApplicationContext {
        try context(arguments) { try ApplicationContext.planned($0.configuration) }
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

    /// Boots a context, or plans it, as the arguments say.
    private func context(
        _ arguments: ProgramArguments, _ boot: (ConfigurationSource) throws -> ApplicationContext
    ) throws -> ApplicationContext {
        let source = try source(arguments)
        do {
            return try boot(source).refusing(arguments)
        } catch let error as IOCError {
            // A profile of the command line is not the code's.
            let configuration = source.configuration
            let places = Set(
                configuration.profiles.indices
                    .filter { arguments.profiles.contains(configuration.profiles[$0]) }
                    .map { configuration.origin(of: "profiles[\($0)]") })
            throw IOCError(
                error.faults.map { fault in
                    guard fault.code == .profileUnknown, let place = fault.place, places.contains(place) else {
                        return fault
                    }
                    var located = fault
                    located.place = .outside("the argument --profile")
                    return located
                })
        }
    }

    /// The configuration of the file that the arguments or the environment name, or of the usual one.
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
                configuration.refusesUnknownProfiles = true
            }
        } catch let error as IOCError {
            // Only the main file has no place: an import has that of the file that imports it.
            guard error.code == .fileMissing, error.faults.count == 1, error.faults[0].place == nil else { throw error }
            let namer = arguments.file == nil ? "the environment variable IOC_CONFIG" : "the argument --config"
            throw IOCError(
                Fault(.fileMissing(path: path, namedBy: namer, else: error.faults[0].remedy), at: .outside(namer)))
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
    /// This context, unless arguments of the command line give settings that nothing reads.
    fileprivate func refusing(_ arguments: ProgramArguments) throws -> ApplicationContext {
        let unread = core.registry.unreadArguments(arguments.settings)
        guard unread.isEmpty else { throw IOCError(unread) }
        return self
    }
}

extension Registry {
    /// A fault for each setting of the command line that nothing reads.
    func unreadArguments(_ arguments: [String]) -> [Fault] {
        unread(among: ArgumentSettingSource(arguments).keys).map { key, suggestion in
            Fault(.argumentUnread(key), suggestion: suggestion.map { "--\($0)" })
        }
    }
}
