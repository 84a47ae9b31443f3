/// The choices for the injection points of a graph: an edge for each point, and the faults.
package struct Wiring: Sendable {
    /// An injection point, and the components that the container has chosen for it.
    package struct Edge: Hashable, Sendable {
        package let point: InjectionPointFacts
        package var targets: [Int] = []
        /// True if a component of a parent context fills it.
        package var isInherited = false
        /// False if the choice depends on a name that the class doesn't state. The first instance has the name. Until
        /// then the edge leads to all components that fit.
        package var isCertain = true

        package init(_ point: InjectionPointFacts) { self.point = point }

        package var shape: InjectionShape { point.shape }

        /// True if the targets are certain, and are looked up when the property is read or the parameter is passed.
        var isCertainlyRead: Bool { shape.isImmediate && isCertain }
    }

    /// A fault, with the definitions that are part of it.
    package struct Found: Sendable {
        package var fault: Fault
        package var members: [Int]
    }

    /// The components that a parent context supplies to a child.
    package struct ParentSupply {
        /// Returns true if the parent has a candidate for a wanted type and name. The choice may still be a fault.
        package var supplies: (TypeID, String?) -> Bool
        /// Returns the fault of the parent's choice for an injection point; nil if a component is chosen.
        package var fault: (InjectionPointFacts) -> Fault? = { _ in nil }
        /// Returns the path from the parent's component for an injection point to a component of a request or custom
        /// scope; nil if there is none.
        package var captive: ((InjectionPointFacts) -> CaptivePath?)?

        package init(supplies: @escaping (TypeID, String?) -> Bool) { self.supplies = supplies }

        /// The supply of a context without a parent.
        package static var none: ParentSupply { ParentSupply(supplies: { _, _ in false }) }
    }

    /// For each definition, its edges in the order of its injection points.
    package private(set) var edges: [[Edge]] = []
    package private(set) var found: [Found] = []
    /// The walk over ``successors``.
    package private(set) var walk: GraphWalk

    /// All faults.
    package var faults: [Fault] { found.map(\.fault) }

    /// Chooses for every injection point of every definition.
    /// - Parameters:
    ///   - rule: The definitions, and the choice among them.
    ///   - points: For each definition, its injection points.
    ///   - forbidsCycles: True if each cycle of injected components is a fault.
    ///   - inherited: The supply of a parent context.
    package init(
        rule: CandidateRule, points: [[InjectionPointFacts]], forbidsCycles: Bool, inherited: ParentSupply = .none
    ) {
        var faulty: [Found] = []
        let edges = points.enumerated().map { definition, points in
            points.map { point in
                let (edge, fault) = rule.edge(of: point, inherited)
                if let fault { faulty.append(Found(fault: fault, members: [definition])) }
                return edge
            }
        }
        self.edges = edges
        walk = GraphWalk(successors: Self.targets(edges, over: \.shape.isImmediate))
        var search = captiveSearch(rule, inherited)
        for definition in edges.indices where !edges[definition].isEmpty {
            faulty += judge(edges[definition], of: definition, rule, &search)
        }
        if !faulty.isEmpty {
            let paths = walk.pathsFromRoots
            for var item in faulty {
                let path = paths.path(to: item.members[0]).map { rule.definitions[$0].name }
                item.fault.path = path + item.fault.path.dropFirst()
                // A class that conforms manually doesn't state the lines of its properties. Then the fault's place is
                // the class.
                if item.fault.origin == nil { item.fault.place = rule.definitions[item.members[0]].origin }
                found.append(item)
            }
        }
        if walk.isAcyclic { return }
        found += constructionCycles.map { cycle in
            cycleFault(cycle, rule.definitions, over: \.point.isParameter) { .constructionCycle(ofParameters: $0) }
        }
        found += unkept(rule.definitions)
        if forbidsCycles {
            found += GraphWalk(successors: certainSuccessors).cycles.map {
                cycleFault($0, rule.definitions) { .cycleForbidden($0) }
            }
        }
    }

    /// Adds the injection points of an instance. The boot did not know these points, or not the names they ask for.
    /// - Parameters:
    ///   - points: The injection points of the instance.
    ///   - owner: The definition of the instance.
    ///   - isKnown: True if the points replace those that the boot knew without the names they ask for; false if they
    ///     are added, because the instance is of a subclass.
    /// - Returns: The faults of the points, and of the cycles that they complete.
    package mutating func judge(
        _ points: [InjectionPointFacts], of owner: Int, replacing isKnown: Bool, rule: CandidateRule,
        forbidsCycles: Bool, inherited: ParentSupply = .none
    ) -> [Fault] {
        let chosen = points.map { rule.edge(of: $0, inherited) }
        if isKnown { edges[owner] = [] }
        // Some of the points may be known: those of the declared class, and those that another thread has added.
        let names = Set(edges[owner].map(\.point.property))
        edges[owner] += chosen.map(\.edge).filter { !names.contains($0.point.property) }
        var search = captiveSearch(rule, inherited)
        var found = judge(edges[owner], of: owner, rule, &search)
        guard leadsBack(owner) else { return chosen.compactMap(\.fault) + found.map(\.fault) }
        walk = GraphWalk(successors: Self.targets(edges, over: \.shape.isImmediate))
        found += unkept(rule.definitions, with: owner)
        if forbidsCycles {
            let cycle = GraphWalk(successors: certainSuccessors).cycle(through: owner)
            if !cycle.isEmpty { found.append(cycleFault(cycle, rule.definitions) { .cycleForbidden($0) }) }
        }
        return chosen.compactMap(\.fault) + found.map(\.fault)
    }

    /// Returns true if a definition depends on itself, directly or through others.
    private func leadsBack(_ definition: Int) -> Bool {
        func targets(_ node: Int) -> [Int] { edges[node].filter(\.shape.isImmediate).flatMap(\.targets) }
        return ShortestPaths(from: [definition], over: targets) { targets($0).contains(definition) }.end != nil
    }

    /// Returns the faults of the injection points of an object that is not a component.
    package static func faults(
        of points: [InjectionPointFacts], rule: CandidateRule, inherited: ParentSupply = .none
    ) -> [Fault] {
        points.compactMap { rule.edge(of: $0, inherited).fault }
    }

    // MARK: Targets of edges

    /// For each definition, the targets of its properties and parameters. Providers are left out, because they look
    /// components up later.
    package var successors: [[Int]] { walk.successors }

    /// The same as `successors`, without the edges that are not certain.
    package var certainSuccessors: [[Int]] {
        edges.allSatisfy { $0.allSatisfy(\.isCertain) } ? successors : Self.targets(edges, over: \.isCertainlyRead)
    }

    /// For each definition, the definitions that are passed to its initializer or function.
    package var parameterTargets: [[Int]] { Self.targets(edges) { $0.point.isParameter && $0.shape.isImmediate } }

    /// Returns, for each definition, the targets of some of its edges.
    private static func targets(_ edges: [[Edge]], over isMeant: (Edge) -> Bool) -> [[Int]] {
        edges.map { edges in
            var targets: [Int] = []
            for edge in edges where isMeant(edge) { targets += edge.targets }
            return targets
        }
    }

    /// Returns the steps of a cycle: each component, with the property or parameter that leads to the next component;
    /// nil if only a lookup leads there.
    package func steps(of cycle: [Int], named name: (Int) -> String) -> [Fault.CycleStep] {
        zip(cycle, links(of: cycle)).map { (name($0), $1?.property) }
    }

    /// Returns the properties or parameters that lead from each component of a cycle to the next.
    private func links(of cycle: [Int], over isMeant: (Edge) -> Bool = { _ in true }) -> [InjectionPointFacts?] {
        zip(cycle, cycle.dropFirst() + cycle.prefix(1)).map { definition, next in
            edges[definition].first { $0.shape.isImmediate && isMeant($0) && $0.targets.contains(next) }?.point
        }
    }

    // MARK: Faults of edges

    /// Returns the fault of a cycle. Its place is the property or parameter that leads from the first component to the
    /// next, or the first component if that location is unknown.
    func cycleFault(
        _ cycle: [Int], _ definitions: [DefinitionFacts], over isMeant: (Edge) -> Bool = { _ in true },
        _ kind: ([Fault.CycleStep]) -> Fault.Kind
    ) -> Found {
        let links = links(of: cycle, over: isMeant)
        let steps = zip(cycle, links).map { (component: definitions[$0].name, property: $1?.property) }
        let place = links[0]?.location.map(Origin.source) ?? definitions[cycle[0]].origin
        return Found(fault: Fault(kind(steps), at: place), members: cycle)
    }

    /// Returns the search for components of a request or custom scope that singletons would retain; nil if there are no
    /// such components.
    func captiveSearch(_ rule: CandidateRule, _ inherited: ParentSupply) -> CaptiveSearch? {
        guard inherited.captive != nil || rule.hasShortLived else { return nil }
        return CaptiveSearch(definitions: rule.definitions, edges: edges, parent: inherited.captive)
    }

    /// Returns the faults of a definition's edges: a target that needs arguments, or a component of a request or custom
    /// scope that the definition, a singleton, would retain.
    private func judge(
        _ edges: [Edge], of definition: Int, _ rule: CandidateRule, _ search: inout CaptiveSearch?
    ) -> [Found] {
        let owner = rule.definitions[definition]
        var found: [Found] = []
        for edge in edges {
            if owner.scope.isSingleton, let path = search?.path(from: definition, over: edge) {
                let kind = Fault.Kind.dependencyCaptive(
                    owner: owner.name, ownerScope: owner.scope.name, name: path.names.last ?? "",
                    scope: path.scope, asked: path.names.dropFirst().first)
                found.append(
                    Found(fault: Fault(kind, asked: edge.point, path: path.names), members: [definition]))
            }
            if let target = edge.targets.first(where: { rule.definitions[$0].needsArguments }) {
                let fault = Fault(
                    .argumentsNeeded(name: rule.definitions[target].name), asked: edge.point, wanted: edge.point.wanted,
                    rule.types)
                found.append(Found(fault: fault, members: [definition, target]))
            }
        }
        return found
    }
}

