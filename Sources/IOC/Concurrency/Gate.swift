import CSwiftRuntime
import IOCModel
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

/// A counter of holds that begins at one and never leaves zero: once the last hold is removed, none can be added.
///
/// Holds say how long something stays open; its ``Gate`` then shows when no caller is inside any more.
struct OneWayCounter: ~Copyable {
    private let count = Guarded(1)

    /// - Returns: False where the last hold is gone.
    func add() -> Bool {
        count.withLock { count in
            if count > 0 { count += 1 }
            return count > 0
        }
    }

    /// Removes a hold where others are left.
    /// - Returns: False where it is the last one, which stays.
    func removeUnlessLast() -> Bool {
        count.withLock { count in
            guard count > 1 else { return false }
            count -= 1
            return true
        }
    }

    /// - Returns: True for the last hold.
    func remove() -> Bool {
        count.withLock { count in
            count -= 1
            return count == 0
        }
    }
}

/// Something that opens once, and that many may wait for.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    var isOpen: Bool { state.withLock(\.isOpen) }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            return exchange(&state.waiters, with: [])
        }
        for waiter in waiters { waiter.resume() }
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

/// The contexts and scopes that a thread is emptying: `deinit`s that run on it meanwhile may still read them.
///
/// Contents go dependents first, so what a `deinit` reads is there still, unless it leads back into the reader's own cycle.
struct Ending: ~Copyable {
    private let subject: UnsafeRawPointer
    private let outer: UnsafeMutableRawPointer?

    /// Runs `body`, which empties `subject`.
    static func run(_ subject: AnyObject, _ body: () -> Void) {
        let outer = ioc_get_thread_ending()
        var ending = Ending(subject: UnsafeRawPointer(Unmanaged.passUnretained(subject).toOpaque()), outer: outer)
        // Sound: the thread's word leads to a structure that lives until `body` has returned, and is put back before.
        withUnsafeMutablePointer(to: &ending) { pointer in
            ioc_set_thread_ending(pointer)
            body()
            ioc_set_thread_ending(outer)
        }
    }

    /// True while this thread is emptying something.
    static var isUnderWay: Bool { ioc_get_thread_ending() != nil }

    /// Returns true if this thread is emptying `subject`.
    static func isUnderWay(_ subject: AnyObject) -> Bool {
        let wanted = UnsafeRawPointer(Unmanaged.passUnretained(subject).toOpaque())
        var next = ioc_get_thread_ending()?.assumingMemoryBound(to: Ending.self)
        while let current = next {
            if current.pointee.subject == wanted { return true }
            next = current.pointee.outer?.assumingMemoryBound(to: Ending.self)
        }
        return false
    }
}
