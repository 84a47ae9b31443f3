/// Something wrong with a route.
public struct RouteFault: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the fault; where a navigation would fail, it does with this one.
    public var code: RoutingError.Code
    /// The route.
    public var route: String
    /// The step.
    public var step: String
    /// The fault.
    public var reason: String

    /// The fault in one line.
    public var description: String { "\(route) > \(step): \(code): \(reason)" }
}
