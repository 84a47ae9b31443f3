/// What a graph's injection points come to: an edge for each point, and all that is wrong.
///
/// The running container and the source tool both ask here, so they reach the same verdict.
package struct Wiring: Sendable {
    /// Which components an injection point of a component leads to.
    package struct Edge: Hashable, Sendable {
        package var property: String
        package var shape: InjectionShape
        package var targets: [Int]
        /// Filled by a component of a parent context.
        package var isInherited: Bool
        /// Whether a choice is still to be made, as no instance has told yet which name the property asks for.
        package var isOpen: Bool
    }

    /// For each definition its edges, in the order of its injection points.
    package private(set) var edges: [[Edge]] = []
    package private(set) var faults: [Fault] = []
    /// The definitions one of whose injection points has a fault.
    package private(set) var faultyDefinitions: Set<Int> = []

    /// Chooses for every injection point of every definition.
    /// - Parameters:
    ///   - rule: The definitions and how to choose among them.
    ///   - points: For each definition its injection points.
    ///   - forbidsCycles: Whether a cycle through injected properties is a fault.
    ///   - inherited: Whether a parent context supplies a type under a name.
    package init<Types: TypeFacts>(
        rule: CandidateRule<Types>, points: [[InjectionPointFacts]], forbidsCycles: Bool,
        inherited: (TypeID, String?) -> Bool
    ) {
        var faulty: [(definition: Int, fault: Fault)] = []
        edges.reserveCapacity(points.count)
        for (definition, points) in points.enumerated() {
            edges.append(
                points.map { point in
                    let (edge, fault) = Self.edge(of: point, by: rule, inherited: inherited)
                    let misfits = [fault] + Self.misfits(definition, point, edge, rule)
                    faulty += misfits.compactMap { $0 }.map { (definition, $0) }
                    return edge
                })
        }
        if !faulty.isEmpty {
            faultyDefinitions = Set(faulty.map(\.definition))
            let walk = GraphWalk(successors: Self.successors(edges))
            for (definition, var fault) in faulty {
                fault.path = walk.pathFromRoot(to: definition).map { rule.definitions[$0].name }
                faults.append(fault)
            }
        }
        if forbidsCycles {
            faults += cycles(named: rule.definitions.map(\.name)).map { Fault(.cycleForbidden($0)) }
        }
    }

    /// Chooses anew for one definition, once an instance has told what its properties ask for.
    /// - Returns: What is wrong with its injection points.
    package mutating func rewire<Types: TypeFacts>(
        _ definition: Int, points: [InjectionPointFacts], rule: CandidateRule<Types>,
        inherited: (TypeID, String?) -> Bool
    ) -> [Fault] {
        let outcome = points.map { Self.edge(of: $0, by: rule, inherited: inherited) }
        edges[definition] = outcome.map(\.0)
        return outcome.compactMap(\.1)
            + zip(points, outcome).flatMap { Self.misfits(definition, $0, $1.0, rule).compactMap { $0 } }
    }

    /// What is wrong with injection points of an object that is no component.
    package static func faults<Types: TypeFacts>(
        of points: [InjectionPointFacts], rule: CandidateRule<Types>, inherited: (TypeID, String?) -> Bool
    ) -> [Fault] {
        points.compactMap { edge(of: $0, by: rule, inherited: inherited).1 }
    }

    /// For each definition those it reaches through properties that are filled when read; providers are left out, as
    /// they are asked later.
    package var successors: [[Int]] { Self.successors(edges) }

    /// One shortest cycle of each group of components that depend on each other.
    package func cycles(named names: [String]) -> [[Fault.CycleStep]] {
        let walk = GraphWalk(successors: successors)
        return walk.groups.filter(walk.isCycle).map { group in
            let cycle = walk.cycle(in: group)
            return cycle.indices.map { index in
                let next = cycle[(index + 1) % cycle.count]
                let edge = edges[cycle[index]].first { Self.isImmediate($0) && $0.targets.contains(next) }
                return Fault.CycleStep(component: names[cycle[index]], property: edge?.property)
            }
        }
    }

    private static func successors(_ edges: [[Edge]]) -> [[Int]] {
        edges.map { $0.flatMap { isImmediate($0) && !$0.isInherited ? $0.targets : [] } }
    }

    private static func isImmediate(_ edge: Edge) -> Bool {
        switch edge.shape {
        case .one, .optional, .all, .allByName: true
        case .provider, .optionalProvider, .property: false
        }
    }

    /// What is wrong with a choice that the candidate rule has made.
    private static func misfits<Types: TypeFacts>(
        _ definition: Int, _ point: InjectionPointFacts, _ edge: Edge, _ rule: CandidateRule<Types>
    ) -> [Fault?] {
        [captive(definition, point, edge, rule), unanswerable(point, edge, rule)]
    }

    /// A component that is made from arguments, which no property has to give.
    private static func unanswerable<Types: TypeFacts>(
        _ point: InjectionPointFacts, _ edge: Edge, _ rule: CandidateRule<Types>
    ) -> Fault? {
        guard !edge.isOpen, let target = edge.targets.first(where: { rule.definitions[$0].needsArguments }) else {
            return nil
        }
        var fault = Fault(.argumentsNeeded(name: rule.definitions[target].name))
        fault.point = point
        fault.wanted = rule.types.name(of: point.wanted)
        return fault
    }

    /// A longer-lived component that would keep a shorter-lived one.
    private static func captive<Types: TypeFacts>(
        _ definition: Int, _ point: InjectionPointFacts, _ edge: Edge, _ rule: CandidateRule<Types>
    ) -> Fault? {
        let owner = rule.definitions[definition]
        guard isImmediate(edge), !edge.isOpen || edge.targets.count == 1 else { return nil }
        guard let target = edge.targets.first(where: { owner.scope.outlives(rule.definitions[$0].scope) }) else {
            return nil
        }
        let held = rule.definitions[target]
        var fault = Fault(
            .captiveDependency(
                owner: owner.name, ownerScope: owner.scope.name, name: held.name, scope: held.scope.name))
        fault.point = point
        return fault
    }

    private static func edge<Types: TypeFacts>(
        of point: InjectionPointFacts, by rule: CandidateRule<Types>, inherited: (TypeID, String?) -> Bool
    ) -> (Edge, Fault?) {
        var edge = Edge(property: point.property, shape: point.shape, targets: [], isInherited: false, isOpen: false)
        if point.shape == .property { return (edge, nil) }
        // Until an instance has told the qualifier, only a type that nobody has can be called wrong.
        if point.shape == .all || point.shape == .allByName || !point.isQualifierKnown {
            edge.targets = rule.all(point.wanted, qualifier: point.qualifier)
            let needsOne = point.shape == .one || point.shape == .provider
            edge.isOpen = !point.isQualifierKnown && edge.targets.count > 1
            if needsOne, edge.targets.isEmpty {
                if inherited(point.wanted, nil) {
                    edge.isInherited = true
                } else {
                    return (edge, rule.fault(of: .missing, wanted: point.wanted, at: point))
                }
            }
            return (edge, nil)
        }
        let choice = rule.choose(point.wanted, qualifier: point.qualifier)
        switch choice {
        case .chosen(let target):
            edge.targets = [target]
            return (edge, nil)
        case .missing, .unknownName:
            if inherited(point.wanted, point.qualifier) {
                edge.isInherited = true
                return (edge, nil)
            }
            let mayBeAbsent = point.shape == .optional || point.shape == .optionalProvider
            return (edge, mayBeAbsent ? nil : rule.fault(of: choice, wanted: point.wanted, at: point))
        default: return (edge, rule.fault(of: choice, wanted: point.wanted, at: point))
        }
    }
}
