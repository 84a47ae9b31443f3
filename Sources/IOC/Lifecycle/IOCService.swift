/// A component that works for as long as the program runs: a server, a consumer of a queue, a client with a pool of
/// connections.
///
/// Its `run()` begins when everything it depends on has started. Components that depend on it start while it runs, once it is
/// ``ready()``. A service that no component depends on begins when everything else has started, so a server never answers
/// too early.
///
/// The shape is that of swift-service-lifecycle's `Service`, so one `run()` serves both.
public protocol IOCService: Sendable {
    /// Works until its task is cancelled, which is how the container asks it to end.
    ///
    /// A return or a failure of its own ends the program's ``ApplicationContext/run()``, and during the start rolls that back.
    /// An error after the container has asked is the answer to that, and no failure; observers hear of it unless it is a
    /// `CancellationError`.
    func run() async throws

    /// Returns once others may use the service; a service that does not say is ready as soon as it runs.
    ///
    /// It is called once, while ``run()`` is at work, so it may use the service itself:
    ///
    /// ```swift
    /// func ready() async throws { _ = try await client.query("SELECT 1") }
    /// ```
    ///
    /// The task is cancelled when the start is called off, or when this takes longer than
    /// ``ContextConfiguration/startTimeout``.
    /// - Throws: The reason why nobody can use it; the start is then rolled back.
    func ready() async throws
}

extension IOCService {
    /// Returns at once.
    public func ready() async throws {}
}
