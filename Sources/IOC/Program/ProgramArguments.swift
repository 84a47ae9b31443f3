import IOCModel

/// The arguments of a program's command line.
struct ProgramArguments {
    /// The text that the program prints instead of running.
    enum Instead: Equatable {
        case check
        case graph(String)
        case explain(String)
        case help
    }

    /// The formats in which a program prints its graph itself. Tools draw all other formats from the JSON.
    private static let graphFormats = ["tree", "json"]
    static let drawnFormats = ["html", "dot", "mermaid"]
    private static let explanationFormats = ["text", "json"]
    /// The names of the arguments that are not settings.
    static let options = [
        "config", "profile", "watch", "quiet", "check", "graph", "explain", "why-not", "format", "help",
    ]

    private(set) var file: String?
    private(set) var profiles: [String] = []
    /// Settings, such as `--server.port=80`, or `--migrate` without a value.
    private(set) var settings: [String] = []
    /// True if changed files cause a reload.
    private(set) var isWatching = false
    /// True if the program prints nothing when it is ready.
    private(set) var isQuiet = false
    private(set) var instead: Instead?
    /// The argument of `--why-not`: the component that the explained property might have had.
    private(set) var other: String?
    /// The format of an explanation or a check.
    private var format: String?
    private(set) var faults: [Fault] = []

    /// True if an explanation or a check is written as JSON.
    var isJSON: Bool { format == "json" }

    /// Reads the arguments after the program's name.
    ///
    /// 1. An option takes its value after an equals sign, or from the next argument.
    /// 2. Any other argument with two dashes and a key is a setting, as ``ArgumentSettingSource`` reads it.
    /// 3. Any other argument is an error. The error doesn't show values, and the arguments after it are ignored,
    ///    because they may be values.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.first {
            let name = String(argument.prefix { $0 != "=" })
            if name != "--", !Self.options.contains(where: { "--\($0)" == name }),
                let (name, text) = ArgumentSettingSource.popSetting(from: &rest)
            {
                settings.append(text.map { "--\(name)=\($0)" } ?? "--\(name)")
                // A word after a setting may belong to its value, so the word is not shown.
                if let word = rest.first, !word.hasPrefix("--"), word != "-h" {
                    faults.append(Fault(.argumentUnknown(behind: argument)))
                    rest = []
                }
                continue
            }
            rest.removeFirst()
            let value = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
            switch name {
            case "--help" where value == nil, "-h" where value == nil: instead = .help
            case "--watch" where value == nil: isWatching = true
            case "--quiet" where value == nil: isQuiet = true
            case "--check" where value == nil: instead = .check
            case "--config", "--profile", "--graph", "--explain", "--why-not", "--format":
                guard let value = value ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
                    refuse(withoutValue: name)
                    break
                }
                take(value, for: name)
            default:
                refuse(argument)
                rest = []
            }
        }
        // Some options are valid only together with others.
        let isExplaining = if case .explain = instead { true } else { false }
        if other != nil, !isExplaining { refuse("--why-not", without: "--explain") }
        if format != nil, !isExplaining, instead != .check { refuse("--format", without: "--explain or --check") }
    }

    /// Reports an argument that the program doesn't have.
    private mutating func refuse(_ argument: String) {
        let (name, known) = (String(ShownText.argumentName(argument)), Self.options.map { "--\($0)" })
        faults.append(
            Fault(.argumentUnknown(argument, known: known)) {
                $0.suggestion = Suggestion.nearest(to: name, among: known)
            })
    }

    private mutating func refuse(withoutValue name: String) {
        faults.append(Fault(.argumentMalformed("'\(name)' needs a value", do: "write it as \(name) VALUE")))
    }

    private mutating func refuse(_ name: String, without other: String) {
        let mistake = "'\(name)' has no meaning without \(other)"
        faults.append(Fault(.argumentMalformed(mistake, do: "add \(other), or leave \(name) out")))
    }

    private mutating func take(_ value: String, for name: String) {
        switch name {
        case "--config": file = value
        case "--explain": instead = .explain(value)
        case "--why-not": other = value
        case "--profile":
            let names = ProfileRule.names(listedIn: value)
            if names.isEmpty { refuse(withoutValue: name) }
            profiles += names
        case "--format":
            check(value, of: name, among: Self.explanationFormats)
            format = value
        default:
            if Self.drawnFormats.contains(value) {
                let remedy =
                    "run 'swift package draw-graph --format \(value)', or serve the pages of the product IOCManagement, "
                faults.append(
                    Fault(
                        .argumentMalformed(
                            "a program does not draw its graph as \(value)", do: remedy + "which have it at /graph")))
            } else {
                check(value, of: name, among: Self.graphFormats, suggesting: Self.graphFormats + Self.drawnFormats)
            }
            instead = .graph(value)
        }
    }

    private mutating func check(
        _ value: String, of name: String, among allowed: [String], suggesting near: [String]? = nil
    ) {
        guard !allowed.contains(value) else { return }
        faults.append(
            Fault(.valueUnknown(key: name, value: value, allowed: allowed)) {
                $0.suggestion = Suggestion.nearest(to: value, among: near ?? allowed)
            })
    }

    /// Returns the text that `--help` prints.
    /// - Parameter settings: The settings that the program's components read.
    static func usage(_ program: String, settings: [DeclaredSetting]) -> String {
        let blank = String(repeating: " ", count: 16)
        let lines = settings.map { setting in
            let argument = ShownText.line(setting.argument)
            let start = argument.count < 16 ? argument + blank.dropFirst(argument.count) : argument + "\n" + blank
            return start + ShownText.line(setting.explanation)
        }
        return """
            usage: \(program) [--config FILE] [--profile NAME]… [--KEY VALUE]… [--watch] [--quiet] [--check | --graph FORMAT | --explain SUBJECT | --help]

            --config FILE   boot from this file instead of config/applicationContext.json or .plist
            --profile NAME  activate a profile
            --KEY VALUE     set a setting; it wins over files and the environment: --server.port 80, --server-port 80 and
                            --server.port=80 are the same, and --KEY and --no-KEY set one that is true or false
            --watch         reload whenever the content of a file of the configuration changes
            --quiet         don't print a line when the program is ready
            --check         check the wiring and the settings, and create nothing; with --format json for tools
            --graph FORMAT  print the graph as \(graphFormats.joined(separator: " or "))
            --explain SUBJECT
                            say why a component, an injected property or a setting is as it is; with --why-not NAME also
                            why an injection point does not have that component; with --format json as JSON
            --help          print this, and the settings that the components read
            """ + (lines.isEmpty ? "" : "\n\nsettings that its components read:\n\n") + lines.joined(separator: "\n")
    }
}
