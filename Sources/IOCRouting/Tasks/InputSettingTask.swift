/// Sets up a screen that accepts the route's input.
public struct InputSettingTask<Output: InputAccepting>: InputTask {
    /// The content of the screen.
    public typealias Input = Output.Input

    /// A task for screens of this class.
    public init() {}

    /// Asks the class.
    public func prepare(with input: Output.Input) throws { try Output.check(input) }

    /// Sets the screen up.
    public func perform(on screen: Output, with input: Output.Input) { screen.setUp(with: input) }
}
