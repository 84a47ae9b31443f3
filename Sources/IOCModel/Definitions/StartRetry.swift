/// The number of times a component's failed `start()` is tried again, within the time that a start has.
public struct StartRetry: Sendable, Hashable {
    /// The number of times `start()` is called at most, the first call among them.
    public var attempts: Int
    /// The time to wait before the second call.
    public var delay: Duration
    /// The factor by which each further wait is longer.
    public var factor: Double

    /// A number of attempts with waits between them that grow.
    public init(attempts: Int, delay: Duration = .milliseconds(200), factor: Double = 2) {
        self.attempts = attempts
        self.delay = delay
        self.factor = factor
    }
}
