/// A route and the context it is called with.
@MainActor public struct Destination<Output: RoutedScreen, Context> {
    /// The route.
    public let step: Step<Output, Context>
    /// What it is called with.
    public let context: Context

    /// A destination made of a route and its context.
    public init(_ step: Step<Output, Context>, with context: Context) {
        self.step = step
        self.context = context
    }

    /// The destination without its types.
    public var erased: AnyDestination<Output.Base> { AnyDestination(self) }
}

extension Destination where Context == Void {
    /// A destination of a route that needs no context.
    public init(_ step: Step<Output, Void>) {
        self.init(step, with: ())
    }
}
