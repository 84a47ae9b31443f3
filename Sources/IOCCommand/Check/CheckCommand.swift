import IOCCheck
import IOCConfiguration
import IOCModel
import IOCSource

/// `ioc check`: the faults of configurations, found in source.
struct CheckCommand: Command {
    let name = "check"
    let abstract = "Check configurations against the sources of the program they are for."
    let operands = ""
    let discussion = """
        Reads the Swift files, finds components, traits and injection points in them, and wires each
        configuration as the container would: what is missing, ambiguous, misspelt, of the wrong
        type or circular where that is forbidden is listed as FILE:LINE:COLUMN: error: TEXT.
        Assemblies that the configuration names count with all they define.

        What only a run can tell, such as conditions on properties, is left alone and noted. A
        property that the environment gives is said in the file, as "${DATABASE_PASSWORD}": a
        placeholder that leads nowhere is a warning, and so is a property that nobody reads.
        """
    let options =
        [
            SourceOptions.sources,
            Option(
                "--config", value: "FILE", isRepeatable: true,
                help: "A configuration, with all it imports. Each is checked by itself. May be repeated. Otherwise "
                    + "config/applicationContext.json or .plist."),
            Option(
                "--parent", value: "FILE", isRepeatable: true,
                help:
                    "The configuration of the context above those that are checked, which is not checked itself. Each of "
                    + "several is the parent of the next."),
            Option(
                "--directory", value: "PATH",
                help: "Where a relative --config is looked for. Otherwise the working directory."),
            Option(
                "--assembly", value: "NAME", isRepeatable: true,
                help:
                    "Check with this assembly too, as its activation adds it. Without --config it is checked alone. May "
                    + "be repeated."),
            Option(
                "--profile", value: "NAME", isRepeatable: true,
                help: "Check with this profile and those of the file active, and no other. May be repeated."),
            Option(
                "--environment", value: "NAME=VALUE", isRepeatable: true,
                help: "Check with this variable set and no other, so that what is absent is an error. May be repeated."),
            Option(
                "--strict",
                help:
                    "Complain about properties that nobody reads, and about placeholders that the files and --environment "
                    + "don't give."),
            Option(
                "--strict-sources",
                help:
                    "Complain about what the sources leave open, instead of noting it: then what is checked is all there "
                    + "is."),
            Option(
                "--format", value: "FORMAT",
                help: "One of: text, json, sarif. Otherwise text, on the standard error. The others go to the standard "
                    + "output."),
            Option(
                "--stamp", value: "FILE",
                help: "Write a line of Swift to FILE where nothing is wrong, for build systems."),
        ] + SourceOptions.all + [
            OptionsFile.option, Option("-q", "--quiet", help: "Leave the notes out on what only a run can tell."),
        ]

    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode {
        if let operand = arguments.operands.first {
            throw UsageError("'\(operand)' should be --sources \(operand) or --config \(operand)")
        }
        let configurations = Self.configurations(arguments)
        guard !configurations.isEmpty || !arguments.all("--assembly").isEmpty else {
            throw UsageError(
                "no --config FILE is given, and there is no config/applicationContext.json; in a build, a file .ioc-check "
                    + "in the target's directory names another")
        }
        let format = try format(arguments)
        // A list without a name is told before anything is read.
        _ = try arguments.profiles()
        let environment = try environment(arguments)
        guard let sources = try SourceOptions.load(arguments, console) else { return .environment }
        var report = CheckReport()
        report.diagnostics = sources.errors
        if sources.errors.isEmpty {
            let check = SourceCheck(sources.modules, build: sources.build, plain: sources.plain)
            let parent = self.parent(check, arguments, environment, &report)
            for path in configurations.isEmpty ? [nil] : configurations.map(Optional.some) {
                run(check, path, arguments, environment, parent, remarks: configurations.count > 1, &report)
            }
        }
        do {
            try report.write(as: format, isQuiet: arguments.has("--quiet"), console)
            guard !report.hasErrors else { return .faults }
            guard let stamp = arguments.value("--stamp") else { return .success }
            try FileContent.update(stamp, with: Array("// The wiring was checked by `ioc check`.\n".utf8))
            return .success
        } catch let error as FileError {
            console.error("\(error.path): error: \(error.reason)\n")
        } catch {
            console.error("ioc: error: \(error)\n")
        }
        return .environment
    }

