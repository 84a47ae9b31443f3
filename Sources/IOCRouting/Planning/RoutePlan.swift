/// The plan of a navigation with its reasons: the result of `Router.plan(to:)`.
public struct RoutePlan: Hashable, Sendable, CustomStringConvertible {
    /// A step that the planner looked at, and its decision.
    public struct Consideration: Hashable, Sendable {
        /// The step.
        public var step: String
        /// The decision and its reason.
        public var verdict: String
    }

    /// A change and its reason.
    public struct Move: Hashable, Sendable {
        /// The change.
        public var operation: RoutingOperation
        /// The reason for it.
        public var reason: String
    }

    /// The destination.
    public var destination: String
    /// The steps that were looked at, from the destination to the place where the route meets the tree.
    public var considerations: [Consideration]
    /// The interceptors that would run, in order.
    public var interceptors: [String]
    /// The screens that would be created, from the origin to the destination.
    public var made: [String]
    /// The screens that factories return and that stay where they are, by ``Nothing``.
    public var taken: [String] = []
    /// The changes, in order.
    public var moves: [Move]

    /// The changes without their reasons.
    public var operations: [RoutingOperation] { moves.map(\.operation) }

    /// The plan in words, one fact per line.
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
