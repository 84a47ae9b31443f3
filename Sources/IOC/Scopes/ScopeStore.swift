/// Says which instances of a custom scope belong together at a moment.
///
/// ```swift
/// struct SessionScope: ScopeStore {
///     var instances: ScopeInstances? { Session.current?.instances }
/// }
/// let perSession = Scope.custom("session", SessionScope())
/// ```
public protocol ScopeStore: Sendable {
    /// The instances of now; nil while the scope is not active.
    var instances: ScopeInstances? { get }
}
