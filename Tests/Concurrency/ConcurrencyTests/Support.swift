import IOC
import TestSupport

extension ContextConfiguration {
    /// A configuration that lists classes, as a file would.
    init(_ first: any ManagedComponent.Type, _ others: any ManagedComponent.Type...) {
        self.init(classes: ([first] + others).map { String(reflecting: $0) })
    }

    /// The same configuration with changes.
    func with(_ change: (inout ContextConfiguration) -> Void) -> ContextConfiguration {
        var copy = self
        change(&copy)
        return copy
    }
}

/// Boots a context of a list of classes.
func boot(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
    try ApplicationContext(ContextConfiguration(classes: types.map { String(reflecting: $0) }))
}

/// An observer that writes down what starts, stops and fails, in order.
final class LifecycleRecorder: ContextObserver {
    private let lines = Locked<[String]>([])

    func handle(_ event: ContextEvent) {
        guard ![.made, .injected, .ready].contains(event.kind) else { return }
        let name = event.component.split(separator: ".").last ?? ""
        lines.withLock { $0.append("\(event.kind) \(name)") }
    }

    var all: [String] { lines.withLock { $0 } }
}

/// An error that a component of a test throws.
struct LifecycleTestError: Error {}
