/// The reason why a navigation did not happen: a stable code, the facts, and one action that helps.
public struct RoutingError: Error, CustomStringConvertible {
    /// The kind of the fault.
    public var code: Code
    /// The route and the step, outermost first.
    public var path: [String]
    /// The needed part.
    public var wanted: String
    /// The part that was there instead.
    public var found: String
    /// The near misses, each with the reason it was rejected.
    public var nearMisses: [String]
    /// One thing to do about it.
    public var action: String
    /// The error of your own code or of the host that led here.
    public var cause: (any Error)?
    /// The changes that could not be undone, each with the reason; empty where the tree is as it was.
    public var notUndone: [String]

    /// An error made of its facts.
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

    /// The error in words, a fact a line.
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

    /// The error of somebody else's code as one of these; one of these stays what it is.
    static func wrapping(
        _ error: any Error, as code: Code, at place: String, wanted: String, action: String
    ) -> RoutingError {
        if let error = error as? RoutingError { return error.located(at: place) }
        return RoutingError(
            code, path: [place], wanted: wanted, found: "it threw \(type(of: error))", action: action, cause: error)
    }

    /// The reason why a navigation does not go on that nothing is wrong with.
    static func canceled(_ name: String, _ code: Code = .navigationCanceled) -> RoutingError {
        RoutingError(
            code, path: [name], wanted: "the navigation to go on",
            found: code == .navigationSuperseded ? "a later navigation took its place" : "it was canceled",
            action: "nothing: the tree is as it was")
    }
}
