/// The choices of a router.
public struct RouterConfiguration: Sendable, CustomStringConvertible {
    /// The events of a navigation that is asked for while another one runs.
    public var policy: QueuePolicy
    /// The time an interceptor may take that sets no limit itself; nil for as long as it likes.
    public var interceptorTimeLimit: Duration?
    /// The time a canceled interceptor has to come to its end before it is left to itself.
    public var cancellationGrace: Duration
    /// The number of times a route is planned anew because the tree changed, before the navigation fails.
    public var planLimit: Int
    /// The number of redirections one navigation follows.
    public var redirectionLimit: Int
    /// The number of navigations that may be inside each other, each started by an interceptor or the host during the one before.
    public var nestingLimit: Int
    /// The time a navigation that an interceptor or the host starts waits for another one that was started there before it; nil
    /// for as long as that takes.
    ///
    /// The other one may wait for what comes after this one, and then neither would ever end.
    public var nestedWaitLimit: Duration?
    /// The clock of limits.
    public var clock: any Clock<Duration>

    /// A configuration with the defaults for what is not named.
    public init(
        policy: QueuePolicy = .reject, interceptorTimeLimit: Duration? = nil, cancellationGrace: Duration = .seconds(1),
        planLimit: Int = 16, redirectionLimit: Int = 8, nestingLimit: Int = 8,
        nestedWaitLimit: Duration? = .seconds(60), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.policy = policy
        self.interceptorTimeLimit = interceptorTimeLimit
        self.cancellationGrace = cancellationGrace
        self.planLimit = planLimit
        self.redirectionLimit = redirectionLimit
        self.nestingLimit = nestingLimit
        self.nestedWaitLimit = nestedWaitLimit
        self.clock = clock
    }

    /// The choices, one after another.
    public var description: String {
        let limit = interceptorTimeLimit.map { "\($0)" } ?? "none"
        let wait = nestedWaitLimit.map { "\($0)" } ?? "none"
        return "policy: \(policy), interceptor time limit: \(limit), cancellation grace: \(cancellationGrace), "
            + "plans: \(planLimit), redirections: \(redirectionLimit), nesting: \(nestingLimit), "
            + "nested wait limit: \(wait)"
    }
}
