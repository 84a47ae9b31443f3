/// A component that works for as long as the program runs: a server, a consumer of a queue, a timer.
///
/// The shape is that of swift-service-lifecycle's `Service`, so one `run()` serves both.
public protocol IOCService: Sendable {
    /// Works until its task is cancelled, which is how the container asks it to end.
    ///
    /// A return or a failure of its own ends the program's ``ApplicationContext/run()``. A `CancellationError` after the
    /// container has asked is no failure.
    func run() async throws
}
