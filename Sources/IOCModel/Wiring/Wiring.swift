import IOCBase

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
    private(set) var table = EdgeTable()
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
    package init(
        rule: CandidateRule, points: [[InjectionPointFacts]], forbidsCycles: Bool, refining first: Wiring? = nil,
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
            var searches = Searches()
            table.reserve(definitions: points.count, edges: points.reduce(0) { $0 + $1.count })
            for definition in points.indices {
                if let known, let stands, stands[definition] {
                    table.append(definition, of: known, points: points[definition])
                    continue
                }
                let points = points[definition]
                for index in points.indices {
                    let aim = Self.aim(of: index, in: points, by: rule, inherited: inherited.supplies, &searches) {
                        faulty.append(Found(fault: $0, members: [definition]))
                    }
                    let mark = EdgeTable.Mark(
                        shape: points[index].shape, isInherited: aim.isInherited, isOpen: aim.isOpen)
                    // Most have one, and a list of it would be an allocation.
                    if aim.only >= 0 {
                        table.append(mark, to: CollectionOfOne(aim.only))
                    } else {
                        table.append(mark, to: aim.several)
                    }
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
            let paths = GraphWalk(successors).pathsFromRoots
            for var item in faulty {
                let path = paths.path(to: item.members[0]).map { rule.definitions[$0].name }
                item.fault.path = path + item.fault.path.dropFirst()
                // Only an instance tells the line of a property; until there is one, its class is the place.
                if item.fault.origin == nil { item.fault.place = rule.definitions[item.members[0]].origin }
                found.append(item)
            }
        }
        found += circlesOfConstructors(points).map { cycle in
            Found(fault: fault(ofConstructors: cycle, points, rule.definitions), members: cycle)
        }
        found += unkeptCycles(rule.definitions.map(\.scope), points).map { cycle in
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
    package mutating func rewire(
        _ definition: Int, points: @escaping (Int) -> [InjectionPointFacts], rule: CandidateRule,
        inherited: ParentSupply = .none
    ) -> [Fault] {
        let own = points(definition)
        var searches = Searches()
        var faults: [Fault] = []
        let edges = own.indices.map { index in
            Self.edge(
                Self.aim(of: index, in: own, by: rule, inherited: inherited.supplies, &searches) { faults.append($0) },
                of: own[index])
        }
        table.replace(definition, by: edges)
        var search = captiveSearch(rule, points: points, inherited)
        let judged = Self.judge(definition, own, table.edges(of: definition), rule, &search)
        return faults + judged.map(\.fault)
    }

    /// How a component leads to something that lives shorter than a singleton, itself included.
    package func captive(
        from definition: Int, points: @escaping (Int) -> [InjectionPointFacts], rule: CandidateRule,
        inherited: ParentSupply = .none
    ) -> CaptivePath? {
        var search = captiveSearch(rule, points: points, inherited)
        return search?.path(from: definition)
    }

    /// What is wrong with injection points of an object that is no component.
    package static func faults(
        of points: [InjectionPointFacts], rule: CandidateRule, inherited: ParentSupply = .none
    ) -> [Fault] {
        var searches = Searches()
        var faults: [Fault] = []
        for index in points.indices {
            _ = aim(of: index, in: points, by: rule, inherited: inherited.supplies, &searches) { faults.append($0) }
        }
        return faults
    }

    /// For each definition those it reaches through properties that are filled when read; providers are left out, as
    /// they are asked later.
    package var successors: Adjacency { table.successors() }

    /// The same for one definition, without properties whose name no instance has told yet and that several may serve.
    package func settledSuccessors(of definition: Int) -> [Int] {
        table.edges(of: definition).flatMap { $0.mark.isFollowed(settled: true) ? $0.targets : [] }
    }

    /// The same, without properties whose name no instance has told yet and that several components may serve.
    package var settledSuccessors: Adjacency { table.successors(settled: true) }

    /// One shortest cycle of each group of components that depend on each other.
    package func cycles(named names: [String]) -> [[Fault.CycleStep]] {
        cycleMembers.map { steps(of: $0) { names[$0] } }
    }

    private var cycleMembers: [[Int]] {
        let walk = GraphWalk(successors)
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
    private func captiveSearch(
        _ rule: CandidateRule, points: @escaping (Int) -> [InjectionPointFacts], _ inherited: ParentSupply
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
    private static func judge(
        _ definition: Int, _ points: [InjectionPointFacts], _ edges: [Edge], _ rule: CandidateRule,
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

    private static func meaningless(
        _ point: InjectionPointFacts, _ rule: CandidateRule
    ) -> Fault {
        var fault = Fault(.shapeMeaningless, asked: point)
        fault.wanted = rule.types.name(of: point.wanted)
        return fault
    }

    /// Searches among the definitions that many injection points have in common.
    private struct Searches {
        /// The definitions that fit a type, by its identity's number.
        var lists = AddressTable<[Int]>()
        /// How many faults have their near misses; those past the limit are only counted, and need none.
        private var explained = 0

        /// The fault that a choice amounts to.
        mutating func fault(of choice: Choice, at point: InjectionPointFacts, by rule: CandidateRule) -> Fault? {
            explained += 1
            return rule.fault(of: choice, wanted: point.wanted, at: point, isExplained: explained <= Fault.limit)
        }
    }

    /// Where an injection point leads.
    private struct Aim {
        /// The only one it leads to; -1 where it leads nowhere or to several.
        var only = -1
        var several: [Int] = []
        var isInherited = false
        var isOpen = false

        init() {}
        init(only: Int) { self.only = only }
        init(_ targets: [Int]) {
            if targets.count == 1 { only = targets[0] } else { several = targets }
        }

        var targets: [Int] { only < 0 ? several : [only] }
        var isEmpty: Bool { only < 0 && several.isEmpty }
    }

    /// The edge of an injection point.
    private static func edge(_ aim: Aim, of point: InjectionPointFacts) -> Edge {
        Edge(
            property: point.property, shape: point.shape, targets: aim.targets, isInherited: aim.isInherited,
            isOpen: aim.isOpen)
    }

    /// Where an injection point leads.
    ///
    /// It is told by its place, as it would be copied otherwise.
    /// - Parameters:
    ///   - searches: The searches that all points share.
    ///   - tell: Hears what is wrong with it.
    private static func aim(
        of index: Int, in points: [InjectionPointFacts], by rule: CandidateRule,
        inherited: (TypeID, String?) -> Bool, _ searches: inout Searches, tell: (Fault) -> Void
    ) -> Aim {
        let shape = points[index].shape
        if shape == .property || shape == .context { return Aim() }
        if shape == .meaningless {
            tell(meaningless(points[index], rule))
            return Aim()
        }
        let wanted = points[index].wanted
        let isNamed = points[index].qualifier != nil
        let isKnown = points[index].isQualifierKnown
        let asksForAll = shape.isCollection || !isKnown
        if !isNamed, asksForAll || rule.bindings.isEmpty, let only = rule.only(wanted) { return Aim(only: only) }
        // Until an instance has told the qualifier, only a type that nobody has can be called wrong.
        guard asksForAll else {
            let choice = rule.choose(wanted, qualifier: points[index].qualifier)
            switch choice {
            case .chosen(let target): return Aim(only: target)
            case .missing, .unknownName:
                if inherited(wanted, points[index].qualifier) {
                    var aim = Aim()
                    aim.isInherited = true
                    return aim
                }
                if shape.mayBeEmpty { return Aim() }
            default: break
            }
            if let fault = searches.fault(of: choice, at: points[index], by: rule) { tell(fault) }
            return Aim()
        }
        var aim: Aim
        if isNamed {
            aim = Aim(rule.all(wanted, qualifier: points[index].qualifier))
        } else {
            aim = Aim(searches.lists.change(wanted.rawValue, initial: rule.all(wanted)) { $0 })
        }
        aim.isOpen = !isKnown && aim.several.count > 1
        guard aim.isEmpty else { return aim }
        if !isKnown, !rule.types.candidates(for: wanted).isEmpty {
            // Named, a definition with arguments is another fault than a type that nobody has.
            aim.isOpen = true
            return aim
        }
        if !shape.mayBeEmpty {
            aim.isInherited = inherited(wanted, nil)
            if !aim.isInherited, let fault = searches.fault(of: .missing, at: points[index], by: rule) { tell(fault) }
            return aim
        }
        // No component is an `Int`: an empty list of them is a mistake, unless somebody defines such values.
        if shape.isCollection, rule.types.isValue(wanted), rule.candidates(for: wanted).isEmpty,
            !inherited(wanted, nil)
        {
            tell(meaningless(points[index], rule))
        }
        return aim
    }
}
