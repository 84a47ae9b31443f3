extension Router {
    /// Plans a navigation without carrying it out: no interceptor runs, and no screen is created.
    /// - Throws: The ``RoutingError`` with which the navigation would fail.
    public func plan<Output: RoutedScreen, Input>(
        to step: Step<Output, Input>, with input: Input
    ) throws -> RoutePlan where Output.Base == Screen {
        try plan(to: step.erasedDestination(with: input))
    }

    /// Plans a navigation to a route that needs no input. Throws the ``RoutingError`` with which it would fail.
    public func plan<Output: RoutedScreen>(to step: Step<Output, Void>) throws -> RoutePlan
    where Output.Base == Screen {
        try plan(to: step, with: ())
    }

    /// Plans a navigation to a destination. Throws the ``RoutingError`` with which it would fail.
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
