import IOCBase
import IOCModel

/// The dependencies between the components of a context: those of the wiring, and the lookups of constructions.
///
/// They decide the order of start, stop and release.
final class Dependencies: Sendable {
    /// The ranks of the definitions are nil until they are asked for.
    private let state: Guarded<(wiring: Wiring, ranks: [Int]?)>
    private let registry: Registry
    private let parent: ApplicationContext?
    private var definitions: [RegisteredDefinition] { registry.definitions }

    init(_ registry: Registry, parent: ApplicationContext?) {
        state = Guarded((registry.wiring, nil))
        self.registry = registry
        self.parent = parent
    }

    var wiring: Wiring { state.withLock(\.wiring) }

    /// Chooses for points that only an instance of a definition has shown.
    /// - Parameter isKnown: True if the points take the place of those without names; false if they are new.
    /// - Returns: The faults of the points.
    func learn(
        _ points: [InjectionPointFacts], of definition: RegisteredDefinition, replacing isKnown: Bool
    ) -> [Fault] {
        state.withLock { state in
            state.ranks = nil
            return state.wiring.learn(
                points, of: definition.index, replacing: isKnown, rule: registry.rule,
                forbidsCycles: registry.base.configuration.cycles == .forbid, inherited: Registry.inherited(parent))
        }
    }

    /// Notes that a construction of a definition has asked for another one.
    func observe(_ target: RegisteredDefinition, by definition: RegisteredDefinition) {
        if definition.observed.withLock({ $0.insert(target.index).inserted }) { state.withLock { $0.ranks = nil } }
    }

    /// For each definition those that its constructions have asked for, if there are any.
    var observed: [Int: Set<Int>] {
        Dictionary(uniqueKeysWithValues: definitions.map { ($0.index, $0.observed.withLock(\.self)) })
            .filter { !$0.value.isEmpty }
    }

    /// For each definition those that it depends on.
    private func successors(_ wiring: Wiring) -> [[Int]] {
        zip(definitions, wiring.certainSuccessors).map { $1 + $0.observed.withLock(\.self).ordered() }
    }

    /// For each definition a number: dependencies have lower ones than their dependents, except in a circle.
    var ranks: [Int] {
        state.withLock { state in
            if let known = state.ranks { return known }
            var ranks = [Int](repeating: 0, count: definitions.count)
            let walk = GraphWalk(successors: successors(state.wiring))
            for (rank, definition) in walk.order.enumerated() { ranks[definition] = rank }
            state.ranks = ranks
            return ranks
        }
    }

    /// A circle that a component is part of, with the property on each edge.
    func cycle(through definition: RegisteredDefinition) -> [Fault.CycleStep] {
        let wiring = wiring
        let cycle = GraphWalk(successors: successors(wiring)).cycle(through: definition.index)
        return wiring.steps(of: cycle) { definitions[$0].facts.name }
    }
}

/// Components that lead back to each other through properties and parameters.
final class ComponentGroup: Sendable {
    /// The lock under which the context's instances of the group are made.
    let lock = ConstructionLock()
    /// True if activations of several scopes keep instances of the group. Then they all use the context's lock.
    let hasSeveralScopes: Bool

    init(hasSeveralScopes: Bool) { self.hasSeveralScopes = hasSeveralScopes }
}

/// The two groupings of a wiring that decide which properties lead back to their owner.
struct ComponentGroups {
    /// The definitions, dependencies before their dependents, except in a circle.
    let order: [Int]
    /// For each definition its group; nil if it doesn't lead back to itself.
    let groups: [ComponentGroup?]
    /// The numbers of the groups without references to instances that a scope keeps.
    let unkept: [Int?]

    init(_ wiring: Wiring, _ definitions: [DefinitionFacts]) {
        let walk = wiring.walk
        let found = walk.groups.map { members -> ComponentGroup? in
            guard walk.isCycle(members) else { return nil }
            let scopes = members.map { definitions[$0].scope }.filter { $0.sharing == .store }
            return ComponentGroup(hasSeveralScopes: Set(scopes).count > 1)
        }
        order = walk.order
        groups = walk.groupOfNode.map { found[$0] }
        guard found.contains(where: { $0 != nil }) else {
            unkept = definitions.map { _ in nil }
            return
        }
        let local = GraphWalk(
            successors: wiring.successors.map { $0.filter { !definitions[$0].scope.keepsInstances } })
        let isCycle = local.groups.map(local.isCycle)
        unkept = local.groupOfNode.map { isCycle[$0] ? $0 : nil }
    }
}
