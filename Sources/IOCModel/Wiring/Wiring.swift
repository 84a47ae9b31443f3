/// The choices for a graph's injection points: an edge for each point, and all that is wrong.
///
/// The running container and the source tool both ask here, so they reach the same verdict.
package struct Wiring: Sendable {
    /// The choice for an injection point: the components that it leads to.
    package struct Edge: Hashable, Sendable {
        package var shape: InjectionShape
        package var targets: WiringTargets
        /// Filled by a component of a parent context.
        package var isInherited: Bool
        /// True if a choice is still to be made, as no instance has declared yet which name the property asks for.
        package var isOpen: Bool

        /// True if its targets are read at once; what a parent context supplies has none.
        /// - Parameter isSettled: True if the choice must have been made.
        func isFollowed(settled isSettled: Bool) -> Bool { shape.isImmediate && !(isSettled && isOpen) }

        /// True if the edge holds though the name that its point asks for was not known: nothing was to choose.
        ///
        /// The wiring of a boot with instances takes such edges over from the one before there were any.
        /// - Parameter isNamed: True if the point asks for a name.
        func stands(isNamed: Bool) -> Bool {
            shape == .property || (!isNamed && (shape.isCollection || targets.count == 1))
        }
    }

    /// Something wrong, and the definitions that take part in it.
    package struct Found: Sendable {
        package var fault: Fault
        package var members: [Int]
    }

    /// The supply of a parent context.
    package struct ParentSupply {
        /// True if it supplies a type under a name.
        package var supplies: (TypeID, String?) -> Bool
        /// Returns the path from its value for an injection point to something that lives shorter than a singleton; nil where it has
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

    /// For each definition the injection points that its edges are of, in one order with them.
    package private(set) var points: [[InjectionPointFacts]] = []
    /// For each definition its edges, in the order of its injection points.
    package private(set) var edges: [[Edge]] = []
    /// True if a choice was made anew for some definition, so that none may be taken over.
    private var isRewired = false
    /// True if any point is the parameter of an initializer.
    private(set) var hasParameters = false
    package private(set) var found: [Found] = []
    /// True if every choice is that of the wiring that this one refines, so that a walk over that one holds.
    package private(set) var isAsFirst = false

    /// All that is wrong.
    package var faults: [Fault] { found.map(\.fault) }

    /// The definitions one of whose injection points has a fault.
    package private(set) var faultyDefinitions: Set<Int> = []

    /// Chooses for every injection point of every definition.
    /// - Parameters:
    ///   - rule: The definitions and how to choose among them.
    ///   - points: For each definition its injection points.
    ///   - forbidsCycles: True if a cycle through injected properties is a fault.
    ///   - first: The choices of the same rule before instances had declared the names of their properties.
    ///   - inherited: The supply of a parent context.
    package init(
        rule: CandidateRule, points: [[InjectionPointFacts]], forbidsCycles: Bool, refining first: Wiring? = nil,
        inherited: ParentSupply = .none
    ) {
        self.points = points
        var faulty: [Found] = []
        // A binding could win over the only candidate.
        let known = first.flatMap { $0.found.isEmpty && !$0.isRewired && rule.bindings.isEmpty ? $0.edges : nil }
        isAsFirst = known != nil
        hasParameters = first?.hasParameters ?? false
        var searches = Searches()
        edges = known ?? Array(repeating: [], count: points.count)
        for definition in points.indices {
            if known != nil, takesOver(definition, points[definition]) { continue }
            isAsFirst = false
            let points = points[definition]
            edges[definition] = points.indices.map { index in
                if points[index].isParameter { hasParameters = true }
                return Self.edge(of: index, in: points, by: rule, inherited: inherited.supplies, &searches) {
                    faulty.append(Found(fault: $0, members: [definition]))
                }
            }
        }
        var search = captiveSearch(rule, points: { points[$0] }, inherited)
        if search != nil || rule.definitions.contains(where: \.needsArguments) {
            for definition in points.indices {
                faulty += Self.judge(definition, points[definition], edges[definition], rule, &search)
            }
        }
        if !faulty.isEmpty {
            faultyDefinitions = Set(faulty.map { $0.members[0] })
            let paths = GraphWalk(successors: successors).pathsFromRoots
            for var item in faulty {
                let path = paths.path(to: item.members[0]).map { rule.definitions[$0].name }
                item.fault.path = path + item.fault.path.dropFirst()
                // Only an instance knows the line of a property; until there is one, its class is the place.
                if item.fault.origin == nil { item.fault.place = rule.definitions[item.members[0]].origin }
                found.append(item)
            }
        }
        found += circlesOfConstructors.map { cycle in
            Found(fault: fault(ofConstructors: cycle, rule.definitions), members: cycle)
        }
        found += unkept(rule.definitions, points)
        if forbidsCycles {
            // A choice that only an instance tells closes no cycle yet: `rewire` looks again.
            found += GraphWalk(successors: settledSuccessors).cycles.map {
                forbidden($0, points: { points[$0] }, rule.definitions)
            }
        }
    }

    /// Takes over the edges of a definition that were chosen before names were known.
    /// - Returns: False where one of them has to be chosen anew.
    private mutating func takesOver(_ definition: Int, _ points: [InjectionPointFacts]) -> Bool {
        guard edges[definition].count == points.count else { return false }
        // By number, as each point and edge would be copied otherwise.
        for index in points.indices where !edges[definition][index].stands(isNamed: points[index].qualifier != nil) {
            return false
        }
        for index in points.indices where edges[definition][index].isOpen && points[index].isQualifierKnown {
            edges[definition][index].isOpen = false
        }
        return true
    }

    private func forbidden(
        _ cycle: [Int], points: (Int) -> [InjectionPointFacts], _ definitions: [DefinitionFacts]
    ) -> Found {
        let steps = steps(of: cycle) { definitions[$0].name }
        let first = points(cycle[0]).first { $0.property == steps[0].property }
        return Found(
            fault: Fault(.cycleForbidden(steps), at: first?.location.map(Origin.source)), members: cycle)
    }

    /// Chooses anew for one definition, once an instance has declared what its properties ask for.
    /// - Returns: The faults of its injection points, and the cycle that they close where cycles are forbidden.
    package mutating func rewire(
        _ definition: Int, points: @escaping (Int) -> [InjectionPointFacts], rule: CandidateRule, forbidsCycles: Bool,
        inherited: ParentSupply = .none
    ) -> [Fault] {
        let own = points(definition)
        self.points[definition] = own
        var searches = Searches()
        var faults: [Fault] = []
        edges[definition] = own.indices.map { index in
            Self.edge(of: index, in: own, by: rule, inherited: inherited.supplies, &searches) { faults.append($0) }
        }
        isRewired = true
        var search = captiveSearch(rule, points: points, inherited)
        var judged = Self.judge(definition, own, edges[definition], rule, &search)
        if !rule.definitions[definition].scope.keepsInstances {
            judged += unkept(rule.definitions, rule.definitions.indices.map(points), with: definition)
        }
        if forbidsCycles {
            let walk = GraphWalk(successors: settledSuccessors)
            let group = walk.groups[walk.groupOfNode[definition]]
            if walk.isCycle(group) {
                judged.append(forbidden(walk.cycle(in: group), points: points, rule.definitions))
            }
        }
        return faults + judged.map(\.fault)
    }

    /// Returns the faults of the injection points of an object that is no component.
    package static func faults(
        of points: [InjectionPointFacts], rule: CandidateRule, inherited: ParentSupply = .none
    ) -> [Fault] {
        var searches = Searches()
        var faults: [Fault] = []
        for index in points.indices {
            _ = edge(of: index, in: points, by: rule, inherited: inherited.supplies, &searches) { faults.append($0) }
        }
        return faults
    }

    /// For each definition those it reaches through properties that are filled when read; providers are left out, as
    /// they are asked later.
    package var successors: Adjacency { followed(settled: false) }

    /// The same, without properties whose name no instance has declared yet and that several components may serve.
    package var settledSuccessors: Adjacency { followed(settled: true) }

    /// Appends the same for one definition.
    package func addSettledSuccessors(of definition: Int, to list: inout [Int]) {
        addFollowed(by: definition, settled: true, to: &list)
    }

    private func followed(settled isSettled: Bool) -> Adjacency {
        var result = Adjacency(reserving: edges.count)
        for definition in edges.indices {
            result.addNode { addFollowed(by: definition, settled: isSettled, to: &$0) }
        }
        return result
    }

    private func addFollowed(by definition: Int, settled isSettled: Bool, to list: inout [Int]) {
        // By number, as each edge would be copied otherwise.
        for index in edges[definition].indices where edges[definition][index].isFollowed(settled: isSettled) {
            edges[definition][index].targets.add(to: &list)
        }
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

    /// The search for what singletons would keep too long; nil where nothing lives shorter.
    func captiveSearch(
        _ rule: CandidateRule, points: @escaping (Int) -> [InjectionPointFacts], _ inherited: ParentSupply
    ) -> CaptiveSearch? {
        guard inherited.captive != nil || rule.hasShortLived else { return nil }
        return CaptiveSearch(definitions: rule.definitions, edges: { [edges] in edges[$0] }) { [edges] owner, index in
            let edge = edges[owner][index]
            guard let captive = inherited.captive, edge.isInherited || edge.shape.isCollection else { return nil }
            let points = points(owner)
            return index < points.count ? captive(points[index]) : nil
        }
    }

    /// Returns the faults of a definition's edges: targets that need arguments, or that live shorter.
    private static func judge(
        _ definition: Int, _ points: [InjectionPointFacts], _ edges: [Edge], _ rule: CandidateRule,
        _ search: inout CaptiveSearch?
    ) -> [Found] {
        let owner = rule.definitions[definition]
        var found: [Found] = []
        for (index, (point, edge)) in zip(points, edges).enumerated() {
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

        /// The number of faults that have their near misses; those past the limit are only counted, and need none.
        private var explained = 0

        /// The fault that a choice amounts to.
        mutating func fault(of choice: Choice, at point: InjectionPointFacts, by rule: CandidateRule) -> Fault? {
            explained += 1
            return rule.fault(of: choice, wanted: point.wanted, at: point, isExplained: explained <= Fault.limit)
        }
    }

    /// Where an injection point leads.
    ///
    /// It is named by its place, as it would be copied otherwise.
    /// - Parameters:
    ///   - searches: The searches that all points share.
    ///   - report: Receives what is wrong with it.
    private static func edge(
        of index: Int, in points: [InjectionPointFacts], by rule: CandidateRule,
        inherited: (TypeID, String?) -> Bool, _ searches: inout Searches, report: (Fault) -> Void
    ) -> Edge {
        let shape = points[index].shape
        var edge = Edge(shape: shape, targets: [], isInherited: false, isOpen: false)
        if shape == .property || shape == .context { return edge }
        if shape == .meaningless {
            report(meaningless(points[index], rule))
            return edge
        }
        let wanted = points[index].wanted
        let isNamed = points[index].qualifier != nil
        let isKnown = points[index].isQualifierKnown
        let asksForAll = shape.isCollection || !isKnown
        if !isNamed, rule.bindings.isEmpty, let only = rule.only(wanted) {
            edge.targets = [only]
            return edge
        }
        // Until an instance has declared the qualifier, only a type that nobody has can be called wrong.
        guard asksForAll else {
            let choice = rule.choose(wanted, qualifier: points[index].qualifier)
            switch choice {
            case .chosen(let target):
                edge.targets = [target]
                return edge
            case .missing, .unknownName:
                if inherited(wanted, points[index].qualifier) {
                    edge.isInherited = true
                    return edge
                }
                if shape.mayBeEmpty { return edge }
            default: break
            }
            if let fault = searches.fault(of: choice, at: points[index], by: rule) { report(fault) }
            return edge
        }
        edge.targets = WiringTargets(
            isNamed ? rule.all(wanted, qualifier: points[index].qualifier) : searches.all(wanted, by: rule))
        edge.isOpen = !isKnown && edge.targets.count > 1
        guard edge.targets.isEmpty else { return edge }
        if !isKnown, !rule.types.candidates(for: wanted).isEmpty {
            // Named, a definition with arguments is another fault than a type that nobody has.
            edge.isOpen = true
            return edge
        }
        if !shape.mayBeEmpty {
            edge.isInherited = inherited(wanted, nil)
            if !edge.isInherited, let fault = searches.fault(of: .missing, at: points[index], by: rule) {
                report(fault)
            }
            return edge
        }
        // No component is an `Int`: an empty list of them is a mistake, unless somebody defines such values.
        if shape.isCollection, rule.types.isValue(wanted), rule.candidates(for: wanted).isEmpty,
            !inherited(wanted, nil)
        {
            report(meaningless(points[index], rule))
        }
        return edge
    }
}
