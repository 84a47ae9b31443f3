import Foundation
import Testing

/// Runs `body` on new threads, all at once, and returns what each returned or threw, in the order of their numbers.
///
/// A thread that never ends is abandoned; its outcome is ``NeverCame``.
package func outcomesOnThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) -> [Result<Value, any Error>] {
    let outcomes = Locked<[Int: Result<Value, any Error>]>([:])
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

/// Runs `body` on new threads, all at once, and returns what each returned, in the order of their numbers.
/// - Throws: The first error in that order.
@discardableResult
package func onThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
    try outcomesOnThreads(count, body).map { try $0.get() }
}

/// Waits on this thread for a condition that another one brings about.
/// - Throws: ``NeverCame``.
package func spin(_ what: String, _ condition: () -> Bool) throws {
    let end = DispatchTime.now() + Patience.seconds
    while !condition() {
        if DispatchTime.now() > end { throw NeverCame(what: what) }
        Thread.sleep(forTimeInterval: 0)
    }
}

/// A place where a number of threads wait for each other, once; a later one does not wait.
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

/// A door that threads wait at until it is opened.
package final class Door: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { semaphore.signal() }

    /// Waits until it is open, and leaves it open.
    package func pass() {
        if semaphore.wait(timeout: .now() + Patience.seconds) == .timedOut {
            Issue.record(NeverCame(what: "the opening of a door"))
        }
        semaphore.signal()
    }
}
