import IOC
import IOCModel
import IOCSource

/// One set of components that a run may end with, wired by the container's own rules.
struct World {
    let declarations: [SourceDeclaration]
    let facts: [DefinitionFacts]
    let points: [[InjectionPointFacts]]
    let rule: CandidateRule<SourceTypes>
    let wiring: Wiring
    private(set) var faults: [Fault]

    init(
        _ declarations: [SourceDeclaration], configuration: Configuration, graph: TypeGraph,
        passedOver: [Int: (reason: String, origin: Origin?)]
    ) {
        self.declarations = declarations
        facts = declarations.map(\.facts)
        var numbers: [WantedType: Int] = [:]
        var wanted: [WantedType] = []
        points = declarations.map { declaration in
            declaration.points.map { point in
                let number = numbers[point.wanted] ?? wanted.count
                if number == wanted.count {
                    numbers[point.wanted] = number
                    wanted.append(point.wanted)
                }
                return InjectionPointFacts(
                    owner: point.owner, property: point.property, location: point.location,
                    wanted: TypeID(UInt(number)), shape: point.shape, qualifier: point.qualifier,
                    isQualifierKnown: point.isQualifierKnown)
            }
        }
        let names = NameIndex(facts)
        let types = SourceTypes(
            graph: graph, declarations: declarations, wanted: wanted, passedOver: passedOver)
        rule = CandidateRule(definitions: facts, names: names, bindings: configuration.bindings, types: types)
        wiring = Wiring(
            rule: rule, points: points, forbidsCycles: configuration.cycles == .forbid, inherited: { _, _ in false })
        faults = NamingRule.duplicates(facts, names) + NamingRule.startOrder(facts, names)
        faults += bindingFaults(configuration, graph) + wiring.faults
    }

    private func bindingFaults(_ configuration: Configuration, _ graph: TypeGraph) -> [Fault] {
        guard !configuration.bindings.isEmpty else { return [] }
        let types = graph.index.types.filter { $0.isClass || $0.isProtocol }
        let known = Set(types.flatMap { [$0.qualifiedName, $0.simpleName] })
        return configuration.bindings.sorted { $0.key < $1.key }.compactMap { type, name in
            let place = configuration.origin(of: "bindings.\(type)")
            let module = String(type.prefix { $0 != "." })
            if !known.contains(type), !TypeGraph.isKnown(type), !graph.unseenModules.contains(module) {
                var fault = Fault(.bindingTypeUnknown(type: type), at: place)
                fault.suggestion = Suggestion.nearest(to: type, among: known.sorted())
                return fault
            }
            guard case .found(let index) = rule.names.match(name) else {
                var fault = Fault(.bindingTargetUnknown(type: type, name: name), at: place)
                fault.suggestion = Suggestion.nearest(to: name, among: rule.names.all)
                return fault
            }
            guard declarations[index].fits(typeNamed: type, graph) == false else { return nil }
            let found = facts[index].typeName
            return Fault(.bindingTargetDoesNotFit(type: type, name: name, found: found), at: place)
        }
    }

    /// Why a fault of a point is not certain, if it is not: what only the compiler can read could change the choice.
    func openReason(_ point: InjectionPointFacts, _ kind: Fault.Kind, _ graph: TypeGraph) -> String? {
        let unread = declarations.indices.filter { declarations[$0].hasUnreadTraits }
        let fitting = Set(rule.types.candidates(for: point.wanted).map(\.definition))
        let isNamed = if case .unknownName = kind { true } else { false }
        if !unread.isEmpty, isNamed || unread.contains(where: fitting.contains) {
            return "traits of components that fit are no literals"
        }
        if isNamed { return nil }
        if case .wrongType(let name, _) = kind {
            guard case .found(let index) = rule.names.match(name) else { return nil }
            return reason(index, point, graph)
        }
        return declarations.indices.lazy.compactMap { reason($0, point, graph) }.first
    }

    /// Why a definition may serve a point after all.
    private func reason(_ index: Int, _ point: InjectionPointFacts, _ graph: TypeGraph) -> String? {
        let type = rule.types.type(point.wanted)
        guard graph.fits(declarations[index].promised, type) == nil else { return nil }
        return "whether \(facts[index].name) is \(type.written) can't be told"
    }

    /// Where a component's property stands, or the component itself.
    func location(of step: Fault.CycleStep) -> SourceLocation? {
        guard let index = facts.firstIndex(where: { $0.name == step.component }) else { return nil }
        return points[index].first { $0.property == step.property }?.location ?? facts[index].origin.sourceLocation
    }
}
