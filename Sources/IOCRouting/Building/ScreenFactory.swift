/// Makes a step's screen where no finder found one.
public protocol ScreenFactory<Output, Input> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// The input of the route.
    associatedtype Input

    /// Refuses an input by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Makes the screen. What is thrown ends the navigation before anything changes.
    @MainActor func build(with input: Input) throws -> Output
}

extension ScreenFactory {
    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}
}
