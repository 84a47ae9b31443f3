public import IOCModel

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
