/// Navigates: walks a route backwards to the first screen that is in the tree, and builds the rest from there.
///
/// <doc:HowANavigationGoes> describes the order of a navigation, and what happens if it fails.
@MainActor public final class Router<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The owner of the tree.
    public let host: any ScreenHost<Screen>
    /// The options of the router.
    public var configuration: RouterConfiguration
    /// Lets one navigation run at a time.
    public let gate: NavigationGate<Screen>
    /// Called with each new screen and everything inside it before the screen enters the tree, for example to inject them.
    public var screenPrepared: (@MainActor (Screen, [Screen]) throws -> Void)?

    private(set) var interceptors: [any RoutingInterceptor<Any>] = []
    private(set) var inputTasks: [any InputTask<Screen, Any>] = []
    private(set) var postTasks: [any PostRoutingTask<Screen, Any>] = []

    /// Creates a router for the tree of a host. It may be called on any thread.
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

    /// A read-only view of the tree.
    public var tree: ScreenTree<Screen> { ScreenTree(host) }

    /// Adds an interceptor that runs in every navigation.
    public func add<I: RoutingInterceptor>(_ interceptor: I) where I.Input == Any {
        interceptors.append(interceptor)
    }

    /// Adds an input task that runs for every screen of a route, its origin included.
    public func add<T: InputTask>(_ task: T) where T.Output == Screen, T.Input == Any {
        inputTasks.append(task)
    }

    /// Adds a post-routing task that runs for every screen of a route, its origin included.
    public func add<T: PostRoutingTask>(_ task: T) where T.Output == Screen, T.Input == Any {
        postTasks.append(task)
    }

    /// Navigates to a route with an input.
    /// - Parameters:
    ///   - step: The route.
    ///   - input: Its input.
    ///   - animated: Whether the host animates the changes.
    ///   - policy: What to do if another navigation runs; nil for the policy of the configuration.
    /// - Throws: ``RoutingError`` if the destination is not reached.
    @discardableResult
    public func navigate<Output: RoutedScreen, Input>(
        to step: Step<Output, Input>, with input: Input, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        let result = try await navigate(
            to: step.erasedDestination(with: input), animated: animated, policy: policy)
        let ending: NavigationResult<Output>.Ending =
            switch result.ending {
            case .arrived(let screen): .arrived(try downcast(screen, at: [step.name]))
            case .redirected(let name, let screen): .redirected(to: name, screen)
            case .stopped(let reason): .stopped(reason)
            }
        return NavigationResult(ending: ending, operations: result.operations, plans: result.plans)
    }

    /// Navigates to a route that needs no input. Throws ``RoutingError`` if the destination is not reached.
    @discardableResult
    public func navigate<Output: RoutedScreen>(
        to step: Step<Output, Void>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        try await navigate(to: step, with: (), animated: animated, policy: policy)
    }

    /// Navigates to a destination. Throws ``RoutingError`` if it is not reached.
    @discardableResult
    public func navigate<Output: RoutedScreen, Input>(
        to destination: Destination<Output, Input>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        try await navigate(to: destination.step, with: destination.input, animated: animated, policy: policy)
    }

    /// Navigates to a destination without types. Throws ``RoutingError`` if it is not reached.
    @discardableResult
    public func navigate(
        to destination: AnyDestination<Screen>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Screen> {
        let name = destination.name
        let owner = try await CurrentNavigation.activity?.owner(of: name)
        var run: @MainActor () async throws -> NavigationResult<Screen> = { [self] in
            try await Navigation(name, by: self, in: owner).run(destination, animated: animated)
        }
        // A navigation must not wait for one that it was started in, because that one waits for it.
        if owner.map({ !$0.navigation.holds(gate) }) ?? true {
            let (navigate, policy) = (run, policy ?? configuration.policy)
            run = { [gate] in try await gate.run(name, policy: policy, navigate) }
        }
        guard let owner else { return try await run() }
        return try await owner.run(name, within: configuration.nestedWaitLimit, by: configuration.clock, run)
    }
}
