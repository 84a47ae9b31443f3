/// Navigates: walks a route back to what is in the tree already, and builds the rest from there.
///
/// In order:
/// 1. walk and plan; what cannot be is thrown now,
/// 2. `prepare` of interceptors, factories and input tasks,
/// 3. interceptors, the router's own first, then those of the steps from origin to destination,
/// 4. another walk and plan if the tree changed meanwhile,
/// 5. making of screens, `screenPrepared`, `check` of input tasks,
/// 6. the changes to the tree, planned anew whenever it turns out to have changed in between,
/// 7. input tasks, then post-routing tasks, none of which can fail.
///
/// A failure in 3 to 6 undoes the navigation.
@MainActor public final class Router<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The owner of the tree.
    public let host: any ScreenHost<Screen>
    /// The choices of the router.
    public var configuration: RouterConfiguration
    /// The queue that lets one navigation through at a time.
    public let gate: NavigationGate<Screen>
    /// Called with each screen that was made and everything inside it, before it enters the tree: to inject them.
    public var screenPrepared: (@MainActor (Screen, [Screen]) throws -> Void)?

    private(set) var interceptors: [any RoutingInterceptor<Any>] = []
    private(set) var setups: [any InputTask<Screen, Any>] = []
    private(set) var postTasks: [any PostRoutingTask<Screen, Any>] = []

    /// A router for a host's tree.
    public nonisolated init(
        host: any ScreenHost<Screen>, configuration: RouterConfiguration = RouterConfiguration(),
        gate: NavigationGate<Screen> = NavigationGate(),
        screenPrepared: (@MainActor (Screen, [Screen]) throws -> Void)? = nil
    ) {
        self.host = host
        self.configuration = configuration
        self.gate = gate
        self.screenPrepared = screenPrepared
    }

    /// The tree, to be read.
    public var tree: ScreenTree<Screen> { ScreenTree(host) }

    /// Adds an interceptor that runs in every navigation.
    public func add<I: RoutingInterceptor>(_ interceptor: I) where I.Input == Any {
        interceptors.append(interceptor)
    }

    /// Adds an input task that runs for every step's screen.
    public func add<T: InputTask>(_ task: T) where T.Output == Screen, T.Input == Any {
        setups.append(task)
    }

    /// Adds a post-routing task that runs for every step's screen.
    public func add<T: PostRoutingTask>(_ task: T) where T.Output == Screen, T.Input == Any {
        postTasks.append(task)
    }

    /// Navigates to a route with an input; throws ``RoutingError`` where the destination is not reached.
    @discardableResult
    public func navigate<Output: RoutedScreen, Input>(
        to step: Step<Output, Input>, with input: Input, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        let destination = Destination(step, with: input).erased
        let result = try await navigate(to: destination, animated: animated, policy: policy)
        let ending: NavigationResult<Output>.Ending =
            switch result.ending {
            case .arrived(let screen): .arrived(try downcast(screen, at: [step.name]))
            case .redirected(let name, let screen): .redirected(to: name, screen)
            case .stopped(let reason): .stopped(reason)
            }
        return NavigationResult(ending: ending, operations: result.operations, plans: result.plans)
    }

    /// Navigates to a route that needs no input; throws ``RoutingError`` where the destination is not reached.
    @discardableResult
    public func navigate<Output: RoutedScreen>(
        to step: Step<Output, Void>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        try await navigate(to: step, with: (), animated: animated, policy: policy)
    }

    /// Navigates to a destination; throws ``RoutingError`` where it is not reached.
    @discardableResult
    public func navigate<Output: RoutedScreen, Input>(
        to destination: Destination<Output, Input>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        try await navigate(to: destination.step, with: destination.input, animated: animated, policy: policy)
    }

    /// Navigates to a destination whose types are not known; throws ``RoutingError`` where it is not reached.
    @discardableResult
    public func navigate(
        to destination: AnyDestination<Screen>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Screen> {
        let owner = try await CurrentNavigation.activity?.owner(of: destination.name)
        let navigate: @MainActor () async throws -> NavigationResult<Screen> = { [self] in
            try await Navigation(destination.name, by: self, in: owner).run(destination, animated: animated)
        }
        let (limit, clock) = (configuration.nestedWaitLimit, configuration.clock)
        // A navigation must not wait for one around it: that would be waiting for oneself.
        guard let owner, owner.navigation.holds(gate) else {
            let policy = policy ?? configuration.policy
            let queued: @MainActor () async throws -> NavigationResult<Screen> = { [self] in
                try await gate.run(destination.name, key: destination.key, policy: policy, navigate)
            }
            guard let owner else { return try await queued() }
            return try await owner.run(destination.name, within: limit, by: clock, queued)
        }
        return try await owner.run(destination.name, within: limit, by: clock, navigate)
    }
}
