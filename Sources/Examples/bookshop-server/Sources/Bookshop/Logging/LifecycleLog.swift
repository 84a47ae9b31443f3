import IOC

/// An observer that logs which components start, stop and fail, and how long that takes. At debug level, it also logs
/// all other events.
@Component
final class LifecycleLog: ContextObserver {
    let log: any Log

    func handle(_ event: ContextEvent) {
        let took = "\(milliseconds(event.duration))ms"
        let message = "\(event.component) \(event.kind)"
        switch event.kind {
        case .started, .stopped: log.info(message, ["took": took])
        case .failed: log.error(message, ["took": took, "code": event.error?.code.rawValue ?? "unknown"])
        default: log.debug(message, ["took": took])
        }
    }

    private func milliseconds(_ duration: Duration) -> String {
        let tenths = Int64(duration / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
