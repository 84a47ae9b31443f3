import IOCBase
import Synchronization

/// The post-processors of a context: none is the usual case, which takes no lock.
struct PostProcessors: ~Copyable, Sendable {
    /// The post-processors added in code, for a context that patches this one.
    let added: [any InstancePostProcessor]
    private let processors = Guarded<[any InstancePostProcessor]>([])
    private let arePresent = Atomic<Bool>(false)

    init(_ added: [any InstancePostProcessor]) {
        self.added = added
        install(added)
    }

    var isEmpty: Bool { !arePresent.load(ordering: .acquiring) }

    /// All of them, in order.
    var all: [any InstancePostProcessor] { isEmpty ? [] : processors.withLock { $0 } }

    borrowing func install(_ more: [any InstancePostProcessor]) {
        guard !more.isEmpty else { return }
        processors.withLock { $0 += more }
        arePresent.store(true, ordering: .releasing)
    }

    borrowing func removeAll() {
        let removed = processors.withLock { exchange(&$0, with: []) }
        withExtendedLifetime(removed) {}
    }
}
