import IOCModel

extension Runner {
    /// Whether a definition's one instance has something to start, run or stop, or may have once it is made.
    private func takesPart(_ definition: RegisteredDefinition) -> Bool {
        guard definition.facts.hasLifecycle else { return false }
        guard let component = definition.component else { return true }
        return component is any Startable || component is any Stoppable || component is any IOCService
            || component is any Successor
    }

    /// The order of the components, by the dependencies known now.
    /// - Parameter started: Components in the order they have started, which stands.
    func startOrder(after started: [Int] = []) -> [RegisteredDefinition] {
        startOrder(of: takesPart, after: started)
    }

    /// The order of some components, by the dependencies known now.
    /// - Parameters:
    ///   - isMember: Tells whether a definition is one of them.
    ///   - started: Components in the order they have started, which stands.
    func startOrder(
        of isMember: (RegisteredDefinition) -> Bool, after started: [Int] = []
    ) -> [RegisteredDefinition] {
        let definitions = registry.definitions
        var edges = known.wiring.successors.map(Array.init)
        for (definition, targets) in known.observed { edges[definition] += targets.sorted() }
        var firm = definitions.map { definition in
            definition.facts.dependsOn.compactMap { name -> Int? in
                guard case .found(let index) = registry.match(name) else { return nil }
                return index
            }
        }
        for (earlier, later) in zip(started, started.dropFirst()) { firm[later].append(earlier) }
        let order = StartOrder(
            edges: edges, firmEdges: firm, names: definitions.map(\.facts.name),
            participants: Set(definitions.filter(isMember).map(\.index)).union(started))
        return order.order.map { definitions[$0] }
    }
}

extension RegisteredDefinition {
    /// The shared instance, if it is made.
    var component: Any? { slot.instance.map(AnyValueBox.unboxed) }
}
