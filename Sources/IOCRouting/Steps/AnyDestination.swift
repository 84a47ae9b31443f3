/// A destination of a host, whatever screen and input it is about: what links, queues and redirections carry.
@MainActor public struct AnyDestination<Screen: RoutedScreen>: Redirection where Screen.Base == Screen {
    /// Its name in plans and errors.
    public nonisolated let name: String
    let input: Any
    let key: AnyHashable?
    let bind: @MainActor () throws -> BoundStep<Screen>

    /// A destination without its types.
    public init<Output: RoutedScreen, Input>(_ destination: Destination<Output, Input>)
    where Output.Base == Screen {
        let step = destination.step
        let input = destination.input
        name = step.name
        self.input = input
        key = Self.key(of: step.shape, input)
        bind = { try step.bind(input) }
    }

    /// The identity of a call: one route, called with equal inputs.
    private static func key<Input>(of shape: StepShape, _ input: Input) -> AnyHashable? {
        if Input.self == Void.self { return ObjectIdentifier(shape) }
        guard let input = input as? any Hashable else { return nil }
        return [AnyHashable(ObjectIdentifier(shape)), AnyHashable(input)]
    }
}

extension Step {
    /// This route called with an input.
    public func erasedDestination(with input: Input) -> AnyDestination<Output.Base> {
        Destination(self, with: input).erased
    }
}

extension Step where Input == Void {
    /// This route, which needs no input.
    public var erasedDestination: AnyDestination<Output.Base> { Destination(self).erased }
}
