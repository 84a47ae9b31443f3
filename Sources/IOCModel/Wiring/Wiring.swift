/// The choices for a graph's injection points: an edge for each point, and every fault.
package struct Wiring: Sendable {
    /// The choice for an injection point: the components that it leads to.
    package struct Edge: Hashable, Sendable {
        package var shape: InjectionShape
        package var targets: [Int]
        /// True if a component of a parent context fills it.
        package var isInherited: Bool
        /// False if several components fit and the class doesn't state which name its property asks for; the first instance
        /// decides. Until then the edge leads to every one of them.
        package var isCertain: Bool
    }

    /// A fault, and the definitions that take part in it.
    package struct Found: Sendable {
        package var fault: Fault
        package var members: [Int]
    }

    /// The supply of a parent context.
    package struct ParentSupply {
        /// True if it supplies a type under a name.
        package var supplies: (TypeID, String?) -> Bool
        /// Returns the path from its value for an injection point to something that lives shorter than a singleton; nil if it has
        /// nothing of that kind.
        package var captive: ((InjectionPointFacts) -> CaptivePath?)?

        package init(
            supplies: @escaping (TypeID, String?) -> Bool, captive: ((InjectionPointFacts) -> CaptivePath?)? = nil
        ) {
            self.supplies = supplies
            self.captive = captive
        }

        /// The supply of a context without a parent.
        package static var none: ParentSupply { ParentSupply(supplies: { _, _ in false }) }
    }

    /// For each definition its injection points.
    package private(set) var points: [[InjectionPointFacts]]
    /// For each definition its edges, in the order of its injection points.
    package private(set) var edges: [[Edge]] = []
    package private(set) var found: [Found] = []

    /// All faults.
    package var faults: [Fault] { found.map(\.fault) }

    /// Chooses for every injection point of every definition.
    /// - Parameters:
    ///   - rule: The definitions and how to choose among them.
    ///   - points: For each definition its injection points.
    ///   - forbidsCycles: True if a cycle through injected properties is a fault.
    ///   - inherited: The supply of a parent context.
    package init(
        rule: CandidateRule, points: [[InjectionPointFacts]], forbidsCycles: Bool, inherited: ParentSupply = .none
    ) {
        self.points = points
        var faulty: [Found] = []
        var searches = Searches()
        edges.reserveCapacity(points.count)
        for definition in points.indices {
            edges.append(
                points[definition].map { point in
                    Self.edge(of: point, by: rule, inherited: inherited.supplies, &searches) {
                        faulty.append(Found(fault: $0, members: [definition]))
                    }
                })
        }
        var search = captiveSearch(rule, inherited)
        for definition in points.indices { faulty += judge(definition, rule, &search) }
        if !faulty.isEmpty {
            let paths = GraphWalk(successors: successors).pathsFromRoots
            for var item in faulty {
                let path = paths.path(to: item.members[0]).map { rule.definitions[$0].name }
                item.fault.path = path + item.fault.path.dropFirst()
                // A class that conforms by hand doesn't state the lines of its properties; then the class is the place.
                if item.fault.origin == nil { item.fault.place = rule.definitions[item.members[0]].origin }
                found.append(item)
            }
        }
        found += circlesOfConstructors.map { cycle in
            Found(fault: fault(ofConstructors: cycle, rule.definitions), members: cycle)
        }
        found += unkept(rule.definitions)
        if forbidsCycles {
            found += GraphWalk(successors: certainSuccessors).cycles.map { forbidden($0, rule.definitions) }
        }
    }

    /// For each injection point of a definition the one component that fills it; nil if there isn't one, if it is a parent
    /// context's, or if only an instance shows what its property asks for.
    package func targets(of definition: Int) -> [Int?] {
        zip(points[definition], edges[definition]).map { point, edge in
            let isKnown = point.isQualifierKnown && edge.shape == .one && edge.isCertain && !edge.isInherited
            return isKnown && edge.targets.count == 1 ? edge.targets[0] : nil
        }
    }

    private func forbidden(_ cycle: [Int], _ definitions: [DefinitionFacts]) -> Found {
        let steps = steps(of: cycle) { definitions[$0].name }
        let first = points[cycle[0]].first { $0.property == steps[0].property }
        return Found(
            fault: Fault(.cycleForbidden(steps), at: first?.location.map(Origin.source)), members: cycle)
    }

    /// Chooses for the points that only an instance has shown: names that its class doesn't state, or properties of an instance
    /// that is more than its definition promises.
    /// - Parameters:
    ///   - known: The instance's points with their names.
    ///   - isKnown: True if the points take the place of those without names; false if they are new.
    /// - Returns: The faults of its injection points, and the cycle that they close if cycles are forbidden.
    package mutating func learn(
        _ known: [InjectionPointFacts], of definition: Int, replacing isKnown: Bool, rule: CandidateRule,
        forbidsCycles: Bool, inherited: ParentSupply = .none
    ) -> [Fault] {
        var searches = Searches()
        var faults: [Fault] = []
        let chosen = known.map { point in
            Self.edge(of: point, by: rule, inherited: inherited.supplies, &searches) { faults.append($0) }
        }
        if isKnown {
            points[definition] = known
            edges[definition] = chosen
        } else {
            // Another thread may have added them.
            let names = Set(points[definition].map(\.property))
            for (point, edge) in zip(known, chosen) where !names.contains(point.property) {
                points[definition].append(point)
                edges[definition].append(edge)
            }
        }
        var search = captiveSearch(rule, inherited)
        var judged = judge(definition, rule, &search)
        guard leadsBack(definition) else { return faults + judged.map(\.fault) }
        judged += unkept(rule.definitions, with: definition)
        if forbidsCycles {
            let walk = GraphWalk(successors: certainSuccessors)
            let group = walk.groups[walk.groupOfNode[definition]]
            if walk.isCycle(group) { judged.append(forbidden(walk.cycle(in: group), rule.definitions)) }
        }
        return faults + judged.map(\.fault)
    }

    /// Returns true if a definition leads back to itself.
    private func leadsBack(_ definition: Int) -> Bool {
        var seen: Set<Int> = []
        var pending = [definition]
        while let next = pending.popLast() {
            for edge in edges[next] where edge.shape.isImmediate {
                if edge.targets.contains(definition) { return true }
                pending += edge.targets.filter { seen.insert($0).inserted }
            }
        }
        return false
    }

    /// Returns the faults of the injection points of an object that is no component.
    package static func faults(
        of points: [InjectionPointFacts], rule: CandidateRule, inherited: ParentSupply = .none
    ) -> [Fault] {
        var searches = Searches()
        var faults: [Fault] = []
        for point in points {
            _ = edge(of: point, by: rule, inherited: inherited.supplies, &searches) { faults.append($0) }
        }
        return faults
    }

    /// For each definition those it reaches through properties and parameters that are filled when read or passed. Providers
    /// are left out, because they are asked later.
    package var successors: [[Int]] {
        edges.map { $0.flatMap { $0.shape.isImmediate ? $0.targets : [] } }
    }

    /// The same without edges that only an instance decides.
    package var certainSuccessors: [[Int]] {
        edges.map { $0.flatMap { $0.shape.isImmediate && $0.isCertain ? $0.targets : [] } }
    }

    /// A circle of definitions with the property on each edge, where a property shows it.
    package func steps(of cycle: [Int], named name: (Int) -> String) -> [Fault.CycleStep] {
        cycle.indices.map { index in
            let next = cycle[(index + 1) % cycle.count]
            let points = points[cycle[index]]
            let edge = edges[cycle[index]].firstIndex { $0.shape.isImmediate && $0.targets.contains(next) }
            return Fault.CycleStep(component: name(cycle[index]), property: edge.map { points[$0].property })
        }
    }

    // MARK: What edges come to

    /// The search for what singletons would keep too long; nil if nothing lives shorter.
    func captiveSearch(_ rule: CandidateRule, _ inherited: ParentSupply) -> CaptiveSearch? {
        guard inherited.captive != nil || rule.hasShortLived else { return nil }
        return CaptiveSearch(definitions: rule.definitions, edges: edges) { [edges, points] owner, index in
            let edge = edges[owner][index]
            guard let captive = inherited.captive, edge.isInherited || edge.shape.isCollection else { return nil }
            return captive(points[owner][index])
        }
    }

    /// Returns the faults of a definition's edges: targets that need arguments, or that live shorter.
    private func judge(_ definition: Int, _ rule: CandidateRule, _ search: inout CaptiveSearch?) -> [Found] {
        let owner = rule.definitions[definition]
        var found: [Found] = []
        for (index, (point, edge)) in zip(points[definition], edges[definition]).enumerated() {
            if owner.scope.isSingleton, let path = search?.path(from: definition, over: index) {
                let kind = Fault.Kind.dependencyCaptive(
                    owner: owner.name, ownerScope: owner.scope.name, name: path.names.last ?? "",
                    scope: path.scope)
                found.append(
                    Found(fault: Fault(kind, asked: point, path: path.names), members: path.members))
            }
            if let target = edge.targets.first(where: { rule.definitions[$0].needsArguments }) {
                let fault = Fault(
                    .argumentsNeeded(name: rule.definitions[target].name), asked: point,
                    wanted: rule.types.name(of: point.wanted))
                found.append(Found(fault: fault, members: [definition, target]))
            }
        }
        return found
    }

    private static func meaningless(_ point: InjectionPointFacts, _ rule: CandidateRule) -> Fault {
        Fault(.shapeMeaningless, asked: point, wanted: rule.types.name(of: point.wanted))
    }

    /// Searches among the definitions that many injection points have in common.
    private struct Searches {
        /// The definitions that fit a type, by its identity.
        var lists: [TypeID: [Int]] = [:]

        /// All definitions that fit a type.
        mutating func all(_ wanted: TypeID, by rule: CandidateRule) -> [Int] {
            if let known = lists[wanted] { return known }
            let all = rule.all(wanted)
            lists[wanted] = all
            return all
        }

        /// The choices for types without a name.
        private var choices: [TypeID: Choice] = [:]

        /// The choice for a type without a name.
        mutating func choice(_ wanted: TypeID, by rule: CandidateRule) -> Choice {
            if let known = choices[wanted] { return known }
            let choice = rule.choose(wanted)
            choices[wanted] = choice
            return choice
        }

        /// The number of faults that have their near misses; those past the limit are only counted, and need none.
        private var explained = 0

        /// The fault that a choice amounts to.
        mutating func fault(of choice: Choice, at point: InjectionPointFacts, by rule: CandidateRule) -> Fault? {
            explained += 1
            return rule.fault(of: choice, wanted: point.wanted, at: point, isExplained: explained <= Fault.limit)
        }
    }

    /// The edge of an injection point.
    /// - Parameters:
    ///   - searches: The searches that all points share.
    ///   - report: Receives the point's fault.
    private static func edge(
        of point: InjectionPointFacts, by rule: CandidateRule, inherited: (TypeID, String?) -> Bool,
        _ searches: inout Searches, report: (Fault) -> Void
    ) -> Edge {
        var edge = Edge(shape: point.shape, targets: [], isInherited: false, isCertain: true)
        switch point.shape {
        case .setting, .context: return edge
        case .meaningless:
            report(meaningless(point, rule))
            return edge
        default: break
        }
        if point.shape.isCollection || !point.isQualifierKnown {
            edge.targets =
                point.qualifier == nil
                ? searches.all(point.wanted, by: rule) : rule.all(point.wanted, qualifier: point.qualifier)
            edge.isCertain = point.isQualifierKnown || edge.targets.count < 2
            if edge.targets.isEmpty { judgeEmpty(&edge, of: point, by: rule, inherited, &searches, report: report) }
            return edge
        }
        let choice =
            point.qualifier == nil
            ? searches.choice(point.wanted, by: rule) : rule.choose(point.wanted, qualifier: point.qualifier)
        switch choice {
        case .chosen(let target):
            edge.targets = [target]
            return edge
        case .missing, .unknownName:
            edge.isInherited = inherited(point.wanted, point.qualifier)
            if edge.isInherited || point.shape.mayBeEmpty { return edge }
        default: break
        }
        if let fault = searches.fault(of: choice, at: point, by: rule) { report(fault) }
        return edge
    }

    /// Judges a point that no component fits, which is a collection or doesn't state its name.
    private static func judgeEmpty(
        _ edge: inout Edge, of point: InjectionPointFacts, by rule: CandidateRule,
        _ inherited: (TypeID, String?) -> Bool, _ searches: inout Searches, report: (Fault) -> Void
    ) {
        if !point.isQualifierKnown, !rule.types.candidates(for: point.wanted).isEmpty {
            // With a name, a definition with arguments is another fault than a type without components.
            edge.isCertain = false
            return
        }
        if !point.shape.mayBeEmpty {
            edge.isInherited = inherited(point.wanted, nil)
            if !edge.isInherited, let fault = searches.fault(of: .missing, at: point, by: rule) { report(fault) }
            return
        }
        // No component is an `Int`: an empty list of them is a mistake, unless a definition provides such values.
        if point.shape.isCollection, rule.types.isValue(point.wanted), rule.candidates(for: point.wanted).isEmpty,
            !inherited(point.wanted, nil)
        {
            report(meaningless(point, rule))
        }
    }
}
