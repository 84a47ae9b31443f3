import IOCModel

/// Finds the activation that keeps the instances of a request scope or of a custom scope.
final class ScopeKeeper: Sendable {
    /// The store of a custom scope; nil for the request scope.
    private let store: (any ScopeStore)?

    init(_ store: (any ScopeStore)?) { self.store = store }

    /// Returns the instance in the scope's activation, found or created.
    func instance(of site: CallSite, _ arguments: ArgumentKey?) throws -> AnyObject {
        try checkCaptive(site)
        guard let activation = activation(for: site.facts.scope) else {
            throw site.error(.scopeInactive(name: site.facts.name, scope: site.facts.scope.name))
        }
        return try activation.inGate {
            if Frame.innermost?.pointee.role == .provides, activation.isEmptiedHere {
                if let known = activation.existing(site, arguments) { return known }
                var fault = activation.endedFault
                fault.point = Frame.asking
                throw IOCError(fault)
            }
            return try activation.keeper(for: site, arguments).create(site, arguments, in: activation)
        } orEnded: {
            throw site.error(.scopeEnded(scope: site.facts.scope.name))
        }
    }

    /// Returns the activation for a lookup. It is the first of these that exists:
    ///
    /// 1. The activation of the instance whose property or provider looks up, if it belongs to the scope.
    /// 2. The current activation, if it began inside a construction.
    /// 3. The activation of the innermost ``Frame`` of this thread that belongs to the scope.
    /// 4. The current activation.
    private func activation(for scope: ScopeFacts) -> ScopeActivation? {
        if let frame = Frame.innermost, frame.pointee.role != .constructs, let own = frame.pointee.activation,
            own.isOf(scope)
        {
            return own
        }
        let current = store.map { $0.instances?.activation } ?? RequestScope.current
        if let current, current.isNested { return current }
        return Frame.first { $0.activation?.isOf(scope) ?? false }?.pointee.activation ?? current
    }

    /// Rejects an instance that a longer-lived owner would keep.
    /// - Throws: `dependency-captive`.
    private func checkCaptive(_ site: CallSite) throws {
        let scope = site.facts.scope
        guard let owner = Frame.innermost?.pointee.retainer, owner.facts.scope.outlives(scope) else { return }
        var path = Frame.path
        if path.isEmpty, let asking = Frame.innermost?.pointee.site { path = [asking.facts.name] }
        if !path.contains(owner.facts.name) { path.insert(owner.facts.name, at: 0) }
        let kind = Fault.Kind.dependencyCaptive(
            owner: owner.facts.name, ownerScope: owner.facts.scope.name, name: site.facts.name, scope: scope.name)
        throw site.error(kind, path: path + [site.facts.name])
    }
}
