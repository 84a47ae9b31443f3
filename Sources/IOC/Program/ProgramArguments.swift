import IOCModel

/// What a program's command line says.
struct ProgramArguments {
    /// What is printed instead of running.
    enum Instead: Equatable {
        case check
        case graph(String)
        case explain(String)
        case help
    }

    static let graphFormats = ["tree", "dot", "mermaid", "json", "html"]
    private static let options = ["--config", "--profile", "--check", "--graph", "--explain", "--why-not", "--help"]

    private(set) var file: String?
    private(set) var profiles: [String] = []
    /// Those like `--server.port=80`.
    private(set) var properties: [String] = []
    private(set) var instead: Instead?
    /// The component that an explained property might have had.
    private(set) var other: String?
    private(set) var faults: [Fault] = []

    /// Reads the arguments behind the program's name.
    ///
    /// 1. An option takes its value from behind an equals sign, else from the next argument.
    /// 2. Anything else with two dashes and an equals sign is a property.
    /// 3. What is left is a fault.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            let value = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
            switch name {
            case "--help" where value == nil, "-h" where value == nil: instead = .help
            case "--check" where value == nil: instead = .check
            case "--config", "--profile", "--graph", "--explain", "--why-not":
                guard let value = value ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
                    faults.append(Fault(.argumentWithoutValue(name)))
                    continue
                }
                take(value, for: name)
            case _ where name.hasPrefix("--") && name.count > 2 && value != nil && !Self.options.contains(name):
                properties.append(argument)
            default:
                var fault = Fault(.argumentUnknown(argument, known: Self.options))
                fault.suggestion = Suggestion.nearest(to: name, among: Self.options)
                faults.append(fault)
            }
        }
    }

    private mutating func take(_ value: String, for name: String) {
        switch name {
        case "--config": file = value
        case "--explain": instead = .explain(value)
        case "--why-not": other = value
        case "--profile": profiles += value.split(separator: ",").map(String.init)
        default:
            if !Self.graphFormats.contains(value) {
                var fault = Fault(.valueUnknown(key: name, value: value, allowed: Self.graphFormats))
                fault.suggestion = Suggestion.nearest(to: value, among: Self.graphFormats)
                faults.append(fault)
            }
            instead = .graph(value)
        }
    }

    static func usage(_ program: String) -> String {
        """
        usage: \(program) [--config FILE] [--profile NAME]… [--KEY=VALUE]… [--check | --graph FORMAT | --explain SUBJECT | --help]

        --config FILE   boot from this file instead of config/applicationContext.json or .plist
        --profile NAME  activate a profile
        --KEY=VALUE     give a property, such as --server.port=80; it wins over files and the environment
        --check         boot, tell what there is, and end without starting anything
        --graph FORMAT  print the graph as \(graphFormats.joined(separator: ", "))
        --explain SUBJECT
                        say why a component, an injected property or a setting is as it is; with --why-not NAME also
                        why a property does not have that component
        --help          print this
        """
    }
}
