public import IOC

/// A router navigates: it follows a route backwards to the first screen that is in the tree, and adds the other screens
/// from there.
///
/// <doc:HowANavigationGoes> describes the order of a navigation, and what happens if it fails.
@MainActor public final class Router<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The owner of the tree.
    public let host: any ScreenHost<Screen>
    /// The options of the router.
    public var configuration: RouterConfiguration
    /// The gate that lets one navigation run at a time.
    public let gate: NavigationGate<Screen>
    /// The closure that is called with each new screen and the screens inside it, before the screen enters the tree. It
    /// can inject them, for example.
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

    /// Adds an interceptor that runs in every navigation of this router.
    public func add<I: RoutingInterceptor>(_ interceptor: I) where I.Input == Any {
        interceptors.append(interceptor)
    }

    /// Adds an input task that runs for every screen of a route, including its origin.
    public func add<T: InputTask>(_ task: T) where T.Output == Screen, T.Input == Any {
        inputTasks.append(task)
    }

    /// Adds a post-routing task that runs for every screen of a route, including its origin.
    public func add<T: PostRoutingTask>(_ task: T) where T.Output == Screen, T.Input == Any {
        postTasks.append(task)
    }

    /// Navigates to a route with an input.
    /// - Parameters:
    ///   - step: The route.
    ///   - input: The input of the route.
    ///   - animated: True if the host animates the changes.
    ///   - policy: The rule if another navigation is running; nil for the rule of the configuration.
    /// - Throws: ``RoutingError`` if the navigation fails.
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

    /// Navigates to a route that needs no input. Throws ``RoutingError`` if the navigation fails.
    @discardableResult
    public func navigate<Output: RoutedScreen>(
        to step: Step<Output, Void>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        try await navigate(to: step, with: (), animated: animated, policy: policy)
    }

    /// Navigates to a destination. Throws ``RoutingError`` if the navigation fails.
    @discardableResult
    public func navigate<Output: RoutedScreen, Input>(
        to destination: Destination<Output, Input>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Output> where Output.Base == Screen {
        try await navigate(to: destination.step, with: destination.input, animated: animated, policy: policy)
    }

    /// Navigates to an untyped destination. Throws ``RoutingError`` if the navigation fails.
    @discardableResult
    public func navigate(
        to destination: AnyDestination<Screen>, animated: Bool = true, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<Screen> {
        let name = destination.name
        let owner = try await CurrentNavigation.activity?.owner(of: name)
        var run: @MainActor () async throws -> NavigationResult<Screen> = { [self] in
            try await Navigation(name, by: self, in: owner).run(destination, animated: animated)
        }
        // A navigation must not wait for the gate of an outer navigation, because the outer navigation waits for this
        // one.
        if owner.map({ !$0.navigation.holds(gate) }) ?? true {
            let (navigate, policy) = (run, policy ?? configuration.policy)
            run = { [gate] in try await gate.run(name, policy: policy, navigate) }
        }
        guard let owner else { return try await run() }
        return try await owner.run(name, within: configuration.nestedWaitLimit, by: configuration.clock, run)
    }
}

extension Router {
    /// Plans a navigation without carrying it out: no interceptor runs, and no screen is created.
    /// - Throws: ``RoutingError`` if the navigation can't be planned.
    public func plan<Output: RoutedScreen, Input>(
        to step: Step<Output, Input>, with input: Input
    ) throws -> RoutePlan where Output.Base == Screen {
        try plan(to: step.erasedDestination(with: input))
    }

    /// Plans a navigation to a route that needs no input. Throws ``RoutingError`` if the navigation can't be planned.
    public func plan<Output: RoutedScreen>(to step: Step<Output, Void>) throws -> RoutePlan
    where Output.Base == Screen {
        try plan(to: step, with: ())
    }

    /// Plans a navigation to a destination. Throws ``RoutingError`` if the navigation can't be planned.
    public func plan(to destination: AnyDestination<Screen>) throws -> RoutePlan {
        do {
            let walk = try Walker(tree: tree).walk(from: try destination.bound())
            let plan = try Planner.plan(walk, in: tree)
            let names = interceptors.map { label($0) } + walk.steps.flatMap { $0.interceptors.map(\.name) }
            return plan.description(destination: destination.name, interceptors: names, in: tree)
        } catch let error as RoutingError {
            throw error.located(at: destination.name)
        }
    }
}

extension Router {
    /// Creates a router that injects each new screen, and everything inside it, before the screen enters the tree.
    ///
    /// Screens whose class the context doesn't know are skipped. The router retains the context that you pass. In an
    /// assembly, pass `ApplicationContext.current`. It refers to the router's own context without keeping it alive:
    ///
    /// ```swift
    /// let router = Definition(.singleton) { (app: AppAssembly) in
    ///     Router<AppScreen>(host: try app.host(), injectedBy: try .current)
    /// }
    /// ```
    /// - Parameters:
    ///   - host: The owner of the tree.
    ///   - context: The context that resolves the dependencies of the screens.
    ///   - configuration: The options of the router.
    ///   - gate: The gate that lets one navigation run at a time.
    public nonisolated convenience init(
        host: any ScreenHost<Screen>, injectedBy context: ApplicationContext,
        configuration: RouterConfiguration = RouterConfiguration(), gate: NavigationGate<Screen> = NavigationGate()
    ) {
        self.init(host: host, configuration: configuration, gate: gate) { screen, children in
            for object in [screen] + children { try context.injectIfKnown(object) }
        }
    }
}

/// The options of a router.
public struct RouterConfiguration: Sendable {
    /// The rule for a navigation that is requested while another navigation runs.
    public var policy: QueuePolicy
    /// The time limit of interceptors that don't set a time limit; nil for no limit.
    public var interceptorTimeLimit: Duration?
    /// The time that a canceled interceptor has to end, before the router continues without it.
    public var cancellationGrace: Duration
    /// The largest number of plans for one destination. The navigation fails if the tree changes during each of them.
    public var planLimit: Int
    /// The largest number of redirections that one navigation follows.
    public var redirectionLimit: Int
    /// The largest depth of navigations that interceptors or host changes start inside each other.
    public var nestingLimit: Int
    /// The time that a navigation waits for an earlier navigation of the same interceptor or host change; nil for no
    /// limit.
    ///
    /// Without a limit, both navigations might never end, because the earlier navigation may wait for code that runs
    /// after the later navigation.
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

/// The result of a navigation that did not fail.
@MainActor public struct NavigationResult<Output: RoutedScreen> {
    /// The end of a navigation.
    public enum Ending {
        /// The screen of the destination is visible.
        case arrived(Output)
        /// An interceptor redirected the navigation, and the screen of the new destination is visible.
        case redirected(to: String, Output.Base)
        /// An interceptor stopped the navigation for this reason, and all its changes were undone.
        case stopped(String)
    }

    /// The end of the navigation.
    public let ending: Ending
    /// The changes in order, including those of inner navigations of the same tree; empty if the navigation was
    /// stopped.
    public let operations: [RoutingOperation]
    /// The number of plans. It is more than one after a redirection, or if the tree changed during the navigation.
    public let plans: Int

    /// The screen of the destination; nil if the navigation was redirected or stopped.
    public var screen: Output? {
        if case .arrived(let screen) = ending { screen } else { nil }
    }

    /// True if the navigation arrived at its destination.
    public var hasArrived: Bool { screen != nil }
}
