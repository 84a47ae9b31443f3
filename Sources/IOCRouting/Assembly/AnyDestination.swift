/// A destination of a host, whatever screen and context it is about: what links, queues and redirections carry.
@MainActor public struct AnyDestination<Screen: RoutedScreen>: Redirection where Screen.Base == Screen {
    /// What plans and errors call it.
    public nonisolated let name: String
    let context: Any
    let key: AnyHashable?
    let bind: @MainActor () throws -> BoundStep<Screen>

    /// A destination without its types.
    public init<Output: RoutedScreen, Context>(_ destination: Destination<Output, Context>)
    where Output.Base == Screen {
        let step = destination.step
        let context = destination.context
        name = step.name
        self.context = context
        key = Self.key(of: step.shape, context)
        bind = { try step.bind(context) }
    }

    /// What makes two calls the same: one route, called with equal contexts.
    private static func key<Context>(of shape: StepShape, _ context: Context) -> AnyHashable? {
        if Context.self == Void.self { return ObjectIdentifier(shape) }
        guard let context = context as? any Hashable else { return nil }
        return [AnyHashable(ObjectIdentifier(shape)), AnyHashable(context)]
    }
}

extension Step {
    /// This route called with a context.
    public func destination(with context: Context) -> AnyDestination<Output.Base> {
        Destination(self, with: context).erased
    }
}

extension Step where Context == Void {
    /// This route, which needs no context.
    public var destination: AnyDestination<Output.Base> { Destination(self).erased }
}
