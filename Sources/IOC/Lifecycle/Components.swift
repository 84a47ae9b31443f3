/// A component with something to begin before the program serves: connect, migrate, listen.
public protocol Startable: Sendable {
    /// Begins; whatever this component depends on has started.
    ///
    /// The task is cancelled when the start is called off, or takes longer than ``ContextConfiguration/startTimeout``.
    func start() async throws
}

/// A component with something to end before the program does: flush, disconnect, close.
public protocol Stoppable: Sendable {
    /// Ends; whatever depends on this component has stopped.
    ///
    /// It is called for a component that has started, and for one with nothing to start. It is not called after a failed
    /// `start()`, which has to clean up after itself. The task is cancelled when it takes longer than
    /// ``ContextConfiguration/stopTimeout``.
    func stop() async throws
}

/// A component that works for as long as the program runs: a server, a consumer of a queue, a client with a pool of
/// connections.
///
/// Its `run()` begins when everything it depends on has started. Components that depend on it start while it runs, once it is
/// ``ready()``. A service that no component depends on begins when everything else has started, so a server never answers
/// too early.
///
/// The shape is that of swift-service-lifecycle's `Service`. The container asks `run()` to end by cancelling its task; a service group
/// by a graceful shutdown, which cancels nothing. A `run()` for both wraps its work in `cancelWhenGracefulShutdown`.
public protocol IOCService: Sendable {
    /// Works until its task is cancelled, which is how the container asks it to end.
    ///
    /// A return or a failure of its own ends the program's ``ApplicationContext/run()``, and during the start rolls that back.
    /// After the container has asked, a return or a `CancellationError` is its end, and any other error is a failure.
    func run() async throws

    /// Returns once others may use the service; without an implementation, a service is ready as soon as it runs.
    ///
    /// It is called once, while ``run()`` is at work, so it may use the service itself:
    ///
    /// ```swift
    /// func ready() async throws { _ = try await client.query("SELECT 1") }
    /// ```
    ///
    /// The task is cancelled when the start is called off, or when this takes longer than
    /// ``ContextConfiguration/startTimeout``.
    /// - Throws: The reason why it can't be used; the start is then rolled back.
    func ready() async throws
}

extension IOCService {
    /// Returns at once.
    public func ready() async throws {}
}

/// A component that knows whether one thing is well.
///
/// ``ApplicationContext/health(_:)`` asks all of them, or those that count for an orchestrator's question. They are asked side
/// by side, each within ``ContextConfiguration/healthTimeout``. An answer holds for a second, so the component is asked once,
/// however many requests there are. A component that hangs is not asked again until it has answered.
public protocol HealthReporting: Sendable {
    /// The name of the thing.
    var subject: String { get }

    /// The questions that the thing counts for: readiness by default, and none for what is only to be shown.
    ///
    /// Let nothing count for liveness that waits for others: an orchestrator kills a process that is not alive, and another
    /// one would wait as well.
    var probes: HealthProbes { get }

    /// Looks how the thing is.
    /// - Returns: Its health, such as `up`.
    /// - Throws: The error of an unhealthy component; its description is shown.
    func health() async throws -> String
}

extension HealthReporting {
    /// Readiness.
    public var probes: HealthProbes { .readiness }
}

/// An orchestrator's questions to a process.
public struct HealthProbes: OptionSet, Sendable {
    /// The questions as bits.
    public let rawValue: Int

    /// Questions by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The question if requests may be sent to the process.
    public static let readiness = HealthProbes(rawValue: 1)
    /// The question if the process works, or is to be killed and started anew.
    public static let liveness = HealthProbes(rawValue: 2)
}

/// A component that takes over what can't be there twice, such as a listening socket, when a context is reloaded.
///
/// ```swift
/// extension ShopServer: TakesOverAtReload {
///     func takeOver(from predecessor: ShopServer) { socket = predecessor.socket.duplicate() }
/// }
/// ```
///
/// The predecessor is the component of the same name and class in the context that is replaced. It continues to work: it is
/// stopped once its successor has started, and not at all if the new context does not start. So take a share, and nothing
/// away. A service that takes over runs beside its predecessor for a moment; any other begins when its predecessor has ended.
public protocol TakesOverAtReload: Sendable {
    /// Takes over from the component that this one replaces, right before its own `start()` and within the same time limit.
    /// - Parameter predecessor: The component of the context that is replaced.
    /// - Throws: The error that keeps it from taking over; the reload fails, and the old context continues.
    func takeOver(from predecessor: Self) async throws
}

extension TakesOverAtReload {
    /// Takes over from a component that may be of another class, from which nothing is taken over then.
    func takeOver(fromAny predecessor: Any?) async throws {
        guard let predecessor = predecessor as? Self else { return }
        try await takeOver(from: predecessor)
    }
}
