/// A route and the input it is called with.
@MainActor public struct Destination<Output: RoutedScreen, Input> {
    /// The route.
    public let step: Step<Output, Input>
    /// Its input.
    public let input: Input

    /// A destination made of a route and its input.
    public init(_ step: Step<Output, Input>, with input: Input) {
        self.step = step
        self.input = input
    }

    /// The destination without its types.
    public var erased: AnyDestination<Output.Base> { AnyDestination(self) }
}

extension Destination where Input == Void {
    /// A destination of a route that needs no input.
    public init(_ step: Step<Output, Void>) {
        self.init(step, with: ())
    }
}
