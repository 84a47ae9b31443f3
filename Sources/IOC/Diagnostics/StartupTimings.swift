import IOCBase
import IOCModel

/// An observer that keeps how long each component took to make, to inject and to start, as a table.
///
/// ```swift
/// let timings = StartupTimings()
/// configuration.observers.append(timings)
/// let context = try ApplicationContext(configuration)
/// try await context.start()
/// print(timings)
/// ```
///
/// A component that makes another while it is made counts that time too. Prototypes add up under one name.
public final class StartupTimings: ContextObserver, CustomStringConvertible {
    /// The times that one component took.
    public struct Entry: Sendable, Equatable {
        /// The component's name.
        public let component: String
        /// The time its `init()` or its definition took.
        public internal(set) var made: Duration?
        /// The time its hooks and post-processors took.
        public internal(set) var injected: Duration?
        /// The time its `start()` took.
        public internal(set) var started: Duration?

        /// The time its service took to be ready.
        public internal(set) var ready: Duration?

        /// All of it.
        public var total: Duration { [made, injected, started, ready].compactMap { $0 }.reduce(.zero, +) }
    }

    private let state = Guarded(State())

    private struct State {
        var entries: [String: Entry] = [:]
        var bars: [String: StartPicture.Bar] = [:]
    }

    /// A table without entries.
    public init() {}

    /// Adds up what took time.
    public func handle(_ event: ContextEvent) {
        state.withLock { state in
            var entry = state.entries[event.component] ?? Entry(component: event.component)
            switch event.kind {
            case .made: entry.made = (entry.made ?? .zero) + event.duration
            case .injected: entry.injected = (entry.injected ?? .zero) + event.duration
            case .started:
                entry.started = (entry.started ?? .zero) + event.duration
                state.bars[event.component] = StartPicture.Bar(event)
            case .ready:
                entry.ready = (entry.ready ?? .zero) + event.duration
                var bar = StartPicture.Bar(event)
                // Where it was started as well, that was right before.
                if event.after == nil, let started = state.bars[event.component] {
                    (bar.begin, bar.after) = (started.begin, started.after)
                }
                state.bars[event.component] = bar
            default: return
            }
            state.entries[event.component] = entry
        }
    }

    /// The times that each component took so far: the slowest first, equals by name.
    public var entries: [Entry] {
        state.withLock { Array($0.entries.values) }.ordered {
            $0.total == $1.total ? $0.component < $1.component : $0.total > $1.total
        }
    }

    /// The components that made the start take as long as it did: each began when the one before it was done.
    public var criticalPath: [String] { picture.criticalPath }

    private var picture: StartPicture { StartPicture(state.withLock { Array($0.bars.values) }) }

    /// The table as text, in milliseconds: a line for each component and one for all. A picture of the start follows, with a bar
    /// for each component and a star at those of the critical path.
    public var description: String {
        let entries = entries
        let sums = [\Entry.made, \.injected, \.started, \.ready].map { part in
            entries.compactMap { $0[keyPath: part] }.reduce(Duration.zero, +)
        }
        var rows = [["component", "made", "injected", "started", "ready", "total"]]
        rows += entries.map { entry in
            [entry.component]
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
        let picture = picture.lines
        return (table + (picture.isEmpty ? [] : [""] + picture)).joined(separator: "\n")
    }

    static func milliseconds(_ duration: Duration?) -> String {
        guard let duration else { return "" }
        let microseconds = Int64(duration / .microseconds(1))
        let fraction = String(microseconds % 1_000)
        return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

extension StartPicture.Bar {
    /// The part of a start that an event tells of.
    fileprivate init(_ event: ContextEvent) {
        self.init(
            component: event.component, begin: event.end - event.duration, end: event.end, after: event.after)
    }
}
