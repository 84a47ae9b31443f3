import Foundation

/// A value behind a lock that the thread sanitizer understands.
///
/// A contended `Mutex` is handed over by the kernel, which the sanitizer does not see.
package final class Locked<Value>: @unchecked Sendable {
    // Sound: the value is only reached while the lock is held.
    private var value: Value
    private let lock = NSLock()

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with the value while no other thread has it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
