import IOCCheck
import IOCConfiguration
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
            Option(
                "--sources", value: "[NAME=]PATH", isRepeatable: true,
                help: "A file, or a folder with all it contains. NAME is the module; otherwise it is the folder under "
                    + "Sources, as in a package. May be repeated."),
            Option(
                "--config", value: "FILE", isRepeatable: true,
                help: "A configuration, with all it imports. Each is checked by itself. May be repeated. Otherwise "
                    + "config/applicationContext.json or .plist."),
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
                "--stamp", value: "FILE",
                help: "Write a line of Swift to FILE where nothing is wrong, for build systems."),
        ] + SourceOptions.all + [
            OptionsFile.option, Option("-q", "--quiet", help: "Leave the notes out on what only a run can tell."),
        ]

    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode {
        if let operand = arguments.operands.first {
            throw UsageError("'\(operand)' should be --sources \(operand) or --config \(operand)")
        }
        let assemblies = arguments.all("--assembly")
        let configurations = Self.configurations(arguments)
        guard !configurations.isEmpty || !assemblies.isEmpty else {
            throw UsageError("no --config FILE is given, and there is no config/applicationContext.json")
        }
        guard let sources = try SourceOptions.load(arguments, console) else { return .environment }
        guard sources.errors.isEmpty else {
            for diagnostic in sources.errors { console.error("\(diagnostic)\n") }
            return .faults
        }
        let environment = try environment(arguments)
        let named = arguments.all("--profile")
        let check = SourceCheck(sources.modules, build: sources.build, plain: sources.plain)
        var lines: [SourceDiagnostic] = []
        for path in configurations.isEmpty ? [nil] : configurations.map(Optional.some) {
            do {
                // What is set where the check runs says nothing of where the program will.
                var configuration =
                    try path.map { try Configuration(contentsOf: $0, profiles: named, environment: [:]) }
                    ?? Configuration(profiles: named)
                configuration.environment = environment
                configuration.assemblies += assemblies
                if arguments.has("--strict") { configuration.strict = true }
                let profiles = named.isEmpty ? nil : Set(named).union(configuration.profiles)
                let result = check.run(configuration, profiles: profiles)
                let remark = configurations.count > 1 ? path.map { " [\($0)]" } ?? "" : ""
                let isStrict = arguments.has("--strict-sources")
                let notes = isStrict ? result.notes.map(\.asError) : arguments.has("--quiet") ? [] : result.notes
                let said = result.errors + result.warnings + notes
                lines += said.map { $0.marked(remark) }
            } catch let error as IOCError {
                lines += ConfigurationDiagnostics.errors(error.models)
            } catch {
                lines.append(.error(at: nil, "\(path ?? ""): \(error)"))
            }
        }
        for line in lines.unique.inSourceOrder() { console.error("\(line)\n") }
        guard !lines.contains(where: { $0.severity == .error }) else { return .faults }
        guard let stamp = arguments.value("--stamp") else { return .success }
        do {
            try FileContent.update(stamp, with: Array("// The wiring was checked by `ioc check`.\n".utf8))
            return .success
        } catch let error {
            console.error("\(error.path): error: \(error.reason)\n")
            return .environment
        }
    }

    /// The configurations that are named, or the one that a program boots from where nothing is said.
    private static func configurations(_ arguments: Arguments) -> [String] {
        let folder = arguments.value("--directory").map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
        func path(_ file: String) -> String { file.hasPrefix("/") ? file : folder + file }
        let named = arguments.all("--config").map(path)
        if !named.isEmpty || !arguments.all("--assembly").isEmpty { return named }
        let usual = ["config/applicationContext.json", "config/applicationContext.plist"].map(path)
        return usual.first { (try? FileContent.read($0)) != nil }.map { [$0] } ?? []
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
    fileprivate var asError: SourceDiagnostic { .error(at: location, message, notes: notes) }

    /// The same with the configuration it is about.
    fileprivate func marked(_ text: String) -> SourceDiagnostic {
        SourceDiagnostic(severity, at: location, message + text, notes: notes)
    }
}
