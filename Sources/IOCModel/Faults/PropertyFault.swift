/// What can be wrong with a property, as facts; values are masked before they come here.
package enum PropertyFault: Sendable {
    /// No source has the property, and it has no default.
    case missing(key: String, variable: String)
    /// The value does not convert; `expected` is what would.
    case conversion(key: String, value: String, origin: String, expected: String)
    /// A placeholder names a property that nobody has; the chain leads from the property asked for to that name.
    case placeholderUnresolved(name: String, chain: [String])
    /// Placeholders lead back to where they started.
    case placeholderCycle([String])
    /// A placeholder can't be read, or grows without end.
    case placeholderMalformed(key: String, origin: String, reason: String)
    /// Several known keys map to one environment variable that is set.
    case variableAmbiguous(name: String, keys: [String])
    /// An argument looks like a property and has no key.
    case argumentMalformed(String)
    /// A property source threw.
    case sourceFailed(source: String, key: String)
    /// A variable is set whose name is nearly one that a property maps to.
    case variableUnread(name: String, key: String)
    /// A file has a property that nobody has read.
    case unread(key: String)
    /// Files have more of those.
    case unreadRest(count: Int)
    /// A key has too many bytes or parts.
    case keyTooLong(key: String, excess: String)
}

extension PropertyFault {
    /// The stable code a program can compare.
    package var code: String {
        switch self {
        case .missing: "property-missing"
        case .conversion: "property-conversion"
        case .placeholderUnresolved: "placeholder-unresolved"
        case .placeholderCycle: "placeholder-cycle"
        case .placeholderMalformed: "placeholder-malformed"
        case .variableAmbiguous: "variable-ambiguous"
        case .argumentMalformed: "argument-malformed"
        case .sourceFailed: "property-source-failed"
        case .variableUnread: "variable-unread"
        case .unread, .unreadRest: "property-unread"
        case .keyTooLong: "property-key-too-long"
        }
    }
}
