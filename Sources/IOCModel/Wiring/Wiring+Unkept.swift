/// The cycles that a wiring reports.
extension Wiring {
    /// Cycles of components whose initializers need each other. None of their instances can be created first.
    var constructionCycles: [[Int]] { GraphWalk(successors: parameterTargets).cycles }

    /// Returns the faults of cycles whose instances would never be released. Edges that are not certain are ignored.
    ///
    /// 1. A cycle with a parameter. The check assumes that the component stores the argument. All other edges of the
    ///    cycle are parameters, too, or properties that retain their values: a property does not retain an instance
    ///    that is kept by the instance's own scope.
    /// 2. A cycle with a weak singleton, in which no scope keeps an instance.
    ///
    /// A cycle of properties in which all components are prototypes is not a fault, because each property creates a new
    /// instance.
    /// - Parameter member: The definition whose cycles are searched; nil for all cycles.
    func unkept(_ definitions: [DefinitionFacts], with member: Int? = nil) -> [Found] {
        let stored = stored(definitions, with: member)
        let groups = Set(stored.map { walk.groupOfNode[$0[0]] })
        let weak = weak(definitions, with: member).filter { !groups.contains(walk.groupOfNode[$0[0]]) }
        return (stored + weak).map { cycleFault($0, definitions) { .cycleUnkept($0) } }
    }

    /// Returns one cycle of the first kind for each group of components that retain each other.
    private func stored(_ definitions: [DefinitionFacts], with member: Int?) -> [[Int]] {
        let passed = parameterTargets
        if passed.allSatisfy(\.isEmpty) { return [] }
        let retaining = edges.enumerated().map { owner, edges in
            edges.filter(\.isCertainlyRead).flatMap { edge in
                edge.targets.filter { target in
                    edge.point.isParameter || !definitions[target].scope.keepsInstances
                        || walk.groupOfNode[owner] != walk.groupOfNode[target]
                }
            }
        }
        // A cycle of parameters alone is already reported as a construction cycle.
        let excluded = Set(constructionCycles.joined())
        let stored = GraphWalk(successors: retaining)
        return stored.groups.compactMap { group in
            guard member.map(group.contains) ?? true, excluded.isDisjoint(with: group) else { return nil }
            for owner in group {
                guard let target = passed[owner].first(where: group.contains) else { continue }
                let cycle = stored.path(from: target) { $0 == owner }
                let start = cycle.firstIndex(of: cycle.min() ?? target) ?? 0
                return Array(cycle[start...] + cycle[..<start])
            }
            return nil
        }
    }

    /// Returns one cycle of the second kind for each group of components that retain each other.
    private func weak(_ definitions: [DefinitionFacts], with member: Int?) -> [[Int]] {
        guard definitions.contains(where: \.scope.isWeak) else { return [] }
        let walk = GraphWalk(
            successors: certainSuccessors.map { $0.filter { !definitions[$0].scope.keepsInstances } })
        return walk.groups
            .filter { group in
                walk.isCycle(group) && member.map(group.contains) ?? true
                    && group.contains { definitions[$0].scope == .weakSingleton }
            }
            .map { walk.cycle(through: $0[0]) }
    }
}

extension Wiring.ParentSupply {
    /// Creates the supply of a context to its children. It includes the supply of the context's own parent.
    ///
    /// An injection point of a child gets the same component, or the same fault, as an injection point of the context.
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
        fault = { point in
            let choice = rule.choose(point.wanted, qualifier: point.qualifier)
            switch choice {
            case .missing, .unknownName: return inherited.fault(point)
            case .chosen(let target):
                let definition = rule.definitions[target]
                return definition.needsArguments
                    ? Fault(.argumentsNeeded(name: definition.name), asked: point, wanted: point.wanted, rule.types)
                    : nil
            default: return rule.fault(of: choice, wanted: point.wanted, at: point)
            }
        }
        guard rule.hasShortLived || inherited.captive != nil else { return }
        captive = { point in
            var targets: [Int] = []
            if point.shape.isCollection {
                targets = rule.all(point.wanted, qualifier: point.qualifier)
            } else {
                switch rule.choose(point.wanted, qualifier: point.qualifier) {
                case .chosen(let target): targets = [target]
                case .missing, .unknownName: break
                default: return nil
                }
            }
            var search = wiring().captiveSearch(rule, inherited)
            for target in targets {
                if let path = search?.path(from: target) { return path }
            }
            return targets.isEmpty || point.shape.isCollection ? inherited.captive?(point) : nil
        }
    }
}
