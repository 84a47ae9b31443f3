import Dispatch
import IOCBase

@testable import IOC

/// Runs `body` on threads of their own, all at once, and returns what each came to, in the order of their numbers.
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
    threads.wait()
    return outcomes.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
}

/// Runs `body` on threads of their own, all at once, and returns what each came to, in the order of their numbers.
/// - Throws: The first error in that order.
@discardableResult
func onThreads<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) throws -> [Value] {
    try outcomesOnThreads(count, body).map { try $0.get() }
}

/// Where so many threads wait for each other, once; whoever comes later goes on at once.
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
            isComplete.wait()
        } else if number == guests {
            for _ in 1..<guests { isComplete.signal() }
        }
    }
}
