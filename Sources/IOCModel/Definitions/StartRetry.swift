/// How often a component's failed `start()` is tried again, within the time that a start has.
public struct StartRetry: Sendable, Hashable {
    /// How often `start()` is called at most, the first call among them.
    public var attempts: Int
    /// How long to wait before the second call.
    public var delay: Duration
    /// How many times as long each further wait is.
    public var factor: Double

    /// A number of attempts with waits between them that grow.
    public init(attempts: Int, delay: Duration = .milliseconds(200), factor: Double = 2) {
        self.attempts = attempts
        self.delay = delay
        self.factor = factor
    }
}
