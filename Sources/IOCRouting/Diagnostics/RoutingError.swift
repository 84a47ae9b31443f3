/// The reason why a navigation did not happen: a stable code, the facts, and one remedy.
public struct RoutingError: Error, CustomStringConvertible {
    /// The kind of the fault.
    public var code: Code
    /// The route and the step, outermost first.
    public var path: [String]
    /// The requirement that was not met.
    public var wanted: String
    /// The state that was found instead.
    public var found: String
    /// The candidates that nearly fit, each with the reason why it was rejected.
    public var nearMisses: [String]
    /// The remedy.
    public var action: String
    /// The error of your code or of the host that caused this error.
    public var cause: (any Error)?
    /// The changes that could not be undone, each with the reason; empty if the tree has its former state.
    public var notUndone: [String]

    /// Creates an error.
    public init(
        _ code: Code, path: [String] = [], wanted: String, found: String, nearMisses: [String] = [], action: String,
        cause: (any Error)? = nil, notUndone: [String] = []
    ) {
        self.code = code
        self.path = path
        self.wanted = wanted
        self.found = found
        self.nearMisses = nearMisses
        self.action = action
        self.cause = cause
        self.notUndone = notUndone
    }

    /// The error in words, one fact per line.
    public var description: String {
        var lines = ["routing fault: \(code)"]
        if !path.isEmpty { lines.append("  at: " + path.joined(separator: " > ")) }
        lines.append("  wanted: \(wanted)")
        lines.append("  found: " + found.split(separator: "\n").joined(separator: "\n    "))
        lines += nearMisses.map { "  near miss: \($0)" }
        if let cause { lines.append("  cause: \(cause)") }
        lines += notUndone.map { "  not undone: \($0)" }
        lines.append("  do: \(action)")
        return lines.joined(separator: "\n")
    }

    func located(at place: String) -> RoutingError {
        var copy = self
        if copy.path.first != place { copy.path.insert(place, at: 0) }
        return copy
    }

    /// Wraps an error of other code. If it is a routing error, it keeps its facts and only gets the place.
    static func wrapping(
        _ error: any Error, as code: Code, at place: String, wanted: String, action: String
    ) -> RoutingError {
        if let error = error as? RoutingError { return error.located(at: place) }
        return RoutingError(
            code, path: [place], wanted: wanted, found: "it threw \(type(of: error))", action: action, cause: error)
    }

    static func canceled(_ name: String) -> RoutingError {
        RoutingError(
            .navigationCanceled, path: [name], wanted: "the navigation to go on", found: "it was canceled",
            action: "nothing: the tree is as it was")
    }
}

/// The name of a finder, factory, action or task: its description if it has one, otherwise the name of its type.
func label(_ value: Any) -> String {
    (value as? any CustomStringConvertible)?.description ?? String(describing: type(of: value))
}

extension RoutingError {
    /// The stable name of a kind of fault.
    ///
    /// Codes are never reused. New codes may be added, so let unknown ones pass when you compare codes.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The text in front of a message, such as `screen-not-found`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text of the code.
        public var description: String { rawValue }
    }
}

extension RoutingError.Code {
    /// Another navigation runs, and the policy is to reject.
    public static let routerBusy = Self(rawValue: "router-busy")
    /// The navigation was canceled.
    public static let navigationCanceled = Self(rawValue: "navigation-canceled")
    /// The navigation in which this one was started has ended.
    public static let ownerEnded = Self(rawValue: "owner-ended")
    /// This navigation waited too long for another one that the same interceptor or host change had started earlier.
    public static let navigationBlocked = Self(rawValue: "navigation-blocked")
    /// A route has no origin.
    public static let originMissing = Self(rawValue: "origin-missing")
    /// The screen at which a route starts is not in the tree.
    public static let originNotFound = Self(rawValue: "origin-not-found")
    /// The screen of a step is not in the tree, and the step has no factory.
    public static let screenNotFound = Self(rawValue: "screen-not-found")
    /// No case of a switch applies.
    public static let switchWithoutMatch = Self(rawValue: "switch-without-match")
    /// No container of the action's role contains the screen of the previous step.
    public static let containerMissing = Self(rawValue: "container-missing")
    /// An action can't place its screen there.
    public static let actionFailed = Self(rawValue: "action-failed")
    /// A screen that the route has to remove can't be dismissed.
    public static let notDismissible = Self(rawValue: "not-dismissible")
    /// A screen, factory, interceptor or task rejects the input.
    public static let inputRejected = Self(rawValue: "input-rejected")
    /// A finder threw an error.
    public static let finderFailed = Self(rawValue: "finder-failed")
    /// A factory threw an error.
    public static let factoryFailed = Self(rawValue: "factory-failed")
    /// A new screen could not be prepared, for example by injection.
    public static let preparationFailed = Self(rawValue: "preparation-failed")
    /// An interceptor threw an error or returned one.
    public static let interceptorFailed = Self(rawValue: "interceptor-failed")
    /// An interceptor exceeded its time limit.
    public static let interceptorTimeout = Self(rawValue: "interceptor-timeout")
    /// Interceptors redirect in a cycle.
    public static let redirectCycle = Self(rawValue: "redirect-cycle")
    /// Too many navigations were started inside each other.
    public static let navigationTooDeep = Self(rawValue: "navigation-too-deep")
    /// The host could not make a change.
    public static let hostFailed = Self(rawValue: "host-failed")
    /// The tree changed again and again, so the route could not be carried out.
    public static let treeUnstable = Self(rawValue: "tree-unstable")
    /// A navigation that an interceptor stopped could not be undone completely.
    public static let rollbackIncomplete = Self(rawValue: "rollback-incomplete")
    /// A screen has a class that the host or the step does not expect.
    public static let screenOfWrongType = Self(rawValue: "screen-of-wrong-type")
}
