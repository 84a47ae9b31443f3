import CSwiftRuntime
import IOCBase
import Synchronization

/// The gate of a context or of a scope's activation. It closes once, and then its contents are emptied once.
///
/// 1. Holds keep the gate open. It begins with one hold. The release of the last hold closes the gate for good.
/// 2. A thread enters the gate while it uses the protected contents. No thread can enter a closed gate.
/// 3. Exactly one call of ``letGo()`` or ``leave()`` reports that the gate is closed and empty. The caller then empties
///    the contents.
struct Gate: ~Copyable {
    private static var oneHold: Int { 1 << 32 }
    /// The number of holds in the upper half, and the number of threads inside in the lower half.
    private let word = Atomic<Int>(oneHold)
    /// The thread that is emptying the contents; 0 for none.
    private let emptying = Atomic<UInt>(0)

    /// Adds to the counters, unless there are fewer holds than `holds`.
    /// - Returns: The new counters; nil if nothing was added.
    private func add(_ change: Int, ifHeld holds: Int = 1) -> Int? {
        var count = word.load(ordering: .relaxed)
        while count >= holds * Self.oneHold {
            let (exchanged, current) = word.weakCompareExchange(
                expected: count, desired: count + change, ordering: .acquiringAndReleasing)
            if exchanged { return count + change }
            count = current
        }
        return nil
    }

    /// Enters the gate.
    /// - Returns: False after the gate was closed.
    func enter() -> Bool { add(1) != nil }

    /// Leaves the gate.
    /// - Returns: True for the one caller that leaves last, after the gate was closed.
    func leave() -> Bool { word.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

    /// Adds a hold.
    /// - Returns: False after the gate was closed.
    func hold() -> Bool { add(Self.oneHold) != nil }

    /// Releases a hold. The release of the last hold closes the gate, and further calls change nothing.
    /// - Returns: Whether this call has closed the gate, and whether it did so while no thread was inside.
    func letGo() -> (hasClosed: Bool, isEmpty: Bool) {
        guard let count = add(-Self.oneHold) else { return (false, false) }
        return (count < Self.oneHold, count == 0)
    }

    /// Releases a hold if there are others.
    /// - Returns: False if there are no others. Then it releases nothing.
    func letGoUnlessLast() -> Bool { add(-Self.oneHold, ifHeld: 2) != nil }

    var isClosed: Bool { word.load(ordering: .acquiring) < Self.oneHold }

    /// Runs `body`, which releases the protected contents. A `deinit` that runs on this thread meanwhile may still read
    /// them.
    ///
    /// `body` releases dependents first. So an instance still exists when the `deinit` of a dependent reads it, unless
    /// both are part of one cycle.
    func empty(_ body: () -> Void) {
        emptying.store(ioc_thread_id(), ordering: .relaxed)
        body()
        emptying.store(0, ordering: .relaxed)
    }

    /// True while this thread is emptying the contents.
    var isEmptiedHere: Bool { emptying.load(ordering: .relaxed) == ioc_thread_id() }
}

/// A latch that opens once. Many tasks may wait for it.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    var isOpen: Bool { state.withLock(\.isOpen) }

    /// Opens the latch, and resumes all waiting tasks.
    /// - Returns: True if this call has opened the latch.
    @discardableResult
    func open() -> Bool {
        let (isFirst, waiters) = state.withLock { state in
            (!exchange(&state.isOpen, with: true), exchange(&state.waiters, with: []))
        }
        for waiter in waiters { waiter.resume() }
        return isFirst
    }

    /// Waits until the latch is open. A cancellation does not end the wait.
    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }
}
