extension Wiring {
    /// The faults of circles that nobody keeps, by the choices that are made.
    /// - Parameter member: The definition that is in the circles' groups; nil for all of them.
    func unkept(
        _ definitions: [DefinitionFacts], _ points: [[InjectionPointFacts]], with member: Int? = nil
    ) -> [Found] {
        unkeptCycles(definitions.map(\.scope), points, with: member).map { cycle in
            Found(fault: Fault(.cycleUnkept(steps(of: cycle) { definitions[$0].name })), members: cycle)
        }
    }

    /// Components that hold each other in a circle though no scope keeps any of them: once made, they would keep each other
    /// for ever.
    ///
    /// One of them is a weak singleton; or it is part of an object graph, which leads back to itself, and an initializer of the
    /// circle keeps what it is passed. A circle of prototypes alone is none, as each asks for new ones.
    /// - Parameter member: The definition that is in the groups; nil for all of them.
    /// - Returns: A shortest circle of each group of such components, by the choices that are made.
    private func unkeptCycles(
        _ scopes: [ScopeFacts], _ points: [[InjectionPointFacts]], with member: Int?
    ) -> [[Int]] {
        let hasGraphs = scopes.contains(.objectGraph) && points.contains { $0.contains(where: \.isParameter) }
        guard hasGraphs || scopes.contains(.weakSingleton) else { return [] }
        let successors = settledSuccessors
        var loose = Adjacency(reserving: scopes.count)
        for definition in scopes.indices {
            // Nobody leads to what is kept, so that it is in no circle.
            loose.addNode { $0 += successors[definition].filter { !scopes[$0].keepsInstances } }
        }
        let walk = GraphWalk(successors: loose)
        return walk.groups.filter { group in
            guard walk.isCycle(group), member.map(group.contains) ?? true else { return false }
            return group.contains { scopes[$0] == .weakSingleton }
                || group.contains { scopes[$0] == .objectGraph }
                    && group.contains { !passed(to: $0, points[$0]).isDisjoint(with: group) }
        }
        .map(walk.cycle)
    }

    /// The definitions that an initializer is passed instances of, and may store.
    package func passed(to definition: Int, _ points: [InjectionPointFacts]) -> Set<Int> {
        let passed = zip(points, edges[definition]).lazy
            .filter { $0.isParameter && $1.isFollowed(settled: true) }
        return Set(passed.flatMap(\.1.targets))
    }
}
