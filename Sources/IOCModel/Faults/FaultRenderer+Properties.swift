extension FaultRenderer {
    /// What is wrong with a property, in one sentence, and one thing to do about it.
    static func wording(_ property: PropertyFault, of fault: Fault) -> Wording {
        let asker = fault.point.map { "\($0.label) needs" } ?? "looking for"
        let wanted = fault.wanted ?? "a value"
        return switch property {
        case .missing(let key, let variable):
            Wording(
                "\(asker) the property '\(key)', and no source has it",
                do:
                    "set '\(key)' under \"properties\", or \(variable) in the environment, or give the property a default"
            )
        case .conversion(let key, let value, _, let expected):
            Wording("\(asker) \(wanted), and '\(key)' is \(value)", do: "give '\(key)' \(expected)")
        case .placeholderUnresolved(let name, _):
            Wording(
                "the placeholder ${\(name)} stands for a property that no source has",
                do: "set it, give it a default as in ${\(name):value}, or write $${ for the text itself")
        case .placeholderCycle:
            Wording("placeholders stand for each other in a circle", do: "give one of them a value of its own")
        case .placeholderMalformed(let key, _, let reason):
            Wording(
                "the value of '\(key)' can't be put together: \(reason)",
                do: "write placeholders as ${key} or ${key:default}, and $${ for the text itself")
        case .variableAmbiguous(let name, let keys):
            Wording(
                "the environment variable \(name) is set, and \(keys.count) properties map to it",
                do: "rename one of the properties, or unset the variable")
        case .argumentMalformed(let argument):
            Wording("the argument \(argument) names no property", do: "write it as --server.port=80")
        case .sourceFailed(let source, let key):
            Wording("\(source) failed to tell the property '\(key)'", do: "see the cause")
        case .variableUnread(let name, _):
            Wording(
                "the environment variable \(name) is set, and no property maps to it",
                do: "correct its name, or leave it where it is another program's")
        case .unread(let key): Wording("nobody reads the property '\(key)'", do: "correct the key, or take it out")
        case .unreadRest(let count):
            Wording(
                "nobody reads \(count) more \(count == 1 ? "property" : "properties")",
                do: "correct their keys, or take them out")
        case .keyTooLong(let key, let excess): Wording("the key '\(key)' \(excess)", do: "shorten the key")
        }
    }

    /// The labelled lines that only faults of properties have.
    static func details(_ property: PropertyFault) -> [(label: String, text: String)] {
        switch property {
        case .conversion(_, let value, let origin, _): [("value", "\(value), from \(origin)")]
        case .placeholderUnresolved(_, let chain): [("chain", chain.joined(separator: " -> "))]
        case .placeholderMalformed(_, let origin, _): [("value", "from \(origin)")]
        case .variableAmbiguous(_, let keys): keys.map { ("property", $0) }
        case .variableUnread(_, let key): [("property", key)]
        default: []
        }
    }
}
