extension FaultRenderer {
    /// What is wrong with a property, in one sentence.
    static func sentence(_ property: PropertyFault, of fault: Fault) -> String {
        let asker = fault.point.map { "\($0.label) needs" } ?? "looking for"
        let wanted = fault.wanted ?? "a value"
        return switch property {
        case .missing(let key, _): "\(asker) the property '\(key)', and no source has it"
        case .conversion(let key, let value, _, _): "\(asker) \(wanted), and '\(key)' is \(value)"
        case .unresolvedPlaceholder(let name, _): "the placeholder ${\(name)} stands for a property that no source has"
        case .placeholderCycle: "placeholders stand for each other in a circle"
        case .malformedPlaceholder(let key, _, let reason): "the value of '\(key)' can't be put together: \(reason)"
        case .ambiguousVariable(let name, let keys):
            "the environment variable \(name) is set, and \(keys.count) properties map to it"
        case .malformedArgument(let argument): "the argument \(argument) names no property"
        case .sourceFailed(let source, let key): "\(source) failed to tell the property '\(key)'"
        case .strayVariable(let name, _): "the environment variable \(name) is set, and no property maps to it"
        case .unread(let key): "nobody reads the property '\(key)'"
        case .unreadRest(let count): "nobody reads \(count) more \(count == 1 ? "property" : "properties")"
        case .keyTooLong(let key, let excess): "the key '\(key)' \(excess)"
        }
    }

    /// The labelled lines that only faults of properties have.
    static func details(_ property: PropertyFault) -> [(label: String, text: String)] {
        switch property {
        case .conversion(_, let value, let origin, _): [("value", "\(value), from \(origin)")]
        case .unresolvedPlaceholder(_, let chain): [("chain", chain.joined(separator: " -> "))]
        case .malformedPlaceholder(_, let origin, _): [("value", "from \(origin)")]
        case .ambiguousVariable(_, let keys): keys.map { ("property", $0) }
        case .strayVariable(_, let key): [("property", key)]
        default: []
        }
    }

    /// One thing to do about a property.
    static func action(_ property: PropertyFault) -> String {
        switch property {
        case .missing(let key, let variable):
            "set '\(key)' under \"properties\", or \(variable) in the environment, or give the property a default"
        case .conversion(let key, _, _, let expected): "give '\(key)' \(expected)"
        case .unresolvedPlaceholder(let name, _):
            "set it, give it a default as in ${\(name):value}, or write $${ for the text itself"
        case .placeholderCycle: "give one of them a value of its own"
        case .malformedPlaceholder: "write placeholders as ${key} or ${key:default}, and $${ for the text itself"
        case .ambiguousVariable: "rename one of the properties, or unset the variable"
        case .malformedArgument: "write it as --server.port=80"
        case .sourceFailed: "see the cause"
        case .strayVariable: "correct its name, or leave it where it is another program's"
        case .unread: "correct the key, or take it out"
        case .unreadRest: "correct their keys, or take them out"
        case .keyTooLong: "shorten the key"
        }
    }
}
