public import IOCModel

/// Hears what happens to a context's components; given to it in ``ContextConfiguration/observers``, or a component of it.
///
/// A component or definition of this type attaches itself. It hears everything from the boot's beginning, late: what happens
/// until it is injected is kept for it. A boot that fails before that reports only to those in the configuration.
public protocol ContextObserver: Sendable {
    /// Takes one event.
    ///
    /// It is called at once, on the thread where the event happens, which waits: be quick, and ask the context for nothing.
    /// - Parameter event: The event.
    func handle(_ event: ContextEvent)

    /// Surrounds the creation of a component whose initializer is awaited.
    ///
    /// The initializer runs inside, with the task-local values that are set here. So a span of a trace has those that the
    /// component makes as its children. The same holds for the other methods.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - create: The component's creation, to be called once.
    /// - Throws: The error of `create`.
    func creating(_ component: String, _ create: @Sendable () async throws -> Void) async throws

    /// Surrounds a component's `start()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - start: The component's start, to be called once.
    /// - Throws: The error of `start`.
    func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws

    /// Surrounds a service's `ready()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - ready: The service's `ready()`, to be called once.
    /// - Throws: The error of `ready`.
    func readying(_ component: String, _ ready: @Sendable () async throws -> Void) async throws

    /// Surrounds a service's `run()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - run: The service's `run()`, to be called once.
    /// - Throws: The error of `run`.
    func running(_ component: String, _ run: @Sendable () async throws -> Void) async throws

    /// Surrounds a component's `stop()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - stop: The component's stop, to be called once.
    /// - Throws: The error of `stop`.
    func stopping(_ component: String, _ stop: @Sendable () async throws -> Void) async throws
}

extension ContextObserver {
    /// Calls `create`.
    public func creating(_ component: String, _ create: @Sendable () async throws -> Void) async throws {
        try await create()
    }

    /// Calls `start`.
    public func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws {
        try await start()
    }

    /// Calls `ready`.
    public func readying(_ component: String, _ ready: @Sendable () async throws -> Void) async throws {
        try await ready()
    }

    /// Calls `run`.
    public func running(_ component: String, _ run: @Sendable () async throws -> Void) async throws {
        try await run()
    }

    /// Calls `stop`.
    public func stopping(_ component: String, _ stop: @Sendable () async throws -> Void) async throws {
        try await stop()
    }
}

/// Something that happened to a component.
public struct ContextEvent: Sendable, CustomStringConvertible {
    /// The events of a component; more may be added.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The kind as text.
        public let rawValue: String

        /// A kind by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The kind's text.
        public var description: String { rawValue }

        /// An instance was made.
        public static let made = Kind(rawValue: "made")
        /// An instance was injected: its hooks and post-processors have run.
        public static let injected = Kind(rawValue: "injected")
        /// The component's `start()` has returned.
        public static let started = Kind(rawValue: "started")
        /// The component's `start()` has thrown, and is tried again.
        public static let retrying = Kind(rawValue: "retrying")
        /// The service runs, and its `ready()` has returned.
        public static let ready = Kind(rawValue: "ready")
        /// The component has stopped.
        public static let stopped = Kind(rawValue: "stopped")
        /// The component failed or overran its time limit.
        public static let failed = Kind(rawValue: "failed")
    }

    /// The event.
    public let kind: Kind
    /// The component's name.
    public let component: String
    /// The time it took.
    public let duration: Duration
    /// The error, for ``Kind/failed`` and ``Kind/retrying``.
    public let error: IOCError?

    /// Creates an event, for tests of observers.
    public init(_ kind: Kind, component: String, duration: Duration, error: IOCError? = nil) {
        self.kind = kind
        self.component = component
        self.duration = duration
        self.error = error
    }

    /// The event as one line of text.
    public var description: String {
        ShownText.line("\(component) \(kind) (\(duration))") + (error.map { ": \($0)" } ?? "")
    }
}
