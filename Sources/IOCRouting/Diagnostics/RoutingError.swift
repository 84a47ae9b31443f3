/// The reason why a navigation failed: a stable code, the facts, and one remedy.
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
    /// The changes that could not be undone, each with the reason.
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

    /// Wraps an error of other code. A `RoutingError` isn't wrapped: only the place is added to its path.
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

/// Returns the name of a finder, factory, action or task: its description if it has one, otherwise the name of its
/// type.
func label(_ value: Any) -> String {
    (value as? any CustomStringConvertible)?.description ?? String(describing: type(of: value))
}

extension RoutingError {
    /// The stable name of a kind of fault.
    ///
    /// Codes are never reused. New codes may be added, so handle unknown codes, too.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The text of the code, such as `screen-not-found`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text of the code.
        public var description: String { rawValue }
    }
}

extension RoutingError.Code {
    /// Another navigation is running, and the policy is ``QueuePolicy/reject``.
    public static let routerBusy = Self(rawValue: "router-busy")
    /// The navigation was canceled.
    public static let navigationCanceled = Self(rawValue: "navigation-canceled")
    /// The interceptor that started this navigation has ended, or the outer navigation did not arrive.
    public static let ownerEnded = Self(rawValue: "owner-ended")
    /// This navigation waited too long for an earlier navigation of the same interceptor or host change.
    public static let navigationBlocked = Self(rawValue: "navigation-blocked")
    /// No screen of a route is in the tree, and the route has no origin.
    public static let originMissing = Self(rawValue: "origin-missing")
    /// The screen at which a route starts is not in the tree.
    public static let originNotFound = Self(rawValue: "origin-not-found")
    /// The screen of a step is not in the tree, and no factory creates it.
    public static let screenNotFound = Self(rawValue: "screen-not-found")
    /// No case of a switch applies.
    public static let switchWithoutMatch = Self(rawValue: "switch-without-match")
    /// No container of the action's role contains the screen of the previous step.
    public static let containerMissing = Self(rawValue: "container-missing")
    /// An action can't place its screen.
    public static let actionFailed = Self(rawValue: "action-failed")
    /// A screen that the route has to remove can't be dismissed.
    public static let notDismissible = Self(rawValue: "not-dismissible")
    /// A screen, factory, interceptor or task rejects the input, or a closure that derives an input throws.
    public static let inputRejected = Self(rawValue: "input-rejected")
    /// A finder threw an error.
    public static let finderFailed = Self(rawValue: "finder-failed")
    /// A factory threw an error.
    public static let factoryFailed = Self(rawValue: "factory-failed")
    /// A new screen could not be prepared, for example by injection.
    public static let preparationFailed = Self(rawValue: "preparation-failed")
    /// An interceptor threw or returned an error.
    public static let interceptorFailed = Self(rawValue: "interceptor-failed")
    /// An interceptor exceeded its time limit.
    public static let interceptorTimeout = Self(rawValue: "interceptor-timeout")
    /// Interceptors redirected more often than ``RouterConfiguration/redirectionLimit`` allows.
    public static let redirectCycle = Self(rawValue: "redirect-cycle")
    /// More navigations were started inside each other than ``RouterConfiguration/nestingLimit`` allows.
    public static let navigationTooDeep = Self(rawValue: "navigation-too-deep")
    /// The host could not make a change.
    public static let hostFailed = Self(rawValue: "host-failed")
    /// The tree changed during each of the ``RouterConfiguration/planLimit`` plans.
    public static let treeUnstable = Self(rawValue: "tree-unstable")
    /// A navigation that an interceptor stopped could not be undone completely.
    public static let rollbackIncomplete = Self(rawValue: "rollback-incomplete")
    /// A screen or a redirection has a class that the host or the step does not expect.
    public static let screenOfWrongType = Self(rawValue: "screen-of-wrong-type")
}
