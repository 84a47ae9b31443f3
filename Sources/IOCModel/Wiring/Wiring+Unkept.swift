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
        let hasParameters = points.contains { $0.contains(where: \.isParameter) }
        guard hasParameters || definitions.contains(where: { $0.scope == .weakSingleton }) else { return [] }
        let all = GraphWalk(successors: successors)
        guard all.groups.contains(where: all.isCycle) else { return [] }
        let stored = stored(definitions, in: all, with: member)
        let groups = Set(stored.map { all.groupOfNode[$0[0]] })
        let weak = weak(definitions, with: member).filter { !groups.contains(all.groupOfNode[$0[0]]) }
        return (stored + weak).map { cycle in
            Found(fault: Fault(.cycleUnkept(steps(of: cycle) { definitions[$0].name })), members: cycle)
        }
    }

    /// A circle of each group of stored arguments and retaining properties that has an argument and a property.
    private func stored(_ definitions: [DefinitionFacts], in all: GraphWalk, with member: Int?) -> [[Int]] {
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
        // A circle of initializers alone is another fault.
        let circles = Set(GraphWalk(successors: passed).cycles.joined())
        let walk = GraphWalk(successors: retaining)
        return walk.groups.compactMap { group in
            guard member.map(group.contains) ?? true, circles.isDisjoint(with: group) else { return nil }
            let members = Set(group)
            for owner in group {
                guard let target = passed[owner].first(where: members.contains) else { continue }
                let cycle = walk.path(from: target, to: owner, in: members)
                let start = cycle.firstIndex(of: cycle.min() ?? target) ?? 0
                return Array(cycle[start...] + cycle[..<start])
            }
            return nil
        }
    }

    /// A circle of each group with a weak singleton that no scope keeps.
    private func weak(_ definitions: [DefinitionFacts], with member: Int?) -> [[Int]] {
        let walk = GraphWalk(
            successors: certainSuccessors.map { $0.filter { !definitions[$0].scope.keepsInstances } })
        return walk.groups
            .filter { group in
                walk.isCycle(group) && member.map(group.contains) ?? true
                    && group.contains { definitions[$0].scope == .weakSingleton }
            }
            .map(walk.cycle)
    }
}

/// Circles of initializers: none of their members can be made first.
extension Wiring {
    /// One shortest circle of each group of components whose initializers need each other.
    var circlesOfConstructors: [[Int]] {
        guard points.contains(where: { $0.contains(where: \.isParameter) }) else { return [] }
        return GraphWalk(successors: parameterTargets).cycles
    }

    /// For each definition those that its initializer is passed.
    package var parameterTargets: [[Int]] {
        zip(points, edges).map { points, edges in
            zip(points, edges).filter { $0.isParameter && $1.shape.isImmediate }.flatMap(\.1.targets)
        }
    }

    /// The fault of a circle of initializers.
    func fault(ofConstructors cycle: [Int], _ definitions: [DefinitionFacts]) -> Fault {
        let links = cycle.indices.map { index in
            let next = cycle[(index + 1) % cycle.count]
            return zip(points[cycle[index]], edges[cycle[index]])
                .first { $0.isParameter && $1.shape.isImmediate && $1.targets.contains(next) }.map(\.0)
        }
        let steps = zip(cycle, links).map { definition, point in
            Fault.CycleStep(component: definitions[definition].name, property: point?.property)
        }
        return Fault(
            .constructionCycle(ofParameters: steps),
            at: links[0]?.location.map(Origin.source) ?? definitions[cycle[0]].origin)
    }
}

extension Wiring.ParentSupply {
    /// The supply of a context to its children, with that of its own parent.
    ///
    /// A choice that its own point has to make is the context's to judge: a child gets what it gets, or its fault.
    /// - Parameter inherited: The supply of the context's parent.
    package init(
        of rule: CandidateRule, wiring: @autoclosure @escaping () -> Wiring, inherited: Wiring.ParentSupply = .none
    ) {
        self.init { wanted, qualifier in
            switch rule.choose(wanted, qualifier: qualifier) {
            case .missing, .unknownName: inherited.supplies(wanted, qualifier)
            default: true
            }
        }
        guard rule.hasShortLived || inherited.captive != nil else { return }
        captive = { point in
            var targets = rule.all(point.wanted, qualifier: point.qualifier)
            if !point.shape.isCollection, !targets.isEmpty {
                guard case .chosen(let target) = rule.choose(point.wanted, qualifier: point.qualifier) else {
                    return nil
                }
                targets = [target]
            }
            var search = wiring().captiveSearch(rule, inherited)
            for target in targets {
                if var path = search?.path(from: target) {
                    // The child's definitions have other numbers.
                    path.members = []
                    return path
                }
            }
            return targets.isEmpty || point.shape.isCollection ? inherited.captive?(point) : nil
        }
    }
}
