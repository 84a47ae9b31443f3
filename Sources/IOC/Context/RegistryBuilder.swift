import IOCModel

/// Turns a configuration into a registry: file and scan → declarations → definitions → plans and groups.
struct RegistryBuilder {
    private let configuration: Configuration
    private let activeProfiles: Set<String>
    private let records: ProgramRecords
    private var scan: ComponentScan
    private var leftOut: [ComponentScan.LeftOut] = []
    private var faults: [Fault] = []
    private var notices: [Fault] = []

    init(_ configuration: Configuration, activeProfiles: Set<String>) {
        self.configuration = configuration
        self.activeProfiles = activeProfiles
        records = ProgramRecords.current()
        scan = ComponentScan(configuration, records: records)
    }

    /// The registry, with all faults of files, classes and names.
    mutating func build() -> (registry: Registry, faults: [Fault]) {
        if configuration.isEmpty { faults.append(Fault(.nothingToDiscover, at: configuration.origin(of: ""))) }
        let declarations = settled(declared())
        checkReflection(declarations)
        let facts = declarations.map(\.facts)
        let names = NameIndex(facts)
        for group in names.duplicates {
            var fault = Fault(.duplicateName(name: facts[group[0]].name))
            fault.candidates = group.map { Fault.NamedCandidate(facts[$0]) }
            faults.append(fault)
        }
        checkDependsOn(facts, names)
        let passedOver = PassedOver(
            leftOut: scan.leftOut + leftOut, records: records,
            components: Set(declarations.map(\.programClass.identity)))
        let types = ProgramTypes(
            classes: declarations.map { $0.type }, records: records, passedOver: passedOver.nearMisses)
        let rule = CandidateRule(definitions: facts, names: names, bindings: configuration.bindings, types: types)
        checkBindings(declarations, names)
        let registry = Registry(
            definitions: definitions(declarations, rule), rule: rule, forbidsCycles: configuration.cycles == .forbid,
            constructionTimeout: configuration.constructionTimeout, notices: Fault.sorted(scan.notices + notices),
            sources: configuration.sources)
        return (registry, scan.faults + faults)
    }

    // MARK: Declarations

    /// Scanned classes and the file's entries, before conditions are looked at.
    private mutating func declared() -> [ComponentDeclaration] {
        var declarations = scan.found.map(ComponentDeclaration.init)
        var replaced: Set<UInt> = []
        var entered: [ComponentDeclaration] = []
        for (name, entry) in configuration.components.sorted(by: { $0.key < $1.key }) {
            let origin = configuration.origin(of: "components.\(name)")
            guard let className = entry.className else {
                overlay(entry, named: name, at: origin, on: &declarations)
                continue
            }
            let place = configuration.origin(of: "components.\(name).class")
            guard let found = scan.component(named: className, at: place) else { continue }
            // An entry takes the place of the class's own registration, so that a class is not there twice unasked.
            replaced.insert(found.programClass.identity)
            var declaration = ComponentDeclaration(found)
            declaration.apply(entry, named: name, at: origin)
            entered.append(declaration)
        }
        declarations.removeAll { replaced.contains($0.programClass.identity) }
        return (declarations + entered).sorted { $0.facts.name < $1.facts.name }
    }

    /// Lays an entry without a class over the scanned component of that name.
    private mutating func overlay(
        _ entry: Configuration.ComponentEntry, named name: String, at origin: Origin,
        on declarations: inout [ComponentDeclaration]
    ) {
        let full = declarations.indices.filter { declarations[$0].facts.name == name }
        let matches = full.isEmpty ? declarations.indices.filter { declarations[$0].facts.simpleName == name } : full
        if matches.count == 1 {
            declarations[matches[0]].apply(entry, named: nil, at: origin)
        } else if let found = scan.component(named: name, at: origin) {
            var declaration = ComponentDeclaration(found)
            declaration.apply(entry, named: nil, at: origin)
            declarations.append(declaration)
        }
    }

    /// Those whose conditions hold: profiles and properties first, then what others must leave missing, by name.
    private mutating func settled(_ declarations: [ComponentDeclaration]) -> [ComponentDeclaration] {
        var result: [ComponentDeclaration] = []
        var conditional: [ComponentDeclaration] = []
        for declaration in declarations {
            if let reason = declaration.reasonToLeaveOut(profiles: activeProfiles, properties: configuration.properties)
            {
                leave(declaration, reason)
            } else if declaration.whenMissing.isEmpty && declaration.whenMissingNames.isEmpty {
                result.append(declaration)
            } else {
                conditional.append(declaration)
            }
        }
        for declaration in conditional {
            let provided = result.first { declaration.isMadeNeedless(by: $0, records: records) }
            if let provided {
                leave(declaration, "\(provided.facts.name) is there already")
            } else {
                result.append(declaration)
            }
        }
        return result.sorted { $0.facts.name < $1.facts.name }
    }

    private mutating func leave(_ declaration: ComponentDeclaration, _ reason: String) {
        let origin = declaration.facts.origin
        leftOut.append(
            ComponentScan.LeftOut(programClass: declaration.programClass, reason: reason, origin: origin))
        notices.append(Fault(.conditionNotMet(name: declaration.facts.name, reason: reason), at: origin))
    }