extension CandidateRule {
    /// Returns the edge of an injection point, and the fault if no component can be chosen.
    /// - Parameter inherited: The supply of a parent context.
    fileprivate func edge(
        of point: InjectionPointFacts, _ inherited: Wiring.ParentSupply
    ) -> (edge: Wiring.Edge, fault: Fault?) {
        var edge = Wiring.Edge(point)
        let (wanted, shape) = (point.wanted, point.shape)
        let meaningless = { Fault(.shapeMeaningless, asked: point, wanted: wanted, types) }
        var choice = Choice.missing
        switch shape {
        case .setting, .context: return (edge, nil)
        case .meaningless: return (edge, meaningless())
        case _ where point.isQualifierKnown && !shape.isCollection:
            choice = choose(wanted, qualifier: point.qualifier)
        default:
            edge.targets = all(wanted, qualifier: point.qualifier)
            edge.isCertain = point.isQualifierKnown || edge.targets.count < 2
            guard edge.targets.isEmpty else { return (edge, nil) }
            if !point.isQualifierKnown, !types.candidates(for: wanted).isEmpty {
                // All components that fit need arguments. If the property asks for one by name, the fault is
                // `arguments-needed`, otherwise `dependency-missing`. The first instance decides, because it has the
                // name.
                edge.isCertain = false
                return (edge, nil)
            }
            // A list of a type such as `Int` is a fault if neither this context nor its parent has a component of that
            // type.
            let isList = shape.isCollection && types.isValue(wanted) && candidates(for: wanted).isEmpty
            if isList, !inherited.supplies(wanted, nil) { return (edge, meaningless()) }
            if shape.mayBeEmpty { return (edge, nil) }
        }
        switch choice {
        case .chosen(let target):
            edge.targets = [target]
            return (edge, nil)
        case .missing, .unknownName:
            edge.isInherited = inherited.supplies(wanted, point.qualifier)
            // If the class doesn't state whether its property asks for a name, the parent is asked when an instance
            // exists.
            if edge.isInherited { return (edge, point.isQualifierKnown ? inherited.fault(point) : nil) }
            if shape.mayBeEmpty { return (edge, nil) }
        default: break
        }
        return (edge, fault(of: choice, wanted: wanted, at: point))
    }
}
