import IOCModel

/// The arguments of a program's command line.
struct ProgramArguments {
    /// The text to print instead of running.
    enum Instead: Equatable {
        case check
        case graph(String)
        case explain(String)
        case help
    }

    static let graphFormats = ["tree", "dot", "mermaid", "json", "html"]
    private static let explanationFormats = ["text", "json"]
    private static let options = [
        "--config", "--profile", "--watch", "--check", "--graph", "--explain", "--why-not", "--format", "--help",
    ]

    private(set) var file: String?
    private(set) var profiles: [String] = []
    /// The like `--server.port=80`.
    private(set) var properties: [String] = []
    /// True if the files are watched.
    private(set) var isWatching = false
    private(set) var instead: Instead?
    /// The component that an explained property might have had.
    private(set) var other: String?
    /// True if an explanation is written as JSON.
    private(set) var explainsInJSON = false
    private(set) var faults: [Fault] = []

    /// The argument before, whose value may go on in the next one.
    private var open: Open?

    private enum Open {
        /// A property, which has a value.
        case property(String)
        /// An argument that was refused.
        case refused(hasValue: Bool)
    }

    /// Reads the arguments behind the program's name.
    ///
    /// 1. An option takes its value from behind an equals sign, else from the next argument.
    /// 2. Anything else with two dashes, a key and an equals sign is a property.
    /// 3. What is left is a fault, which names no more of it than cannot be a value.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            let value = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
            switch name {
            case "--help" where value == nil, "-h" where value == nil: instead = .help
            case "--watch" where value == nil: isWatching = true
            case "--check" where value == nil: instead = .check
            case "--config", "--profile", "--graph", "--explain", "--why-not", "--format":
                guard let value = value ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
                    faults.append(Fault(.argumentWithoutValue(name)))
                    break
                }
                take(value, for: name)
            case _ where !Self.options.contains(name) && PropertyKey.text(ofArgument: argument)?.isEmpty == false:
                properties.append(argument)
                open = .property(argument)
                continue
            default:
                refuse(argument)
                continue
            }
            open = nil
        }
    }

    /// Notes an argument that is none of the program's, unless it is the value of one that was noted.
    ///
    /// 1. Behind a refused argument a word is its value, and so is whatever looks like no option where it had none.
    /// 2. Behind a property a word is the rest of its value, and is a fault that shows nothing of it.
    private mutating func refuse(_ argument: String) {
        let name = String(ShownText.argumentName(argument))
        let suggestion = Suggestion.nearest(to: name, among: Self.options)
        // A few equals signs at the end are how many keys and tokens end.
        let hasValue = argument.dropFirst(name.count).contains { $0 != "=" }
        let isWord = !name.hasPrefix("-")
        switch open {
        case .refused(hasValue: false) where !hasValue && suggestion == nil: return
        case .refused where isWord: return
        case .property(let property) where isWord:
            faults.append(Fault(.argumentUnknown(behind: property)))
            open = .refused(hasValue: true)
            return
        default:
            faults.append(Fault(.argumentUnknown(argument, known: Self.options), suggestion: suggestion))
            open = .refused(hasValue: hasValue)
        }
    }

    private mutating func take(_ value: String, for name: String) {
        switch name {
        case "--config": file = value
        case "--explain": instead = .explain(value)
        case "--why-not": other = value
        case "--profile":
            let names = ProfileRule.names(listedIn: value)
            if names.isEmpty { faults.append(Fault(.argumentWithoutValue(name))) }
            profiles += names
        case "--format":
            check(value, of: name, among: Self.explanationFormats)
            explainsInJSON = value == "json"
        default:
            check(value, of: name, among: Self.graphFormats)
            instead = .graph(value)
        }
    }

    private mutating func check(_ value: String, of name: String, among allowed: [String]) {
        guard !allowed.contains(value) else { return }
        faults.append(
            Fault(
                .valueUnknown(key: name, value: value, allowed: allowed),
                suggestion: Suggestion.nearest(to: value, among: allowed)))
    }

    static func usage(_ program: String) -> String {
        """
        usage: \(program) [--config FILE] [--profile NAME]… [--KEY=VALUE]… [--watch] [--check | --graph FORMAT | --explain SUBJECT | --help]

        --config FILE   boot from this file instead of config/applicationContext.json or .plist
        --profile NAME  activate a profile
        --KEY=VALUE     give a property, such as --server.port=80; it wins over files and the environment
        --watch         reload whenever the content of a file of the configuration changes
        --check         check the wiring and the settings, and create nothing; with --format json for tools
        --graph FORMAT  print the graph as \(graphFormats.joined(separator: ", "))
        --explain SUBJECT
                        say why a component, an injected property or a setting is as it is; with --why-not NAME also
                        why a property does not have that component; with --format json as JSON
        --help          print this
        """
    }
}
