/// The plan of a navigation and its reasons: the answer of `Router.plan(to:)`.
public struct RoutePlan: Hashable, Sendable, CustomStringConvertible {
    /// A step that was looked at, from the destination on, and what was decided.
    public struct Consideration: Hashable, Sendable {
        /// The step.
        public var step: String
        /// The decisions, and their reasons.
        public var verdict: String
    }

    /// A change and its reason.
    public struct Move: Hashable, Sendable {
        /// The change.
        public var operation: RoutingOperation
        /// The reason why it is made.
        public var reason: String
    }

    /// The destination.
    public var destination: String
    /// The steps looked at, from the destination to where the route meets the tree.
    public var considerations: [Consideration]
    /// The interceptors that would run, in order.
    public var interceptors: [String]
    /// The screens that would be made, in order from origin to destination.
    public var made: [String]
    /// The screens that factories give and that stay where they are, as by ``Nothing``.
    public var taken: [String] = []
    /// The changes, in order.
    public var moves: [Move]

    /// The changes alone.
    public var operations: [RoutingOperation] { moves.map(\.operation) }

    /// The plan in words, a fact a line.
    public var description: String {
        var lines = ["route to \(destination)"]
        lines += considerations.map { "  \($0.step): \($0.verdict)" }
        lines += interceptors.map { "  ask \($0)" }
        lines += made.map { "  make \($0)" }
        lines += taken.map { "  take \($0), and reveal it where it is" }
        lines += moves.map { "  \($0.operation): \($0.reason)" }
        if moves.isEmpty, taken.isEmpty { lines.append("  nothing to change") }
        return lines.joined(separator: "\n")
    }
}
