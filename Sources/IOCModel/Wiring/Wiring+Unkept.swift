extension Wiring {
    /// The faults of cycles that nothing keeps, by the choices that are certain.
    ///
    /// One of them is a weak singleton; or it is part of an object graph, which leads back to itself, and an initializer of the
    /// cycle keeps what it is passed. A cycle of prototypes alone is none, because each asks for new ones.
    /// - Parameter member: The definition that is in the cycles' groups; nil for all of them.
    func unkept(_ definitions: [DefinitionFacts], with member: Int? = nil) -> [Found] {
        let scopes = definitions.map(\.scope)
        let hasGraphs = scopes.contains(.objectGraph) && points.contains { $0.contains(where: \.isParameter) }
        guard hasGraphs || scopes.contains(.weakSingleton) else { return [] }
        // A scope keeps its instances, so a cycle through them is kept.
        let walk = GraphWalk(successors: certainSuccessors.map { $0.filter { !scopes[$0].keepsInstances } })
        return walk.groups.filter { group in
            guard walk.isCycle(group), member.map(group.contains) ?? true else { return false }
            return group.contains { scopes[$0] == .weakSingleton }
                || group.contains { scopes[$0] == .objectGraph }
                    && group.contains { !passed(to: $0).isDisjoint(with: group) }
        }
        .map(walk.cycle).map { cycle in
            Found(fault: Fault(.cycleUnkept(steps(of: cycle) { definitions[$0].name })), members: cycle)
        }
    }

    /// The definitions that an initializer is passed instances of, and may store.
    package func passed(to definition: Int) -> Set<Int> {
        let passed = zip(points[definition], edges[definition])
            .filter { $0.isParameter && $1.shape.isImmediate && $1.isCertain }
        return Set(passed.flatMap(\.1.targets))
    }
}
