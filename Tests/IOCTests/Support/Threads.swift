import CSwiftRuntime
import Dispatch
import IOCBase
import Testing

@testable import IOC

/// Runs `body` on threads of their own, all at once, and returns what each came to, in the order of their numbers.
///
/// A thread that never ends is left to itself, and came to ``NeverCame``.
func outcomesOnThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) -> [Result<Value, any Error>] {
    let outcomes = Guarded<[Int: Result<Value, any Error>]>([:])
    let threads = DispatchGroup()
    for number in 0..<count {
        // A serial queue always gets a thread; a concurrent one waits for a free core.
        DispatchQueue(label: "thread \(number)").async(group: threads) {
            let outcome = Result { try body(number) }
            outcomes.withLock { $0[number] = outcome }
        }
    }
    _ = threads.wait(timeout: .now() + Patience.seconds)
    let all = outcomes.withLock { $0 }
    return (0..<count).map { all[$0] ?? .failure(NeverCame(what: "the end of thread \($0)")) }
}

/// Runs `body` on threads of their own, all at once, and returns what each came to, in the order of their numbers.
/// - Throws: The first error in that order.
@discardableResult
func onThreads<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) throws -> [Value] {
    try outcomesOnThreads(count, body).map { try $0.get() }
}

/// Waits on this thread for a condition that another one brings about.
/// - Throws: ``NeverCame``.
func spin(_ what: String, _ condition: () -> Bool) throws {
    let end = DispatchTime.now() + Patience.seconds
    while !condition() {
        if DispatchTime.now() > end { throw NeverCame(what: what) }
        ioc_yield()
    }
}

/// A place where so many threads wait for each other, once; whoever comes later goes on at once.
final class Meeting: Sendable {
    private let guests: Int
    private let arrived = Guarded(0)
    private let isComplete = DispatchSemaphore(value: 0)

    init(of guests: Int) { self.guests = guests }

    func attend() {
        let number = arrived.withLock { arrived in
            arrived += 1
            return arrived
        }
        if number < guests {
            if isComplete.wait(timeout: .now() + Patience.seconds) == .timedOut {
                Issue.record(NeverCame(what: "all \(guests) of a meeting"))
            }
        } else if number == guests {
            for _ in 1..<guests { isComplete.signal() }
        }
    }
}

/// A door that a thread waits at until somebody opens it.
final class Door: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    /// Waits until it is open, and leaves it so.
    func pass() {
        if semaphore.wait(timeout: .now() + Patience.seconds) == .timedOut {
            Issue.record(NeverCame(what: "whoever opens the door"))
        }
        semaphore.signal()
    }
}
