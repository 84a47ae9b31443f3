import IOCModel

/// The groups of components that depend on each other in a cycle.
struct ComponentGroups {
    /// The definitions, dependencies before their dependents except in a cycle.
    let order: [Int]
    /// For each definition, the lock of its group; nil if it is in no cycle. The members of a group depend on each
    /// other through properties and parameters that aren't providers.
    let groups: [ConstructionLock?]
    /// For each definition, the number of its unkept cycle: a dependency cycle in which no scope retains the instances.
    /// Nil if it is in no such cycle.
    let unkept: [Int?]
    /// True for each definition that depends on itself, directly or through others. Providers count.
    let mayLeadBack: [Bool]

    init(_ wiring: Wiring, _ definitions: [DefinitionFacts]) {
        let walk = wiring.walk
        let found = walk.groups.map { members -> ConstructionLock? in
            guard walk.isCycle(members) else { return nil }
            let scopes = members.map { definitions[$0].scope }.filter { $0.sharing == .store }
            return ConstructionLock(hasSeveralScopes: Set(scopes).count > 1)
        }
        order = walk.order
        groups = walk.groupOfNode.map { found[$0] }
        let hasProviders = wiring.edges.contains { $0.contains { !$0.shape.isImmediate && !$0.targets.isEmpty } }
        if hasProviders {
            let all = GraphWalk(successors: wiring.edges.map { $0.flatMap(\.targets) })
            let isCycle = all.groups.map(all.isCycle)
            mayLeadBack = all.groupOfNode.map { isCycle[$0] }
        } else {
            mayLeadBack = groups.map { $0 != nil }
        }
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
