import CSwiftRuntime

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
