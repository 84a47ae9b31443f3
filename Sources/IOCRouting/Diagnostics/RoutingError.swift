/// The reason why a navigation did not happen: a stable code, the facts, and one remedy.
public struct RoutingError: Error, CustomStringConvertible {
    /// The kind of the fault.
    public var code: Code
    /// The route and the step, outermost first.
    public var path: [String]
    /// What was needed.
    public var wanted: String
    /// What was there instead.
    public var found: String
    /// The candidates that nearly fit, each with the reason why it was rejected.
    public var nearMisses: [String]
    /// The remedy.
    public var action: String
    /// The error of your code or of the host that caused this one.
    public var cause: (any Error)?
    /// The changes that could not be undone, each with the reason; empty if the tree is as it was before.
    public var notUndone: [String]

    /// Creates an error.
    public init(
        _ code: Code, path: [String] = [], wanted: String, found: String, nearMisses: [String] = [], action: String,
        cause: (any Error)? = nil, notUndone: [String] = []
    ) {
        self.code = code
        self.path = path
        self.wanted = wanted
        self.found = found
        self.nearMisses = nearMisses
        self.action = action
        self.cause = cause
        self.notUndone = notUndone
    }

    /// The error in words, one fact per line.
    public var description: String {
        var lines = ["routing fault: \(code)"]
        if !path.isEmpty { lines.append("  at: " + path.joined(separator: " > ")) }
        lines.append("  wanted: \(wanted)")
        lines.append("  found: " + found.split(separator: "\n").joined(separator: "\n    "))
        lines += nearMisses.map { "  near miss: \($0)" }
        if let cause { lines.append("  cause: \(cause)") }
        lines += notUndone.map { "  not undone: \($0)" }
        lines.append("  do: \(action)")
        return lines.joined(separator: "\n")
    }

    func located(at place: String) -> RoutingError {
        var copy = self
        if copy.path.first != place { copy.path.insert(place, at: 0) }
        return copy
    }

    /// Wraps an error of other code. A routing error keeps its facts and only gets the place.
    static func wrapping(
        _ error: any Error, as code: Code, at place: String, wanted: String, action: String
    ) -> RoutingError {
        if let error = error as? RoutingError { return error.located(at: place) }
        return RoutingError(
            code, path: [place], wanted: wanted, found: "it threw \(type(of: error))", action: action, cause: error)
    }

    static func canceled(_ name: String) -> RoutingError {
        RoutingError(
            .navigationCanceled, path: [name], wanted: "the navigation to go on", found: "it was canceled",
            action: "nothing: the tree is as it was")
    }
}

/// The name of a finder, factory, action or task: its description if it has one, otherwise the name of its type.
func label(_ value: Any) -> String {
    (value as? any CustomStringConvertible)?.description ?? String(describing: type(of: value))
}
