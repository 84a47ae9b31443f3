import Synchronization

/// A flag that one thread wins.
struct OnceFlag: ~Copyable, Sendable {
    private let flag = Atomic<Bool>(false)

    init() {}

    var isSet: Bool { flag.load(ordering: .acquiring) }

    /// - Returns: True if this call set it.
    borrowing func set() -> Bool {
        flag.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }
}
