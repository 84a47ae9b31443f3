/// A component with work to do before the program serves: connect, migrate, listen.
public protocol Startable: Sendable {
    /// Starts the component. Everything that this component depends on has started.
    ///
    /// The task is cancelled if the start is cancelled, or if this call takes longer than
    /// ``ContextConfiguration/startTimeout``.
    func start() async throws
}

/// A component with work to do before the program ends: flush, disconnect, close.
public protocol Stoppable: Sendable {
    /// Stops the component. Everything that depends on this component has stopped.
    ///
    /// It is called for a component that has started. A component that doesn't conform to ``Startable`` counts as
    /// started as soon as its dependencies have started. It is not called after a failed `start()`, which has to clean
    /// up after itself. The task is cancelled if this call takes longer than ``ContextConfiguration/stopTimeout``.
    func stop() async throws
}

/// A component that works for as long as the program runs: a server, a consumer of a queue, a client with a pool of
/// connections.
///
/// Its `run()` begins after everything that it depends on has started. Components that depend on it start while it
/// runs, after ``ready()`` has returned. A service that no component depends on begins after everything else has
/// started, so a server never answers too early.
///
/// The protocol has the shape of `Service` in swift-service-lifecycle. The container asks `run()` to end by cancelling
/// its task. A service group asks by a graceful shutdown, which cancels nothing. A `run()` that a service group may
/// call as well has to wrap its work in `cancelWhenGracefulShutdown`.
public protocol IOCService: Sendable {
    /// Works until its task is cancelled, which is how the container asks the service to end.
    ///
    /// If this method returns or throws before it was asked to end, the program's ``ApplicationContext/run()`` ends, or
    /// the start is rolled back. After it was asked, it may return or throw `CancellationError`. Any other error is a
    /// failure.
    func run() async throws

    /// Waits until other components can use the service. By default, a service is ready as soon as it runs.
    ///
    /// It is called once, while ``run()`` is running, so it may use the service:
    ///
    /// ```swift
    /// func ready() async throws { _ = try await client.query("SELECT 1") }
    /// ```
    ///
    /// The task is cancelled if the start is cancelled, or if this call takes longer than
    /// ``ContextConfiguration/startTimeout``.
    /// - Throws: The reason why the service can't be used; the start is then rolled back.
    func ready() async throws
}

extension IOCService {
    /// Returns at once.
    public func ready() async throws {}
}

/// A component that reports the health of one thing, such as a database connection.
///
/// ``ApplicationContext/health(_:)`` asks all of them, or those that count for an orchestrator's question. They are
/// asked concurrently, each within ``ContextConfiguration/healthTimeout``. An answer is valid for a second: all
/// requests within this time get the same answer. A component that hangs is not asked again until it has answered.
public protocol HealthReporting: Sendable {
    /// The name of the thing whose health is reported.
    var subject: String { get }

    /// The questions that the answer counts for. The default is readiness. Return an empty set if the answer is only to
    /// be shown.
    ///
    /// Don't let a check count for liveness if it depends on other systems. An orchestrator kills a process that is not
    /// alive, but a new process would fail the same check.
    var probes: HealthProbes { get }

    /// Checks the health.
    /// - Returns: Its health, such as `up`.
    /// - Throws: The error of an unhealthy component; its description is shown.
    func health() async throws -> String
}

extension HealthReporting {
    /// Only readiness.
    public var probes: HealthProbes { .readiness }
}

/// Questions that an orchestrator asks about a process.
public struct HealthProbes: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Asks whether requests may be sent to the process.
    public static let readiness = HealthProbes(rawValue: 1)
    /// Asks whether the process works. If not, the orchestrator kills it and starts another one.
    public static let liveness = HealthProbes(rawValue: 2)
}

/// A component that takes over a resource that can exist only once, such as a listening socket, when a context is
/// reloaded.
///
/// ```swift
/// extension ShopServer: TakesOverAtReload {
///     func takeOver(from predecessor: ShopServer) { socket = predecessor.socket.duplicate() }
/// }
/// ```
///
/// The predecessor is the component with the same name and class in the context that is replaced. It continues to work
/// until its successor has started. If the new context does not start, the predecessor isn't stopped. So share its
/// resource, and don't take it away. A service that takes over runs at the same time as its predecessor for a moment.
/// So does a service that other components depend on. Any other service begins when its predecessor has ended.
public protocol TakesOverAtReload: Sendable {
    /// Takes over from the predecessor, right before the component's own `start()` and within the same time limit.
    /// - Parameter predecessor: The component of the context that is replaced.
    /// - Throws: The error that prevents the takeover. The reload then fails, and the old context continues.
    func takeOver(from predecessor: Self) async throws
}

extension TakesOverAtReload {
    /// Takes over from a component, unless the component is of another class.
    func takeOver(fromAny predecessor: Any?) async throws {
        guard let predecessor = predecessor as? Self else { return }
        try await takeOver(from: predecessor)
    }
}
