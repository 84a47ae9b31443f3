/// The options of a router.
public struct RouterConfiguration: Sendable {
    /// What happens to a navigation that is requested while another one runs.
    public var policy: QueuePolicy
    /// The time limit of interceptors that set none themselves; nil for no limit.
    public var interceptorTimeLimit: Duration?
    /// How long the router waits for a canceled interceptor to end before it continues without it.
    public var cancellationGrace: Duration
    /// The number of plans before a navigation fails because the tree changes again and again.
    public var planLimit: Int
    /// The number of redirections that one navigation follows.
    public var redirectionLimit: Int
    /// The number of navigations that may be inside each other, each started by an interceptor or the host.
    public var nestingLimit: Int
    /// How long a navigation waits for another one that the same interceptor or host change started before it; nil for
    /// no limit.
    ///
    /// The other one may wait for code that runs after this one, and then neither would ever end.
    public var nestedWaitLimit: Duration?
    /// The clock of the limits.
    public var clock: any Clock<Duration>

    /// Creates a configuration.
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
}
