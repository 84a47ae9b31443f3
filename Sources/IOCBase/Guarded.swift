public import Synchronization

/// A value behind a mutex whose critical sections the thread sanitizer can order.
///
/// If a thread waits for a `Mutex`, the kernel hands it over, which the sanitizer does not see. So in a debug build
/// each critical section begins with an acquiring load, and ends with a releasing store that the next section acquires.
/// A release build uses the mutex alone.
///
/// It is public because the compiler can't specialize `package` functions in other modules.
public struct Guarded<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // The unchecked conformance is sound, because the value is accessed only under the mutex.
    @usableFromInline let mutex: Mutex<Value>
    #if DEBUG
    @usableFromInline let handover: Atomic<Bool>
    #endif

    /// Creates a mutex around a value.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
        #if DEBUG
        handover = Atomic(false)
        #endif
    }

    /// Runs `body` with the value. No other thread has access meanwhile.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if DEBUG
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return try body(&value)
        }
        #else
        try mutex.withLock(body)
        #endif
    }
}
