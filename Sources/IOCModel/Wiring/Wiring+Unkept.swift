extension Wiring {
    /// The faults of circles whose references nothing would ever release, by the choices that are certain.
    ///
    /// 1. A circle with a parameter of an initializer, whose argument user code stores, and properties that retain their values.
    ///    A property that leads back to an instance which a scope keeps does not retain it.
    /// 2. A circle with a weak singleton that no scope keeps.
    ///
    /// A circle of prototypes alone is no fault, because each property asks for a new one.
    /// - Parameter member: The definition that is in the circles' groups; nil for all of them.
    func unkept(_ definitions: [DefinitionFacts], with member: Int? = nil) -> [Found] {
        let all = GraphWalk(successors: successors)
        guard all.groups.contains(where: all.isCycle) else { return [] }
        return (stored(definitions, in: all) + weak(definitions))
            .filter { cycle in member.map { all.groupOfNode[$0] == all.groupOfNode[cycle[0]] } ?? true }
            .map { cycle in
                Found(fault: Fault(.cycleUnkept(steps(of: cycle) { definitions[$0].name })), members: cycle)
            }
    }

    /// A circle of each group of stored parameters and retaining properties that has a parameter and a property.
    private func stored(_ definitions: [DefinitionFacts], in all: GraphWalk) -> [[Int]] {
        var retaining: [[Int]] = []
        var passed: [[Int]] = []
        for (owner, (points, edges)) in zip(points, edges).enumerated() {
            let certain = zip(points, edges).filter { $1.shape.isImmediate && $1.isCertain }
            passed.append(certain.filter { $0.0.isParameter }.flatMap(\.1.targets))
            let stored = certain.filter { !$0.0.isParameter }.flatMap(\.1.targets).filter { target in
                !definitions[target].scope.keepsInstances || all.groupOfNode[owner] != all.groupOfNode[target]
            }
            retaining.append(stored + passed[owner])
        }
        let constructors = GraphWalk(successors: passed)
        let walk = GraphWalk(successors: retaining)
        return walk.groups.compactMap { group in
            let members = Set(group)
            // A circle of initializers alone is another fault.
            guard !constructors.groups.contains(where: { constructors.isCycle($0) && members.contains($0[$0.startIndex]) })
            else { return nil }
            for owner in group {
                if let target = passed[owner].first(where: members.contains) {
                    return walk.path(from: target, to: owner, in: members)
                }
            }
            return nil
        }
    }

    /// A circle of each group with a weak singleton that no scope keeps.
    private func weak(_ definitions: [DefinitionFacts]) -> [[Int]] {
        guard definitions.contains(where: { $0.scope == .weakSingleton }) else { return [] }
        let walk = GraphWalk(
            successors: certainSuccessors.map { $0.filter { !definitions[$0].scope.keepsInstances } })
        return walk.groups
            .filter { group in walk.isCycle(group) && group.contains { definitions[$0].scope == .weakSingleton } }
            .map(walk.cycle)
    }
}
