import Synchronization

/// Counts who is inside a context, so that it is emptied only when nobody is.
struct Gate: ~Copyable {
    private static var closed: Int { 1 << 62 }
    private let word = Atomic<Int>(0)

    /// - Returns: False once the gate is closed.
    func enter() -> Bool {
        let (_, count) = word.add(1, ordering: .acquiring)
        if count & Self.closed == 0 { return true }
        word.subtract(1, ordering: .relaxed)
        return false
    }

    /// - Returns: True for the one caller that leaves last after the gate was closed.
    func leave() -> Bool {
        word.subtract(1, ordering: .acquiringAndReleasing).newValue == Self.closed
    }

    /// - Returns: True where nobody is inside.
    func close() -> Bool {
        word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).newValue == Self.closed
    }
}
