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
    private var table = EdgeTable()
    package private(set) var faults: [Fault] = []
    /// The definitions one of whose injection points has a fault.
    package private(set) var faultyDefinitions: Set<Int> = []

    /// Chooses for every injection point of every definition.
    /// - Parameters:
    ///   - rule: The definitions and how to choose among them.
    ///   - points: For each definition its injection points.
    ///   - forbidsCycles: Whether a cycle through injected properties is a fault.
    ///   - first: What was chosen, by the same rule, before instances had told the names that the properties ask for.
    ///   - inherited: Whether a parent context supplies a type under a name.
    package init<Types: TypeFacts>(
        rule: CandidateRule<Types>, points: [[InjectionPointFacts]], forbidsCycles: Bool, refining first: Wiring? = nil,
        inherited: (TypeID, String?) -> Bool
    ) {
        var faulty: [(definition: Int, fault: Fault)] = []
        table.reserve(definitions: points.count, edges: points.reduce(0) { $0 + $1.count })
        // A binding could win over the only candidate.
        let known = first.flatMap { $0.faults.isEmpty && rule.bindings.isEmpty ? $0.table : nil }
        for (definition, points) in points.enumerated() {
            if let known, known.stands(of: definition, for: points) {
                table.append(definition, of: known)
                continue
            }
            for point in points {
                let (edge, fault) = Self.edge(of: point, by: rule, inherited: inherited)
                table.append(edge)
                if let fault { faulty.append((definition, fault)) }
                if let fault = Self.captive(definition, point, edge, rule) { faulty.append((definition, fault)) }
                if let fault = Self.unanswerable(point, edge, rule) { faulty.append((definition, fault)) }
            }
            table.endDefinition()
        }
        if !faulty.isEmpty {
            faultyDefinitions = Set(faulty.map(\.definition))
            let paths = GraphWalk(successors: successors).pathsFromRoots
            for (definition, var fault) in faulty {
                fault.path = paths.path(to: definition).map { rule.definitions[$0].name }
                faults.append(fault)
            }
        }
        faults += unkeptCycles(rule.definitions.map(\.scope)).map { cycle in
            Fault(.cycleUnkept(steps(of: cycle, rule.definitions.map(\.name))))
        }
        if forbidsCycles {
            let names = rule.definitions.map(\.name)
            let walk = GraphWalk(successors: successors)
            faults += walk.groups.filter(walk.isCycle).map { group in
                let cycle = walk.cycle(in: group)
                let steps = steps(of: cycle, names)
                let first = points[cycle[0]].first { $0.property == steps[0].property }
                return Fault(.cycleForbidden(steps), at: first?.location.map(Origin.source))
            }
        }
    }

    /// For each definition its edges, in the order of its injection points.
    package var edges: Edges { table.edges }

    /// Chooses anew for one definition, once an instance has told what its properties ask for.
    /// - Returns: What is wrong with its injection points.
    package mutating func rewire<Types: TypeFacts>(
        _ definition: Int, points: [InjectionPointFacts], rule: CandidateRule<Types>,
        inherited: (TypeID, String?) -> Bool
    ) -> [Fault] {
        let outcome = points.map { Self.edge(of: $0, by: rule, inherited: inherited) }
        table.replace(definition, by: outcome.map(\.0))
        return outcome.compactMap(\.1)
            + zip(points, outcome).flatMap { point, outcome in
                [
                    Self.captive(definition, point, outcome.0, rule), Self.unanswerable(point, outcome.0, rule),
                ].compactMap { $0 }
            }
    }

    /// What is wrong with injection points of an object that is no component.
    package static func faults<Types: TypeFacts>(
        of points: [InjectionPointFacts], rule: CandidateRule<Types>, inherited: (TypeID, String?) -> Bool
    ) -> [Fault] {
        points.compactMap { edge(of: $0, by: rule, inherited: inherited).1 }
    }

    /// For each definition those it reaches through properties that are filled when read; providers are left out, as
    /// they are asked later.
    package var successors: [[Int]] { table.successors() }

    /// The same, without properties whose name no instance has told yet and that several components may serve.
    package var settledSuccessors: [[Int]] { table.successors(settled: true) }

    /// One shortest cycle of each group of components that depend on each other.
    package func cycles(named names: [String]) -> [[Fault.CycleStep]] {
        let walk = GraphWalk(successors: successors)
        return walk.groups.filter(walk.isCycle).map { steps(of: walk.cycle(in: $0), names) }
    }

    /// A circle of definitions with the property on each edge, where a property shows it.
    package func steps(of cycle: [Int], _ names: [String]) -> [Fault.CycleStep] {
        cycle.indices.map { index in
            let next = cycle[(index + 1) % cycle.count]
            let edge = table.edges(of: cycle[index]).first { $0.shape.isImmediate && $0.targets.contains(next) }
            return Fault.CycleStep(component: names[cycle[index]], property: edge?.property)
        }
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
        guard edge.shape.isImmediate, !edge.isOpen || edge.targets.count == 1 else { return nil }
        guard
            let target = edge.targets.first(where: {
                rule.definitions[definition].scope.outlives(rule.definitions[$0].scope)
            })
        else { return nil }
        let owner = rule.definitions[definition]
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
