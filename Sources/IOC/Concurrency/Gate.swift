import Synchronization

/// A counter of the threads inside something that can end, a context or a scope's activation, so that it is emptied once, by
/// the last one out.
///
/// 1. Entering changes nothing once the gate is closed, so that a refused caller can't hide the last leave.
/// 2. Exactly one call of ``close()`` or ``leave()`` answers true: the one after which the gate is closed and empty.
struct Gate: ~Copyable {
    private static var closed: Int { 1 << 62 }
    private let word = Atomic<Int>(0)

    /// - Returns: False once the gate is closed.
    func enter() -> Bool {
        var count = word.load(ordering: .relaxed)
        while count & Self.closed == 0 {
            let (exchanged, current) = word.weakCompareExchange(
                expected: count, desired: count + 1, ordering: .acquiring)
            if exchanged { return true }
            count = current
        }
        return false
    }

    /// - Returns: True for the one caller that leaves last after the gate was closed.
    func leave() -> Bool {
        word.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == Self.closed
    }

    /// - Returns: True for the first call, if no caller is inside.
    func close() -> Bool {
        word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue == 0
    }

    var isClosed: Bool { word.load(ordering: .acquiring) & Self.closed != 0 }
}
