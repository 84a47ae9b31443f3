import IOCBase
import IOCModel

extension Runner {
    /// Returns true if a definition's one instance has something to start, run or stop, or may have once it is made.
    private func takesPart(_ definition: RegisteredDefinition) -> Bool {
        guard definition.facts.hasLifecycle else { return false }
        guard let component = definition.component else { return true }
        return component is any Startable || component is any Stoppable || component is any IOCService
            || component is any TakesOverAtReload
    }

    /// The order of the components, by the dependencies known now.
    /// - Parameters:
    ///   - isMember: Returns true if a definition is one of them; those that have something to start, run or stop unless said.
    ///   - precedence: For each definition those that come before it, whatever is known now; those that it says it depends on
    ///     unless said.
    func startOrder(
        of isMember: ((RegisteredDefinition) -> Bool)? = nil, keeping precedence: [[Int]]? = nil
    ) -> StartOrder {
        let definitions = registry.definitions
        var edges = dependencies.wiring.successors
        for (definition, targets) in dependencies.observed { edges[definition] += targets.ordered() }
        let firm =
            precedence
            ?? definitions.map { definition in
                definition.facts.dependsOn.compactMap { name -> Int? in
                    guard case .found(let index) = registry.match(name) else { return nil }
                    return index
                }
            }
        return StartOrder(
            edges: edges, firmEdges: firm, names: definitions.map(\.facts.name),
            participants: Set(definitions.filter(isMember ?? takesPart).map(\.index)))
    }

    /// The steps in which the components stop: those of the start the other way, with what was made since where the
    /// dependencies known now have it.
    func stopSchedule() -> Schedule {
        let (started, startOrder) = lifecycle.state.withLock { ($0.started, $0.startOrder) }
        var precedence = startOrder?.precedence ?? registry.definitions.map { _ in [] }
        // One after another they stop exactly the other way.
        if registry.lifecycle.width == 1 {
            for (earlier, later) in zip(started, started.dropFirst()) { precedence[later].append(earlier) }
        }
        return self.startOrder(keeping: precedence).schedule
    }
}

extension RegisteredDefinition {
    /// The shared instance, if it is made.
    var component: Any? { slot.instance.map(AnyValueBox.unboxed) }
}
