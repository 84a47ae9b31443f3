import Foundation

/// A thread with little stack, such as servers run their requests on.
enum SmallStack {
    /// Runs `body` on a thread with 512 KB of stack, and waits for it.
    static func run(_ body: @escaping @Sendable () throws -> Void) throws {
        let outcome = Outcome()
        let thread = Thread {
            outcome.result = Result { try body() }
            outcome.isThere.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        outcome.isThere.wait()
        try outcome.result.get()
    }

    private final class Outcome: @unchecked Sendable {
        // Sound: the thread writes the result before it signals, and it is read after that.
        var result: Result<Void, any Error> = .success(())
        let isThere = DispatchSemaphore(value: 0)
    }
}