    /// Checks one configuration, or the assemblies alone.
    private func run(
        _ check: SourceCheck, _ path: String?, _ arguments: Arguments, _ environment: [String: String]?,
        _ parent: CheckResult?, remarks: Bool, _ report: inout CheckReport
    ) {
        let faults = loading(path, arguments) { () throws in
            var configuration = try configuration(path, arguments, environment)
            configuration.assemblies += arguments.all("--assembly")
            if arguments.has("--strict") { configuration.failsOnUnreadProperties = true }
            let result = check.run(configuration, profiles: try profiles(configuration, arguments), parent: parent)
            let isStrict = arguments.has("--strict-sources")
            let notes = isStrict ? result.notes.map(\.asError) : arguments.has("--quiet") ? [] : result.notes
            let said = result.errors + result.warnings + notes
            let remark = path.map { remarks ? " [\($0)]" : "" } ?? ""
            report.diagnostics += said.map { $0.marked(remark) }
            report.summaries.append(
                CheckReport.Summary(
                    file: path, components: result.definitions.count, points: result.points.joined().count,
                    notes: result.notes.count))
        }
        report.diagnostics += faults
    }

    /// The result of checking the contexts above; nil where there are none.
    private func parent(
        _ check: SourceCheck, _ arguments: Arguments, _ environment: [String: String]?, _ report: inout CheckReport
    ) -> CheckResult? {
        var parent: CheckResult?
        for path in arguments.all("--parent") {
            let path = Self.path(path, arguments)
            report.diagnostics += loading(path, arguments) { () throws in
                let configuration = try configuration(path, arguments, environment)
                parent = check.run(configuration, profiles: try profiles(configuration, arguments), parent: parent)
            }
        }
        return parent
    }

    /// Reads a configuration and does something with it.
    /// - Returns: The fault of the file.
    private func loading(_ path: String?, _ arguments: Arguments, _ body: () throws -> Void) -> [SourceDiagnostic] {
        do {
            try body()
            return []
        } catch let error as IOCError {
            var errors = FaultDiagnostics.errors(error.faults)
            let words = arguments.all("--config") + arguments.all("--parent")
            if let word = words.first(where: { Self.path($0, arguments) == path }),
                let place = OptionsFile.place(of: word, in: arguments.all("--options"))
            {
                for index in errors.indices { errors[index].notes.append(.note(at: place, "\(word) is named here")) }
            }
            return errors
        } catch {
            return [.error(at: nil, "\(path ?? ""): \(error)")]
        }
    }

    private func configuration(
        _ path: String?, _ arguments: Arguments, _ environment: [String: String]?
    ) throws -> ContextConfiguration {
        let named = try arguments.profiles()
        // The environment of the check says nothing of that of the program.
        var configuration =
            try path.map { try ContextConfiguration(contentsOf: $0, profiles: named, environment: [:]) }
            ?? ContextConfiguration(profiles: named)
        configuration.environment = environment
        return configuration
    }

    private func profiles(_ configuration: ContextConfiguration, _ arguments: Arguments) throws -> Set<String>? {
        let named = try arguments.profiles()
        return named.isEmpty ? nil : Set(named).union(configuration.profiles)
    }

    private func format(_ arguments: Arguments) throws(UsageError) -> CheckReport.Format {
        guard let name = arguments.value("--format") else { return .text }
        if let format = CheckReport.Format(rawValue: name) { return format }
        throw UsageError(name, isNo: "format", among: CheckReport.Format.allCases.map(\.rawValue))
    }

    /// The configurations that are named, or the one that a program boots from where nothing is said.
    private static func configurations(_ arguments: Arguments) -> [String] {
        func path(_ file: String) -> String { Self.path(file, arguments) }
        let named = arguments.all("--config").map(path)
        if !named.isEmpty || !arguments.all("--assembly").isEmpty { return named }
        let usual = ["config/applicationContext.json", "config/applicationContext.plist"].map(path)
        return usual.first { (try? FileContent.read($0)) != nil }.map { [$0] } ?? []
    }

    /// A file as `--directory` has it.
    private static func path(_ file: String, _ arguments: Arguments) -> String {
        let folder = arguments.value("--directory").map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
        return file.hasPrefix("/") ? file : folder + file
    }

    /// The variables that a run has; nil where nothing is said of them.
    private func environment(_ arguments: Arguments) throws(UsageError) -> [String: String]? {
        let items = arguments.all("--environment")
        var variables: [String: String] = [:]
        for item in items {
            guard let sign = item.firstIndex(of: "="), sign != item.startIndex else {
                throw UsageError("'--environment \(item)' should be --environment NAME=VALUE")
            }
            variables[String(item[..<sign])] = String(item[item.index(after: sign)...])
        }
        return items.isEmpty && !arguments.has("--strict") ? nil : variables
    }
}

extension SourceDiagnostic {
    /// The same as an error.
    fileprivate var asError: SourceDiagnostic {
        SourceDiagnostic(.error, at: location, message, notes: notes, code: code)
    }

    /// The same with the configuration it is about.
    fileprivate func marked(_ text: String) -> SourceDiagnostic {
        SourceDiagnostic(severity, at: location, message + text, notes: notes, code: code)
    }
}
