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

        var mark: EdgeTable.Mark { EdgeTable.Mark(shape: shape, isInherited: isInherited, isOpen: isOpen) }
    }

    /// Something wrong, and the definitions that take part in it.
    package struct Found: Sendable {
        package var fault: Fault
        package var members: [Int]
    }

    /// What a parent context can give.
    package struct ParentSupply {
        /// Whether it supplies a type under a name.
        package var supplies: (TypeID, String?) -> Bool
        /// How what it gives an injection point leads to something that lives shorter than a singleton; nil where it has
        /// nothing of that kind.
        package var captive: ((InjectionPointFacts) -> CaptivePath?)?

        package init(
            supplies: @escaping (TypeID, String?) -> Bool, captive: ((InjectionPointFacts) -> CaptivePath?)? = nil
        ) {
            self.supplies = supplies
            self.captive = captive
        }

        /// Of a context without a parent.
        package static var none: ParentSupply { ParentSupply(supplies: { _, _ in false }) }
    }

    /// For each definition its edges, in the order of its injection points.
    private var table = EdgeTable()
    package private(set) var found: [Found] = []
    /// Whether every choice is the one that was made before instances had told names.
    package private(set) var isAsFirst = false

    /// All that is wrong.
    package var faults: [Fault] { found.map(\.fault) }

    /// The definitions one of whose injection points has a fault.
    package private(set) var faultyDefinitions: Set<Int> = []

    /// Chooses for every injection point of every definition.
    /// - Parameters:
    ///   - rule: The definitions and how to choose among them.
    ///   - points: For each definition its injection points.
    ///   - forbidsCycles: Whether a cycle through injected properties is a fault.
    ///   - first: What was chosen, by the same rule, before instances had told the names that the properties ask for.
    ///   - inherited: What a parent context can give.
    package init<Types: TypeFacts>(
        rule: CandidateRule<Types>, points: [[InjectionPointFacts]], forbidsCycles: Bool, refining first: Wiring? = nil,
        inherited: ParentSupply = .none
    ) {
        var faulty: [Found] = []
        // A binding could win over the only candidate.
        let known = first.flatMap { $0.found.isEmpty && rule.bindings.isEmpty ? $0.table : nil }
        let stands = known.map { known in points.indices.map { known.stands(of: $0, for: points[$0]) } }
        if let known, let stands, !stands.contains(false) {
            isAsFirst = true
            table = known.settled(by: points)
        } else {
            // Many points ask for one type, and what fits it is found once.
            var fitting: [UInt: [Int]] = [:]
            table.reserve(definitions: points.count, edges: points.reduce(0) { $0 + $1.count })
            for (definition, points) in points.enumerated() {
                if let known, let stands, stands[definition] {
                    table.append(definition, of: known, points: points)
                    continue
                }
                for index in points.indices {
                    let (edge, fault) = Self.edge(of: points[index], by: rule, inherited: inherited.supplies, &fitting)
                    table.append(edge)
                    if let fault { faulty.append(Found(fault: fault, members: [definition])) }
                }
                table.endDefinition(points)
            }
        }
        var search = captiveSearch(rule, points: { points[$0] }, inherited)
        if search != nil || rule.definitions.contains(where: \.needsArguments) {
            for definition in points.indices {
                faulty += Self.judge(definition, points[definition], table.edges(of: definition), rule, &search)
            }
        }
        if !faulty.isEmpty {
            faultyDefinitions = Set(faulty.map { $0.members[0] })
            let paths = GraphWalk(successors: successors).pathsFromRoots
            for var item in faulty {
                let path = paths.path(to: item.members[0]).map { rule.definitions[$0].name }
                item.fault.path = path + item.fault.path.dropFirst()
                found.append(item)
            }
        }
        found += unkeptCycles(rule.definitions.map(\.scope)).map { cycle in
            Found(fault: Fault(.cycleUnkept(steps(of: cycle) { rule.definitions[$0].name })), members: cycle)
        }
        if forbidsCycles {
            found += cycleMembers.map { cycle in
                let steps = steps(of: cycle) { rule.definitions[$0].name }
                let first = points[cycle[0]].first { $0.property == steps[0].property }
                let fault = Fault(.cycleForbidden(steps), at: first?.location.map(Origin.source))
                return Found(fault: fault, members: cycle)
            }
        }
    }

    /// For each definition its edges, in the order of its injection points.
    package var edges: Edges { table.edges }

    /// Chooses anew for one definition, once an instance has told what its properties ask for.
    /// - Returns: What is wrong with its injection points.
    package mutating func rewire<Types: TypeFacts>(
        _ definition: Int, points: @escaping (Int) -> [InjectionPointFacts], rule: CandidateRule<Types>,
        inherited: ParentSupply = .none
    ) -> [Fault] {
        let own = points(definition)
        var fitting: [UInt: [Int]] = [:]
        let outcome = own.map { Self.edge(of: $0, by: rule, inherited: inherited.supplies, &fitting) }
        table.replace(definition, by: outcome.map(\.0))
        var search = captiveSearch(rule, points: points, inherited)
        let judged = Self.judge(definition, own, table.edges(of: definition), rule, &search)
        return outcome.compactMap(\.1) + judged.map(\.fault)
    }

    /// How a component leads to something that lives shorter than a singleton, itself included.
    package func captive<Types: TypeFacts>(
        from definition: Int, points: @escaping (Int) -> [InjectionPointFacts], rule: CandidateRule<Types>,
        inherited: ParentSupply = .none
    ) -> CaptivePath? {
        var search = captiveSearch(rule, points: points, inherited)
        return search?.path(from: definition)
    }

    /// What is wrong with injection points of an object that is no component.
    package static func faults<Types: TypeFacts>(
        of points: [InjectionPointFacts], rule: CandidateRule<Types>, inherited: ParentSupply = .none
    ) -> [Fault] {
        var fitting: [UInt: [Int]] = [:]
        return points.compactMap { edge(of: $0, by: rule, inherited: inherited.supplies, &fitting).1 }
    }

    /// For each definition those it reaches through properties that are filled when read; providers are left out, as
    /// they are asked later.
    package var successors: [[Int]] { table.successors() }

    /// The same for one definition, without properties whose name no instance has told yet and that several may serve.
    package func settledSuccessors(of definition: Int) -> [Int] {
        table.edges(of: definition).flatMap { $0.mark.isFollowed(settled: true) ? $0.targets : [] }
    }

    /// The same, without properties whose name no instance has told yet and that several components may serve.
    package var settledSuccessors: [[Int]] { table.successors(settled: true) }

    /// One shortest cycle of each group of components that depend on each other.
    package func cycles(named names: [String]) -> [[Fault.CycleStep]] {
        cycleMembers.map { steps(of: $0) { names[$0] } }
    }

    private var cycleMembers: [[Int]] {
        let walk = GraphWalk(successors: successors)
        return walk.groups.filter(walk.isCycle).map(walk.cycle)
    }

    /// A circle of definitions with the property on each edge, where a property shows it.
    package func steps(of cycle: [Int], named name: (Int) -> String) -> [Fault.CycleStep] {
        cycle.indices.map { index in
            let next = cycle[(index + 1) % cycle.count]
            let edge = table.edges(of: cycle[index]).first { $0.shape.isImmediate && $0.targets.contains(next) }
            return Fault.CycleStep(component: name(cycle[index]), property: edge?.property)
        }
    }

    // MARK: What edges come to

    /// The search for what singletons would keep too long; nil where nothing lives shorter.
    private func captiveSearch<Types: TypeFacts>(
        _ rule: CandidateRule<Types>, points: @escaping (Int) -> [InjectionPointFacts], _ inherited: ParentSupply
    ) -> CaptiveSearch? {
        guard inherited.captive != nil || rule.hasShortLived else { return nil }
        return CaptiveSearch(definitions: rule.definitions, edges: table.edges(of:)) { definition, edge in
            guard let captive = inherited.captive, edge.isInherited || edge.shape.isCollection,
                let point = points(definition).first(where: { $0.property == edge.property })
            else { return nil }
            return captive(point)
        }
    }

    /// What is wrong with where a definition's points lead: to what needs arguments, or to what lives shorter.
    private static func judge<Types: TypeFacts>(
        _ definition: Int, _ points: [InjectionPointFacts], _ edges: [Edge], _ rule: CandidateRule<Types>,
        _ search: inout CaptiveSearch?
    ) -> [Found] {
        let owner = rule.definitions[definition]
        var found: [Found] = []
        for (point, edge) in zip(points, edges) {
            if owner.scope.isSingleton, let path = search?.path(from: definition, over: edge) {
                let kind = Fault.Kind.dependencyCaptive(
                    owner: owner.name, ownerScope: owner.scope.name, name: path.names.last ?? "",
                    scope: path.scope)
                var fault = Fault(kind, asked: point)
                fault.path = path.names
                found.append(Found(fault: fault, members: path.members))
            }
            if let target = edge.targets.first(where: { rule.definitions[$0].needsArguments }) {
                var fault = Fault(.argumentsNeeded(name: rule.definitions[target].name), asked: point)
                fault.wanted = rule.types.name(of: point.wanted)
                found.append(Found(fault: fault, members: [definition, target]))
            }
        }
        return found
    }

    private static func meaningless<Types: TypeFacts>(
        _ point: InjectionPointFacts, _ rule: CandidateRule<Types>
    ) -> Fault {
        var fault = Fault(.shapeMeaningless, asked: point)
        fault.wanted = rule.types.name(of: point.wanted)
        return fault
    }

    /// - Parameter fitting: What fits a type, by its identity's number, as far as it was found.
    private static func edge<Types: TypeFacts>(
        of point: InjectionPointFacts, by rule: CandidateRule<Types>, inherited: (TypeID, String?) -> Bool,
        _ fitting: inout [UInt: [Int]]
    ) -> (Edge, Fault?) {
        var edge = Edge(property: point.property, shape: point.shape, targets: [], isInherited: false, isOpen: false)
        if point.shape == .property { return (edge, nil) }
        if point.shape == .meaningless { return (edge, meaningless(point, rule)) }
        // Until an instance has told the qualifier, only a type that nobody has can be called wrong.
        if point.shape.isCollection || !point.isQualifierKnown {
            if point.qualifier != nil {
                edge.targets = rule.all(point.wanted, qualifier: point.qualifier)
            } else if let known = fitting[point.wanted.rawValue] {
                edge.targets = known
            } else {
                edge.targets = rule.all(point.wanted)
                fitting[point.wanted.rawValue] = edge.targets
            }
            edge.isOpen = !point.isQualifierKnown && edge.targets.count > 1
            if edge.targets.isEmpty, !point.isQualifierKnown, !rule.types.candidates(for: point.wanted).isEmpty {
                // Named, a definition with arguments is another fault than a type that nobody has.
                edge.isOpen = true
                return (edge, nil)
            }
            if edge.targets.isEmpty, !point.shape.mayBeEmpty {
                if inherited(point.wanted, nil) {
                    edge.isInherited = true
                } else {
                    return (edge, rule.fault(of: .missing, wanted: point.wanted, at: point))
                }
            }
            // No component is an `Int`: an empty list of them is a mistake, unless somebody defines such values.
            if edge.targets.isEmpty, point.shape.isCollection, rule.types.isValue(point.wanted),
                rule.candidates(for: point.wanted).isEmpty, !inherited(point.wanted, nil)
            {
                return (edge, meaningless(point, rule))
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
            return (edge, point.shape.mayBeEmpty ? nil : rule.fault(of: choice, wanted: point.wanted, at: point))
        default: return (edge, rule.fault(of: choice, wanted: point.wanted, at: point))
        }
    }
}
