/// Makes a screen by a closure.
public struct ClosureFactory<Output: RoutedScreen, Input>: ScreenFactory {
    private let body: @MainActor (Input) throws -> Output

    /// A factory that calls the closure.
    public init(_ body: @escaping @MainActor (Input) throws -> Output) {
        self.body = body
    }

    /// The screen that the closure makes.
    public func build(with input: Input) throws -> Output { try body(input) }
}
