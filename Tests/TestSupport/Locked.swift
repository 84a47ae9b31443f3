import Foundation

/// A value behind a lock that the thread sanitizer understands.
///
/// If a `Mutex` is contended, the kernel hands it over, and the sanitizer does not see that.
package final class Locked<Value>: @unchecked Sendable {
    // Sound: the value is accessed only under the lock.
    private var value: Value
    private let lock = NSLock()

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with exclusive access to the value.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
