extension Router {
    /// Returns the plan of a navigation now, and its reasons, without doing it: no interceptor runs and no screen is made.
    ///
    /// Throws the ``RoutingError`` with which the navigation would fail.
    public func plan<Output: RoutedScreen, Input>(
        to step: Step<Output, Input>, with input: Input
    ) throws -> RoutePlan where Output.Base == Screen {
        try plan(to: Destination(step, with: input).erased)
    }

    /// Returns the plan of a navigation to a route without an input; throws as the navigation would.
    public func plan<Output: RoutedScreen>(to step: Step<Output, Void>) throws -> RoutePlan
    where Output.Base == Screen {
        try plan(to: step, with: ())
    }

    /// Returns the plan of a navigation to a destination; throws as the navigation would.
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

extension AnyDestination {
    @MainActor func bound() throws -> BoundStep<Screen> {
        do {
            return try bind()
        } catch {
            throw RoutingError.wrapping(
                error, as: .inputRejected, at: name, wanted: "an input for the route",
                action: "look at the cause: the closure that adapts the input threw it")
        }
    }
}
