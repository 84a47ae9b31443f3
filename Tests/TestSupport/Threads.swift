import Foundation
import Testing

/// Runs `body` on new threads at once, and returns the results or errors in the order of the threads' numbers.
///
/// A thread that never ends is abandoned. Its outcome is ``NeverCame``.
package func outcomesOnThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) -> [Result<Value, any Error>] {
    let outcomes = Locked<[Int: Result<Value, any Error>]>([:])
    let threads = DispatchGroup()
    for number in 0..<count {
        // A serial queue always gets a thread, but a concurrent queue waits for a free core.
        DispatchQueue(label: "thread \(number)").async(group: threads) {
            let outcome = Result { try body(number) }
            outcomes.withLock { $0[number] = outcome }
        }
    }
    _ = threads.wait(timeout: .now() + Patience.seconds)
    let all = outcomes.withLock { $0 }
    return (0..<count).map { all[$0] ?? .failure(NeverCame(what: "the end of thread \($0)")) }
}

/// Runs `body` on new threads at once, and returns the results in the order of the threads' numbers.
/// - Throws: The first error in that order.
@discardableResult
package func onThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
    try outcomesOnThreads(count, body).map { try $0.get() }
}

/// Blocks this thread until a condition holds that another thread brings about.
/// - Throws: ``NeverCame``.
package func spin(_ what: String, _ condition: () -> Bool) throws {
    let end = DispatchTime.now() + Patience.seconds
    while !condition() {
        if DispatchTime.now() > end { throw NeverCame(what: what) }
        // Long enough for the threads that bring it about to get their turn.
        Thread.sleep(forTimeInterval: 0.000_05)
    }
}

/// A point where a number of threads wait for each other, once. A later thread does not wait.
package final class Meeting: Sendable {
    private let guests: Int
    private let arrived = Locked(0)
    private let isComplete = DispatchSemaphore(value: 0)

    package init(of guests: Int) { self.guests = guests }

    package func attend() {
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

/// A door at which threads wait until it is opened.
package final class Door: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { semaphore.signal() }

    /// Waits until the door is open, and leaves it open.
    package func pass() {
        if semaphore.wait(timeout: .now() + Patience.seconds) == .timedOut {
            Issue.record(NeverCame(what: "the opening of a door"))
        }
        semaphore.signal()
    }
}
