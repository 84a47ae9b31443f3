public import Synchronization

/// A value behind a mutex whose order the thread sanitizer can see.
///
/// A contended `Mutex` is handed over by the kernel, which the sanitizer does not watch. So in a debug build each critical
/// section begins by acquiring what the one before it released. A release build uses the mutex alone.
///
/// It is public, as what other modules of the package inline has to be: what is `package` they call in its generic form.
public struct Guarded<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sound: the value is reached under the mutex only.
    @usableFromInline let mutex: Mutex<Value>
    #if DEBUG
    @usableFromInline let handover: Atomic<Bool>
    #endif

    /// Puts a value behind a mutex of its own.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
        #if DEBUG
        handover = Atomic(false)
        #endif
    }

    /// Runs `body` with the value while no other thread has it.
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
