/// As in swift-log, as far as a service group needs it.
public struct Logger: Sendable {
    public let label: String
    public init(label: String) { self.label = label }
}
