/// Sets up a screen that accepts the route's context.
public struct ContextSettingTask<Output: ContextAccepting>: ContextTask {
    /// What the screen shows.
    public typealias Context = Output.Context

    /// A task for screens of this class.
    public init() {}

    /// Asks the class.
    public func prepare(with context: Output.Context) throws { try Output.check(context) }

    /// Sets the screen up.
    public func perform(on screen: Output, with context: Output.Context) { screen.setUp(with: context) }
}
