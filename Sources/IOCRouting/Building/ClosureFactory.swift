/// Makes a screen by a closure.
public struct ClosureFactory<Output: RoutedScreen, Context>: Factory {
    private let body: @MainActor (Context) throws -> Output

    /// A factory that calls the closure.
    public init(_ body: @escaping @MainActor (Context) throws -> Output) {
        self.body = body
    }

    /// What the closure makes.
    public func build(with context: Context) throws -> Output { try body(context) }
}
