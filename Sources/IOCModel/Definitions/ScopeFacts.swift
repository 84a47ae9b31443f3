/// The lifetime of an instance and who shares it.
package struct ScopeFacts: Hashable, Sendable {
    package let name: String
    package let sharing: Sharing

    package static let singleton = ScopeFacts(name: "singleton", sharing: .context)
    package static let lazySingleton = ScopeFacts(name: "lazySingleton", sharing: .context)
    package static let weakSingleton = ScopeFacts(name: "weakSingleton", sharing: .context)
    package static let objectGraph = ScopeFacts(name: "objectGraph", sharing: .graph)
    package static let prototype = ScopeFacts(name: "prototype", sharing: .prototype)
    package static let request = ScopeFacts.custom("request")

    /// One instance for as long as something outside the container says, such as a request.
    package static func custom(_ name: String) -> ScopeFacts { ScopeFacts(name: name, sharing: .store) }

    /// True if others decide how long an instance lives.
    package var isWeak: Bool { self == .weakSingleton }

    /// Returns true if an instance may outlive one of `other` that it holds.
    package func outlives(_ other: ScopeFacts) -> Bool { isSingleton && other.isCustom }

    /// The way in which instances are shared.
    package enum Sharing: Sendable {
        case context
        case store
        case prototype
        case graph

        /// True if several may get one instance.
        @inlinable @inline(__always) package var isShared: Bool {
            switch self {
            case .context, .store: true
            case .prototype, .graph: false
            }
        }
    }

    /// True if boot makes the instance.
    package var isEager: Bool { self == .singleton }

    /// True if the scope keeps its instances itself.
    package var keepsInstances: Bool { sharing.isShared && !isWeak }

    /// True if instances may live as long as the context.
    package var isSingleton: Bool { sharing == .context }

    /// True if something outside the container says how long instances live.
    var isCustom: Bool { sharing == .store }

    /// True if instances belong to their callers.
    var isCallerOwned: Bool { !sharing.isShared }
}

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

    /// A line for each error that was kept, and one for the others.
    var lines: [(label: String, text: String)] {
        var lines = errors.map { (label: "attempt \($0.number)", text: $0.text) }
        if count > errors.count { lines.insert(("", "\(count - errors.count) more attempts"), at: Self.kept) }
        return lines
    }
}

/// Decides whether a component is in, by profiles.
package enum ProfileRule {
    /// Returns true if one of `required` holds; an empty list asks for nothing.
    ///
    /// 1. `name` holds while the profile is active.
    /// 2. `!name` holds while it is not.
    package static func holds(_ required: [String], active: Set<String>) -> Bool {
        required.isEmpty
            || required.contains { name in
                active.contains(Self.name(of: name)) != name.hasPrefix("!")
            }
    }

    /// Returns what to say of conditions of which one looks like an expression, which none is.
    package static func remark(on conditions: [String]) -> String? {
        let isExpression = conditions.contains { condition in
            name(of: condition).contains { $0.isWhitespace || "&|,()!".contains($0) }
        }
        return isExpression ? "a profile is one name or '!name', and of several traits one must hold" : nil
    }

    /// The profile that a condition is about.
    package static func name(of condition: String) -> String {
        condition.hasPrefix("!") ? String(condition.dropFirst()) : condition
    }
}
