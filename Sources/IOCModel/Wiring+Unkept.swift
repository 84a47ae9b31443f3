extension ScopeFacts {
    /// Whether the scope keeps its instances itself, whoever else holds them.
    package var keepsInstances: Bool {
        switch self {
        case .singleton, .lazySingleton, .custom: true
        case .weakSingleton, .objectGraph, .prototype: false
        }
    }
}

extension Wiring {
    /// Components that hold each other in a circle though no scope keeps any of them, one of them a weak singleton: once
    /// made, they would keep each other for ever.
    ///
    /// A circle of prototypes alone is none, as each asks for new ones.
    /// - Parameters:
    ///   - successors: For each definition those it leads to.
    ///   - scopes: For each definition its scope.
    /// - Returns: The walk over what no scope keeps, and its groups.
    package static func unkept(
        _ successors: [[Int]], _ scopes: [ScopeFacts]
    ) -> (walk: GraphWalk, groups: [[Int]])? {
        guard scopes.contains(.weakSingleton) else { return nil }
        let loose = successors.enumerated().map { definition, targets in
            scopes[definition].keepsInstances ? [] : targets.filter { !scopes[$0].keepsInstances }
        }
        let walk = GraphWalk(successors: loose)
        let groups = walk.groups.filter { group in
            walk.isCycle(group) && group.contains { scopes[$0] == .weakSingleton }
        }
        return (walk, groups)
    }

    /// A shortest circle of each such group, by the choices that are made.
    func unkeptCycles(_ scopes: [ScopeFacts]) -> [[Int]] {
        Self.unkept(settledSuccessors, scopes).map { walk, groups in groups.map(walk.cycle) } ?? []
    }
}
