import IOCModel

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
    /// For each definition its group; nil if it doesn't lead back to itself.
    let groups: [ComponentGroup?]
    /// The numbers of the groups without references to instances that a scope keeps.
    let unkept: [Int?]

    init(_ wiring: Wiring, _ definitions: [DefinitionFacts]) {
        let walk = GraphWalk(successors: wiring.successors)
        let found = walk.groups.map { members -> ComponentGroup? in
            guard walk.isCycle(members) else { return nil }
            let scopes = members.map { definitions[$0].scope }.filter { $0.sharing == .store }
            return ComponentGroup(hasSeveralScopes: Set(scopes).count > 1)
        }
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