    // MARK: Checks

    private mutating func checkReflection(_ declarations: [ComponentDeclaration]) {
        for declaration in declarations where declaration.programClass.lacksReflection {
            faults.append(
                Fault(.reflectionDisabled(name: declaration.facts.typeName), at: declaration.facts.origin))
        }
    }

    private mutating func checkDependsOn(_ facts: [DefinitionFacts], _ names: NameIndex) {
        var successors = [[Int]](repeating: [], count: facts.count)
        for (index, component) in facts.enumerated() {
            for name in component.dependsOn {
                if case .found(let target) = names.match(name) {
                    successors[index].append(target)
                } else {
                    var fault = Fault(
                        .dependsOnUnknown(component: component.name, name: name), at: component.origin)
                    fault.suggestion = Suggestion.nearest(to: name, among: names.all)
                    faults.append(fault)
                }
            }
        }
        let walk = GraphWalk(successors: successors)
        for group in walk.groups where walk.isCycle(group) {
            let steps = walk.cycle(in: group).map { Fault.CycleStep(component: facts[$0].name, property: "dependsOn") }
            faults.append(Fault(.dependsOnCycle(steps)))
        }
    }

    private mutating func checkBindings(_ declarations: [ComponentDeclaration], _ names: NameIndex) {
        guard !configuration.bindings.isEmpty else { return }
        let classNames = Set(records.classes.flatMap { [$0.qualifiedName, $0.simpleName] })
        let protocolNames = records.protocolNames()
        for (type, name) in configuration.bindings.sorted(by: { $0.key < $1.key }) {
            let place = configuration.origin(of: "bindings.\(type)")
            if let protocolNames, !classNames.contains(type) {
                let simple = protocolNames.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
                if !protocolNames.contains(type), !simple.contains(type) {
                    var fault = Fault(.bindingTypeUnknown(type: type), at: place)
                    fault.suggestion = Suggestion.nearest(to: type, among: protocolNames.sorted() + classNames.sorted())
                    faults.append(fault)
                    continue
                }
            }
            guard case .found(let index) = names.match(name) else {
                var fault = Fault(.bindingTargetUnknown(type: type, name: name), at: place)
                fault.suggestion = Suggestion.nearest(to: name, among: names.all)
                faults.append(fault)
                continue
            }
            let target = declarations[index]
            if target.fits(typeNamed: type, records: records) == false {
                faults.append(
                    Fault(
                        .bindingTargetDoesNotFit(type: type, name: name, found: target.facts.typeName), at: place))
            }
        }
    }

    // MARK: Definitions

    private func definitions(
        _ declarations: [ComponentDeclaration], _ rule: CandidateRule<ProgramTypes>
    ) -> [RegisteredDefinition] {
        var plans: [ObjectIdentifier: InjectionPlan] = [:]
        let planned = declarations.map { declaration -> InjectionPlan in
            let key = ObjectIdentifier(declaration.type)
            if let plan = plans[key] { return plan }
            let plan = InjectionPlanReader.plan(ofClass: declaration.type)
            plans[key] = plan
            return plan
        }
        // Before qualifiers are known every fitting component counts, so groups are never too small.
        let wiring = Wiring(
            rule: rule, points: planned.map(\.facts), forbidsCycles: false, inherited: { _, _ in true })
        let walk = GraphWalk(successors: wiring.successors)
        let groups = walk.groups.map { _ in ConstructionGroup() }
        return declarations.indices.map { index in
            RegisteredDefinition(
                index: index, facts: declarations[index].facts, component: declarations[index].type,
                plan: planned[index], group: groups[walk.groupOfNode[index]])
        }
    }
}

extension ComponentDeclaration {
    /// Whether another component provides what this one is only for where it is missing.
    fileprivate func isMadeNeedless(by other: ComponentDeclaration, records: ProgramRecords) -> Bool {
        whenMissing.contains { other.type.fits($0.type, records: records) }
            || whenMissingNames.contains { name in
                other.facts.name == name || other.fits(typeNamed: name, records: records) == true
            }
    }

    /// Whether instances can serve as a class or protocol that is known by name; nil where that can't be told.
    fileprivate func fits(typeNamed name: String, records: ProgramRecords) -> Bool? {
        let lineage = sequence(first: type as AnyClass, next: { _getSuperclass($0) })
        if lineage.contains(where: { TypeName.qualified($0) == name || TypeName.simple($0) == name }) { return true }
        return records.conforms(type, toProtocolNamed: name)
    }
}

extension IOCComponent {
    /// Whether instances of this class can serve where `wanted` is asked for.
    static func fits(_ wanted: Any.Type, records: ProgramRecords) -> Bool {
        if let ancestor = wanted as? AnyClass { return TypeIdentity.inherits(Self.self, from: ancestor) }
        guard TypeIdentity.isExistential(wanted) else { return false }
        return records.conforms(Self.self, to: wanted) ?? TypeIdentity.conforms(Self.self, to: wanted)
    }
}
