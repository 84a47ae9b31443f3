import IOC
import IOCCheck
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

        What only a run can tell, such as conditions on properties, is left alone and noted.
        """
    let options =
        [
            Option(
                "--sources", value: "[NAME=]PATH", isRepeatable: true,
                help: "A file, or a folder with all it contains. NAME is the module; otherwise it is the folder under "
                    + "Sources, as in a package. May be repeated."),
            Option(
                "--config", value: "FILE", isRepeatable: true,
                help: "A configuration, with all it imports. Each is checked by itself. May be repeated."),
            Option(
                "--profile", value: "NAME", isRepeatable: true,
                help: "Check with this profile and those of the file active, and no other. May be repeated."),
        ] + SourceOptions.all + [Option("-q", "--quiet", help: "Leave the notes out on what only a run can tell.")]

    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode {
        if let operand = arguments.operands.first {
            throw UsageError("'\(operand)' should be --sources \(operand) or --config \(operand)")
        }
        let configurations = arguments.all("--config")
        guard !configurations.isEmpty else { throw UsageError("no --config FILE is given") }
        guard let sources = try SourceOptions.load(arguments, console) else { return .environment }
        guard sources.errors.isEmpty else {
            for diagnostic in sources.errors { console.error("\(diagnostic)\n") }
            return .faults
        }
        let check = SourceCheck(sources.modules)
        var lines: [SourceDiagnostic] = []
        for path in configurations {
            do {
                let configuration = try Configuration(contentsOf: path)
                let named = Set(arguments.all("--profile"))
                let profiles = named.isEmpty ? nil : named.union(configuration.profiles)
                let result = check.run(configuration, profiles: profiles)
                let remark = configurations.count > 1 ? " [\(path)]" : ""
                lines += (result.errors + (arguments.has("--quiet") ? [] : result.notes)).map { $0.marked(remark) }
            } catch let error as IOCError {
                lines += ConfigurationDiagnostics.errors(error.models)
            } catch {
                lines.append(.error(at: nil, "\(path): \(error)"))
            }
        }
        for line in lines.inSourceOrder() { console.error("\(line)\n") }
        return lines.contains { $0.severity == .error } ? .faults : .success
    }
}

extension SourceDiagnostic {
    /// The same with the configuration it is about.
    fileprivate func marked(_ text: String) -> SourceDiagnostic {
        SourceDiagnostic(severity, at: location, message + text, notes: notes)
    }
}
