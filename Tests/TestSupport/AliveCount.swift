import Synchronization

/// The number of living instances of one world or context.
package final class AliveCount: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    package func add(_ number: Int) { count.add(number, ordering: .relaxed) }
    package var alive: Int { count.load(ordering: .acquiring) }

    /// The count to which new marks belong.
    @TaskLocal package static var current = AliveCount()
}

/// Counts the instance that owns it as alive.
package final class AliveMark: Sendable {
    private let count = AliveCount.current
    package init() { count.add(1) }
    deinit { count.add(-1) }
}
