import IOCBase
import IOCModel

/// A drawing of a start: the time at which each component was at work, with the critical path marked.
struct StartPicture {
    /// A component at work.
    struct Bar {
        let component: String
        var begin: ContinuousClock.Instant
        var end: ContinuousClock.Instant
        /// The component whose end let this one begin.
        var after: String?
    }

    private let bars: [Bar]
    /// The components that others had to wait for, one after another, the last one at the end.
    let criticalPath: [String]

    /// - Parameter bars: The components; nothing else counts for the order.
    init(_ bars: some Sequence<Bar>) {
        self.bars = bars.ordered { ($0.begin, $0.component) < ($1.begin, $1.component) }
        let byName = Dictionary(self.bars.map { ($0.component, $0) }, uniquingKeysWith: { $1 })
        var path: [String] = []
        var next = self.bars.max { ($0.end, $1.component) < ($1.end, $0.component) }
        while let bar = next, !path.contains(bar.component) {
            path.append(bar.component)
            next = bar.after.flatMap { byName[$0] }
        }
        criticalPath = path.reversed()
    }

    /// A bar a component, those of the critical path marked; empty where nothing was started.
    var lines: [String] {
        guard let begin = bars.map(\.begin).min(), let end = bars.map(\.end).max() else { return [] }
        let whole = begin.duration(to: end)
        let width = bars.map(\.component.count).max() ?? 0
        func column(_ time: ContinuousClock.Instant) -> Int {
            whole > .zero ? Int((begin.duration(to: time) / whole * Double(Self.columns)).rounded()) : 0
        }
        let critical = Set(criticalPath)
        let path = criticalPath.joined(separator: " -> ")
        return ["critical path: \(path), \(StartupTimings.milliseconds(whole)) ms"]
            + bars.map { bar in
                let first = min(column(bar.begin), Self.columns - 1)
                let last = max(column(bar.end), first + 1)
                let picture =
                    String(repeating: " ", count: first) + String(repeating: "█", count: last - first)
                    + String(repeating: " ", count: Self.columns - last)
                let name = bar.component + String(repeating: " ", count: width - bar.component.count)
                let mark = critical.contains(bar.component) ? "*" : " "
                return "\(mark) \(name) |\(picture)| \(StartupTimings.milliseconds(bar.begin.duration(to: bar.end)))"
            }
    }

    private static let columns = 40
}
