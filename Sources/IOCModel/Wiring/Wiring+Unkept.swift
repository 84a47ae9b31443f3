extension ScopeFacts {
    /// True if the scope keeps its instances itself.
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
    /// - Parameter scopes: For each definition its scope.
    /// - Returns: A shortest circle of each group of such components, by the choices that are made.
    func unkeptCycles(_ scopes: [ScopeFacts]) -> [[Int]] {
        guard scopes.contains(.weakSingleton) else { return [] }
        let loose = settledSuccessors.enumerated().map { definition, targets in
            scopes[definition].keepsInstances ? [] : targets.filter { !scopes[$0].keepsInstances }
        }
        let walk = GraphWalk(successors: loose)
        return walk.groups
            .filter { group in walk.isCycle(group) && group.contains { scopes[$0] == .weakSingleton } }
            .map(walk.cycle)
    }
}
