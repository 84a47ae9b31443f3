extension RoutingError {
    /// The stable name of a kind of fault: the thing, then what is wrong with it.
    ///
    /// Codes are never reused. New ones may come; compare with those you handle, and let others pass.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code as it stands in front of a message, such as `screen-not-found`.
        public let rawValue: String

        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's text.
        public var description: String { rawValue }
    }
}

extension RoutingError.Code {
    /// Another navigation runs, and the policy is to reject.
    public static let routerBusy = Self(rawValue: "router-busy")
    /// A later navigation took this one's place.
    public static let navigationSuperseded = Self(rawValue: "navigation-superseded")
    /// The navigation was canceled.
    public static let navigationCanceled = Self(rawValue: "navigation-canceled")
    /// The navigation that this one was started in has ended.
    public static let ownerEnded = Self(rawValue: "owner-ended")
    /// An interceptor or the host has started another navigation, for whose end this one has waited too long.
    public static let navigationBlocked = Self(rawValue: "navigation-blocked")
    /// A chain ends without an origin.
    public static let originMissing = Self(rawValue: "origin-missing")
    /// The screen that a chain starts from is not there.
    public static let originNotFound = Self(rawValue: "origin-not-found")
    /// A step's screen is not in the tree, and nothing makes it.
    public static let screenNotFound = Self(rawValue: "screen-not-found")
    /// No case of a switch applies.
    public static let switchWithoutMatch = Self(rawValue: "switch-without-match")
    /// A case of a switch is never reached, as one before it always applies when it would.
    public static let caseUnreachable = Self(rawValue: "case-unreachable")
    /// No container of the action's kind holds the step before.
    public static let containerMissing = Self(rawValue: "container-missing")
    /// An action does not fit where it starts.
    public static let actionFailed = Self(rawValue: "action-failed")
    /// A screen that would have to go does not agree.
    public static let notDismissible = Self(rawValue: "not-dismissible")
    /// A screen or a factory does not take the input.
    public static let inputRejected = Self(rawValue: "input-rejected")
    /// A finder threw.
    public static let finderFailed = Self(rawValue: "finder-failed")
    /// A factory threw.
    public static let factoryFailed = Self(rawValue: "factory-failed")
    /// A made screen could not be prepared, as by injection.
    public static let preparationFailed = Self(rawValue: "preparation-failed")
    /// An interceptor threw or answered that the navigation fails.
    public static let interceptorFailed = Self(rawValue: "interceptor-failed")
    /// An interceptor took longer than its limit.
    public static let interceptorTimeout = Self(rawValue: "interceptor-timeout")
    /// Interceptors redirect in a circle.
    public static let redirectCycle = Self(rawValue: "redirect-cycle")
    /// Too many navigations inside each other.
    public static let navigationTooDeep = Self(rawValue: "navigation-too-deep")
    /// The host could not make a change.
    public static let hostFailed = Self(rawValue: "host-failed")
    /// The tree changed faster than the route could be planned anew.
    public static let treeUnstable = Self(rawValue: "tree-unstable")
    /// A navigation that was stopped could not be undone wholly.
    public static let rollbackIncomplete = Self(rawValue: "rollback-incomplete")
    /// A screen is not of the family the host shows.
    public static let screenOfWrongType = Self(rawValue: "screen-of-wrong-type")
    /// An address fits no pattern, or a pattern is not well formed.
    public static let addressMalformed = Self(rawValue: "address-malformed")
    /// No route goes by that name or for that address.
    public static let routeUnknown = Self(rawValue: "route-unknown")
    /// Two routes go by one name or one address.
    public static let routeAmbiguous = Self(rawValue: "route-ambiguous")
    /// A snapshot cannot be taken or read.
    public static let snapshotFailed = Self(rawValue: "snapshot-failed")
}
