import Synchronization

/// The number of instances that are alive of one world or context.
final class AliveCount: Sendable {
    private let count = Atomic<Int>(0)
    func add(_ number: Int) { count.add(number, ordering: .relaxed) }
    var alive: Int { count.load(ordering: .acquiring) }

    /// The count that marks made now belong to.
    @TaskLocal static var current = AliveCount()
}

/// Counts the instance that holds it as alive.
final class AliveMark: Sendable {
    private let count = AliveCount.current
    init() { count.add(1) }
    deinit { count.add(-1) }
}
