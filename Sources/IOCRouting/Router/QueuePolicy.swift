/// What happens to a navigation that is asked for while another one runs.
public enum QueuePolicy: Hashable, Sendable, CustomStringConvertible {
    /// It throws ``RoutingError/Code/busy``.
    case reject
    /// It waits its turn.
    case enqueue
    /// It takes the place of the running one and of all that wait: they are cancelled and undone, then it runs.
    case latestWins
    /// It shares the result of one with the same route and context that runs or waits; else it waits its turn.
    ///
    /// Contexts are the same when they are equal; a context that is not `Hashable` is never the same. Routes are the
    /// same when they are copies of one assembled ``Step``, so keep it instead of assembling it for each call.
    case coalesce

    /// The policy in a word or two.
    public var description: String {
        switch self {
        case .reject: "reject"
        case .enqueue: "enqueue"
        case .latestWins: "latest wins"
        case .coalesce: "coalesce"
        }
    }
}
