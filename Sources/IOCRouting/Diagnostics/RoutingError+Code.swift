extension RoutingError.Code {
    /// Another navigation runs, and the policy is to reject.
    public static let busy = Self("busy")
    /// A later navigation took this one's place.
    public static let superseded = Self("superseded")
    /// The navigation was cancelled.
    public static let cancelled = Self("cancelled")
    /// What this navigation was started in has ended.
    public static let ended = Self("ended")
    /// A chain ends without an origin.
    public static let missingOrigin = Self("missing origin")
    /// The screen that a chain starts from is not there.
    public static let originNotFound = Self("origin not found")
    /// A step's screen is not in the tree, and nothing makes it.
    public static let nothingFound = Self("nothing found")
    /// No case of a switch applies.
    public static let noCase = Self("no case")
    /// No container of the action's kind holds the step before.
    public static let noContainer = Self("no container")
    /// A screen that should present does so already.
    public static let alreadyPresenting = Self("already presenting")
    /// An action does not fit where it starts.
    public static let actionFailed = Self("action failed")
    /// A screen that would have to go does not agree.
    public static let notDismissible = Self("not dismissible")
    /// A screen or a factory does not take the context.
    public static let contextRejected = Self("context rejected")
    /// A finder threw.
    public static let finderFailed = Self("finder failed")
    /// A factory threw.
    public static let factoryFailed = Self("factory failed")
    /// A made screen could not be prepared, as by injection.
    public static let preparationFailed = Self("preparation failed")
    /// An interceptor threw or answered that the navigation fails.
    public static let interceptorFailed = Self("interceptor failed")
    /// An interceptor took longer than its limit.
    public static let timedOut = Self("timed out")
    /// Interceptors redirect in a circle.
    public static let redirectLoop = Self("redirect loop")
    /// Too many navigations inside each other.
    public static let nestedTooDeep = Self("nested too deep")
    /// The host could not make a change.
    public static let hostFailed = Self("host failed")
    /// The tree changed faster than the route could be planned anew.
    public static let unstableTree = Self("unstable tree")
    /// A navigation that was stopped could not be undone wholly.
    public static let rollbackIncomplete = Self("rollback incomplete")
    /// A screen is not of the family the host shows.
    public static let foreignScreen = Self("foreign screen")
    /// An address fits no pattern, or a pattern is not well formed.
    public static let badURL = Self("bad URL")
    /// No route goes by that name or for that address.
    public static let unknownRoute = Self("unknown route")
    /// Two routes go by one name or one address.
    public static let ambiguousRoute = Self("ambiguous route")
    /// A snapshot cannot be taken or read.
    public static let badSnapshot = Self("bad snapshot")
}
