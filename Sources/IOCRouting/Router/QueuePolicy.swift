/// The events of a navigation that is asked for while another one runs.
public struct QueuePolicy: Hashable, Sendable, CustomStringConvertible {
    /// The policy in a word or two.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// It throws ``RoutingError/Code/routerBusy``.
    public static let reject = QueuePolicy("reject")
    /// It waits its turn.
    public static let enqueue = QueuePolicy("enqueue")
    /// It takes the place of the running one and of all that wait: they are canceled and undone, then it runs.
    public static let latestWins = QueuePolicy("latest wins")
    /// It shares the result of one with the same route and input that runs or waits; else it waits its turn.
    ///
    /// Inputs are the same when they are equal; an input that is not `Hashable` is never the same. Routes are the
    /// same when they are copies of one ``Step`` that was built once, so keep it instead of building it for each call.
    public static let coalesce = QueuePolicy("coalesce")
}
