public import IOC
import IOCModel
import Synchronization

/// An observer that measures the time to create, inject and start each component. Its description is a table.
///
/// ```swift
/// let timings = StartupTimings()
/// configuration.observers.append(timings)
/// let context = try ApplicationContext(configuration)
/// try await context.start()
/// print(timings)
/// ```
///
/// If a component creates another component during its own creation, its time includes the time of that component. The
/// times of all instances of a component are added up.
public final class StartupTimings: ContextObserver, CustomStringConvertible {
    /// The times of one component.
    public struct Entry: Sendable, Equatable {
        /// The component's name.
        public let component: String
        /// The time of its creation.
        public internal(set) var made: Duration?
        /// The time of its hooks and post-processors.
        public internal(set) var injected: Duration?
        /// The time of its `start()`.
        public internal(set) var started: Duration?
        /// The time until it was ready, if it is a service.
        public internal(set) var ready: Duration?

        /// The sum of the four times.
        public var total: Duration { [made, injected, started, ready].compactMap { $0 }.reduce(.zero, +) }
    }

    private let state = Mutex<[String: Entry]>([:])

    /// Creates an empty table.
    public init() {}

    /// Adds the time of an event.
    public func handle(_ event: ContextEvent) {
        let parts: [ContextEvent.Kind: WritableKeyPath<Entry, Duration?>] = [
            .made: \.made, .injected: \.injected, .started: \.started, .ready: \.ready,
        ]
        guard let part = parts[event.kind] else { return }
        state.withLock { entries in
            let time = entries[event.component]?[keyPath: part] ?? .zero
            entries[event.component, default: Entry(component: event.component)][keyPath: part] = time + event.duration
        }
    }

    /// The times of each component so far, the slowest first, then by name.
    public var entries: [Entry] {
        state.withLock { Array($0.values) }.sorted {
            $0.total == $1.total ? $0.component < $1.component : $0.total > $1.total
        }
    }

    /// The table as text, in milliseconds: a line for each component and one for the sums.
    public var description: String {
        let entries = entries
        let sums = [\Entry.made, \.injected, \.started, \.ready].map { part in
            entries.compactMap { $0[keyPath: part] }.reduce(Duration.zero, +)
        }
        var rows = [["component", "made", "injected", "started", "ready", "total"]]
        rows += entries.map { entry in
            [ShownText.line(entry.component)]
                + [entry.made, entry.injected, entry.started, entry.ready, entry.total].map(Self.milliseconds)
        }
        rows.append(["\(entries.count) in all"] + (sums + [sums.reduce(.zero, +)]).map(Self.milliseconds))
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let table = rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + padding : padding + cell.0
            }
            return cells.joined(separator: "  ")
        }
        return table.joined(separator: "\n")
    }

    /// Returns a duration with three decimal places. A day or more is shown in whole milliseconds.
    private static func milliseconds(_ duration: Duration?) -> String {
        guard let duration else { return "" }
        let (seconds, attoseconds) = max(duration, .zero).components
        guard seconds < 86_400 else { return "\(seconds)000" }
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let fraction = String(microseconds % 1_000)
        return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
