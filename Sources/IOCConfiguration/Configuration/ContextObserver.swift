public import IOCModel

/// A receiver of the events of a context's components. Pass an observer in ``ContextConfiguration/observers``, or
/// declare it as a component.
///
/// An observer that is a component or a definition is added automatically. It gets all events since the beginning of
/// the boot, but with a delay: events before its injection are stored until then. If the boot fails before that, only
/// the observers in the configuration get the events.
public protocol ContextObserver: Sendable {
    /// Handles one event.
    ///
    /// The container calls it on the thread of the event, and waits for it. So return quickly, and don't call the
    /// context.
    /// - Parameter event: The event.
    func handle(_ event: ContextEvent)

    /// Runs around the creation of a component with an `async` initializer or function.
    ///
    /// The initializer or function runs inside this call, with the task-local values that the call sets. For example,
    /// spans of the component become children of a span that the observer begins here. The same is true for the other
    /// methods.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - create: Creates the component. Call it once.
    /// - Throws: The error of `create`.
    func creating(_ component: String, _ create: @Sendable () async throws -> Void) async throws

    /// Runs around a component's `start()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - start: Starts the component. Call it once.
    /// - Throws: The error of `start`.
    func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws

    /// Runs around a service's `ready()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - ready: Calls the service's `ready()`. Call it once.
    /// - Throws: The error of `ready`.
    func readying(_ component: String, _ ready: @Sendable () async throws -> Void) async throws

    /// Runs around a service's `run()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - run: Calls the service's `run()`. Call it once.
    /// - Throws: The error of `run`.
    func running(_ component: String, _ run: @Sendable () async throws -> Void) async throws

    /// Runs around a component's `stop()`.
    /// - Parameters:
    ///   - component: The component's name.
    ///   - stop: Stops the component. Call it once.
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

/// An event of a component.
public struct ContextEvent: Sendable, CustomStringConvertible {
    /// The kind of an event. More kinds may be added.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The kind as text.
        public let rawValue: String

        /// Creates a kind from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The kind's text.
        public var description: String { rawValue }

        /// An instance was created.
        public static let made = Kind(rawValue: "made")
        /// An instance was injected. Its hooks and post-processors have run.
        public static let injected = Kind(rawValue: "injected")
        /// The component's `start()` has returned.
        public static let started = Kind(rawValue: "started")
        /// The component's `start()`, or its `async` initializer or function, has thrown, and will be called again.
        public static let retrying = Kind(rawValue: "retrying")
        /// The service is running, and its `ready()` has returned.
        public static let ready = Kind(rawValue: "ready")
        /// The component has stopped.
        public static let stopped = Kind(rawValue: "stopped")
        /// The component failed, or exceeded its time limit.
        public static let failed = Kind(rawValue: "failed")
    }

    /// The kind of the event.
    public let kind: Kind
    /// The component's name.
    public let component: String
    /// The duration of the call.
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
