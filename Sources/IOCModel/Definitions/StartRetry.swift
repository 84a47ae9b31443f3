/// The number of times a component's failed `start()` is tried again, within the time limit of a start.
public struct StartRetry: Sendable, Hashable {
    /// The number of times `start()` is called at most, the first call among them.
    public var attempts: Int
    /// The time to wait before the second call.
    public var delay: Duration
    /// The factor by which each further wait is longer.
    public var factor: Double

    /// A number of attempts with waits between them that grow.
    public init(attempts: Int, delay: Duration = .milliseconds(200), factor: Double = 2) {
        self.attempts = attempts
        self.delay = delay
        self.factor = factor
    }

    /// True if it can be carried out.
    package var isPossible: Bool { attempts >= 1 && delay >= .zero && factor.isFinite && factor >= 1 }
}

/// The failed attempts to start a component: the first and last errors, and their number.
package struct FailedAttempts: Sendable {
    /// The number of errors that are kept from each end.
    private static let kept = 3

    package private(set) var count = 0
    private var errors: [(number: Int, text: String)] = []

    package init(_ errors: [String] = []) {
        for error in errors { add(error) }
    }

    /// Adds the error of one more attempt.
    /// - Returns: The number of attempts so far.
    @discardableResult
    package mutating func add(_ error: String) -> Int {
        count += 1
        errors.append((count, error))
        if errors.count > 2 * Self.kept { errors.remove(at: Self.kept) }
        return count
    }

    /// A line for each error that was kept, and one for the others.
    var lines: [(label: String, text: String)] {
        var lines = errors.map { (label: "attempt \($0.number)", text: $0.text) }
        if count > errors.count { lines.insert(("", "\(count - errors.count) more attempts"), at: Self.kept) }
        return lines
    }
}
