import CSwiftRuntime
import IOCBase
import Synchronization

/// The gate of something that ends, a context or a scope's activation, and that is emptied once.
///
/// 1. Holds keep the gate open. There is one from the beginning. Once the last one is released, the gate is closed for good.
/// 2. Threads are inside while they use what the gate protects. None enters a closed gate.
/// 3. Exactly one call of ``letGo()`` or ``leave()`` returns that the gate is closed and empty. Its caller does the emptying.
struct Gate: ~Copyable {
    private static var oneHold: Int { 1 << 32 }
    /// The number of holds in the upper half, and the number of threads inside in the lower half.
    private let word = Atomic<Int>(oneHold)
    /// The thread that is emptying it; 0 for none.
    private let emptying = Atomic<UInt>(0)

    /// Adds to the counters, unless there are too few holds.
    /// - Returns: The counters after that; nil if nothing was added.
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

    /// - Returns: False once the gate is closed.
    func enter() -> Bool { add(1) != nil }

    /// - Returns: True for the one caller that leaves last after the gate was closed.
    func leave() -> Bool { word.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

    /// Adds a hold.
    /// - Returns: False once the gate is closed.
    func hold() -> Bool { add(Self.oneHold) != nil }

    /// Releases a hold. After the last one the gate is closed, and further calls change nothing.
    /// - Returns: Whether this call has closed the gate, and whether no thread is inside then.
    func letGo() -> (hasClosed: Bool, isEmpty: Bool) {
        guard let count = add(-Self.oneHold) else { return (false, false) }
        return (count < Self.oneHold, count == 0)
    }

    /// Releases a hold if there are others.
    /// - Returns: False if there are no others. Then nothing is released.
    func letGoUnlessLast() -> Bool { add(-Self.oneHold, ifHeld: 2) != nil }

    var isClosed: Bool { word.load(ordering: .acquiring) < Self.oneHold }

    /// Runs `body`, which releases what the gate protects. `deinit`s that run on this thread meanwhile may still read it.
    ///
    /// Contents are released dependents first, so what a `deinit` reads still exists, unless it leads back into the reader's
    /// own cycle.
    func empty(_ body: () -> Void) {
        emptying.store(ioc_thread_id(), ordering: .relaxed)
        body()
        emptying.store(0, ordering: .relaxed)
    }

    /// True while this thread is emptying it.
    var isEmptiedHere: Bool { emptying.load(ordering: .relaxed) == ioc_thread_id() }
}

/// Something that opens once, and that many may wait for.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    var isOpen: Bool { state.withLock(\.isOpen) }

    /// - Returns: True if this call has opened it.
    @discardableResult
    func open() -> Bool {
        let (isFirst, waiters) = state.withLock { state in
            (!exchange(&state.isOpen, with: true), exchange(&state.waiters, with: []))
        }
        for waiter in waiters { waiter.resume() }
        return isFirst
    }

    /// Waits until it is open; a cancellation does not end the wait.
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
