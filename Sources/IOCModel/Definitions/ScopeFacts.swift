/// A scope: the lifetime of instances, and the rule by which they are shared.
package struct ScopeFacts: Hashable, Sendable {
    package let name: String
    package let sharing: Sharing

    package static let singleton = ScopeFacts(name: "singleton", sharing: .context)
    package static let lazySingleton = ScopeFacts(name: "lazySingleton", sharing: .context)
    package static let weakSingleton = ScopeFacts(name: "weakSingleton", sharing: .context)
    package static let objectGraph = ScopeFacts(name: "objectGraph", sharing: .graph)
    package static let prototype = ScopeFacts(name: "prototype", sharing: .prototype)
    package static let request = ScopeFacts.custom("request")

    /// Returns a scope in which each activation, such as a request, has its own instances. Code outside the container
    /// begins and ends activations.
    package static func custom(_ name: String) -> ScopeFacts { ScopeFacts(name: name, sharing: .store) }

    /// True if the container has only a weak reference to an instance.
    package var isWeak: Bool { self == .weakSingleton }

    /// Returns true if this is a scope of singletons and `other` is a custom scope, because instances of a custom scope
    /// are released earlier.
    package func outlives(_ other: ScopeFacts) -> Bool { isSingleton && other.isCustom }

    /// The way in which instances are shared.
    package enum Sharing: Sendable {
        case context
        case store
        case prototype
        case graph

        /// True if all lookups in a context or in an activation of a scope share one instance.
        @inlinable @inline(__always) package var isShared: Bool {
            switch self {
            case .context, .store: true
            case .prototype, .graph: false
            }
        }
    }

    /// True if the boot, or the start of the context, creates the instance.
    package var isEager: Bool { self == .singleton }

    /// True if the container retains the instances.
    package var keepsInstances: Bool { sharing.isShared && !isWeak }

    /// True if instances may live as long as the context.
    package var isSingleton: Bool { sharing == .context }

    /// True if code outside the container decides the lifetime of instances.
    var isCustom: Bool { sharing == .store }

    /// True if only the callers of a lookup retain the instances.
    var isCallerOwned: Bool { !sharing.isShared }
}

/// The retries of a component's failed `start()`, or of its failed `async` initializer or function. The time limit of
/// the start includes all attempts.
public struct StartRetry: Sendable, Hashable {
    /// The maximum number of calls, including the first.
    public var attempts: Int
    /// The time before the second call.
    public var delay: Duration
    /// The factor by which the delay grows after each further call.
    public var factor: Double

    /// Creates a number of attempts, with growing delays between them.
    public init(attempts: Int, delay: Duration = .milliseconds(200), factor: Double = 2) {
        self.attempts = attempts
        self.delay = delay
        self.factor = factor
    }

    /// True if the values make sense.
    package var isPossible: Bool { attempts >= 1 && delay >= .zero && factor.isFinite && factor >= 1 }
}

/// The failed attempts to start a component: the first and last errors, and the number of attempts.
package struct FailedAttempts: Sendable {
    /// The maximum number of first errors, and of last errors, that are kept.
    private static let kept = 3

    package private(set) var count = 0
    private var errors: [(number: Int, text: String)] = []

    package init() {}

    /// Adds the error of one more attempt.
    /// - Returns: The number of attempts so far.
    @discardableResult
    package mutating func add(_ error: String) -> Int {
        count += 1
        errors.append((count, error))
        if errors.count > 2 * Self.kept { errors.remove(at: Self.kept) }
        return count
    }

    /// The lines of a message: one for each kept error, and one with the number of the other errors.
    var lines: [(label: String, text: String)] {
        var lines = errors.map { (label: "attempt \($0.number)", text: $0.text) }
        if count > errors.count { lines.insert(("", "\(count - errors.count) more attempts"), at: Self.kept) }
        return lines
    }
}

/// The rule that includes or excludes a component by the active profiles.
package enum ProfileRule {
    /// Returns true if one of the conditions in `required` holds, or if there are none.
    ///
    /// 1. `name` holds if the profile is active.
    /// 2. `!name` holds if the profile is not active.
    package static func holds(_ required: [String], active: Set<String>) -> Bool {
        required.isEmpty
            || required.contains { name in
                active.contains(Self.name(of: name)) != name.hasPrefix("!")
            }
    }

    /// Returns a remark if one of the conditions looks like an expression, which is not supported; nil otherwise.
    package static func remark(on conditions: [String]) -> String? {
        let isExpression = conditions.contains { condition in
            name(of: condition).contains { $0.isWhitespace || "&|,()!".contains($0) }
        }
        return isExpression ? "a profile is one name or '!name', and of several traits one must hold" : nil
    }

    /// Returns the profile that a condition names.
    package static func name(of condition: String) -> String {
        condition.hasPrefix("!") ? String(condition.dropFirst()) : condition
    }
}
