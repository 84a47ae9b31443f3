/// An interceptor made of a closure.
public struct ClosureInterceptor<Input>: RoutingInterceptor {
    /// The time it may take.
    public let timeLimit: Duration?
    private let body: @MainActor (Input) async throws -> InterceptorAnswer

    /// An interceptor that asks the closure.
    public init(
        timeLimit: Duration? = nil, _ body: @escaping @MainActor (Input) async throws -> InterceptorAnswer
    ) {
        self.timeLimit = timeLimit
        self.body = body
    }

    /// The answer of the closure.
    public func perform(with input: Input) async throws -> InterceptorAnswer { try await body(input) }
}
