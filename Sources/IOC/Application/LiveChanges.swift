/// The outcome of taking new values over without a new context.
public struct LiveChanges: Sendable, Hashable, CustomStringConvertible {
    /// The keys of the live values that have changed, in order.
    public let changed: [String]
    /// The keys of everything else that the files say differently than when the context was booted.
    public let pending: [String]

    /// A line for each key.
    public var description: String {
        let lines =
            changed.map { "\($0) changed" } + pending.map { "\($0) changed, takes effect at the next start" }
        return lines.isEmpty ? "nothing changed" : lines.joined(separator: "\n")
    }
}

/// The reason why files are read again.
enum ReloadReason: Sendable {
    /// It was requested.
    case asked
    /// Files have changed; where they say what they said before, nothing is done.
    case changed
    /// Only live values were requested.
    case live
}

/// The outcome of a reload.
struct Reloaded: Sendable, CustomStringConvertible {
    let context: ApplicationContext
    /// The changes in the context that was kept; nil where nothing was looked at, or a new context is there.
    let changes: LiveChanges?
    let isNew: Bool

    var description: String {
        if isNew { return "reloaded" }
        return changes.map { "reloaded without a new context\n\($0)" }
            ?? "not reloaded, the files say again what the program runs with"
    }
}
