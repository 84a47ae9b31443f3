import IOCModel

/// Says which instances of a custom scope belong together at a moment.
///
/// ```swift
/// struct SessionScope: ScopeStore {
///     var instances: ScopeInstances? { Session.current?.instances }
/// }
/// let perSession = Scope.custom(named: "session", store: SessionScope())
/// ```
public protocol ScopeStore: Sendable {
    /// The instances of now; nil while the scope is not active.
    var instances: ScopeInstances? { get }
}

extension Scope {
    /// A scope of your own.
    /// - Parameters:
    ///   - name: Its name in messages.
    ///   - store: Says which instances belong together at a moment.
    public static func custom(named name: String, store: any ScopeStore) -> Scope {
        Scope(.custom(name), keeper: ScopeKeeper(store))
    }

    /// Where the scope's instances are kept, unless the context keeps them itself.
    var store: (any ScopeStore)? { keeper?.store as? any ScopeStore }
}
