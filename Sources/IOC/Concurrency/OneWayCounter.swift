import Synchronization

/// A counter of holds that begins at one and never leaves zero: once the last hold is removed, none can be added.
///
/// Holds say how long something stays open; its ``Gate`` then shows when no caller is inside any more.
struct OneWayCounter: ~Copyable {
    private let count = Atomic<Int>(1)

    /// - Returns: False where the last hold is gone.
    func add() -> Bool {
        var known = count.load(ordering: .relaxed)
        while known > 0 {
            let (exchanged, current) = count.weakCompareExchange(
                expected: known, desired: known + 1, ordering: .acquiring)
            if exchanged { return true }
            known = current
        }
        return false
    }

    /// Removes a hold where others are left.
    /// - Returns: False where it is the last one, which stays.
    func removeUnlessLast() -> Bool {
        var known = count.load(ordering: .relaxed)
        while known > 1 {
            let (exchanged, current) = count.weakCompareExchange(
                expected: known, desired: known - 1, ordering: .acquiringAndReleasing)
            if exchanged { return true }
            known = current
        }
        return false
    }

    /// - Returns: True for the last hold.
    func remove() -> Bool { count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
