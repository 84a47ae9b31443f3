package import IOC

/// Tells on standard error which components started, stopped or failed, and how long that took.
///
/// An observer hears of the log's own construction too: so it is no component and writes for itself.
package struct LifecycleLog: ContextObserver {
    package init() {}

    package func handle(_ event: ContextEvent) {
        switch event.kind {
        case .started, .stopped, .failed:
            StandardError.write(line: "context: \(event.component) \(event.kind) in \(milliseconds(event.duration)) ms")
        default: break
        }
    }

    private func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
