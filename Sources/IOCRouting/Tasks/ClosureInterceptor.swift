/// An interceptor made of a closure.
public struct ClosureInterceptor<Context>: RoutingInterceptor {
    /// How long it may take.
    public let timeLimit: Duration?
    private let body: @MainActor (Context) async throws -> InterceptorAnswer

    /// An interceptor that asks the closure.
    public init(
        timeLimit: Duration? = nil, _ body: @escaping @MainActor (Context) async throws -> InterceptorAnswer
    ) {
        self.timeLimit = timeLimit
        self.body = body
    }

    /// What the closure answers.
    public func perform(with context: Context) async throws -> InterceptorAnswer { try await body(context) }
}
