import IOCModel

/// Turns a configuration into a registry: file and scan → declarations → definitions → plans and groups.
struct RegistryBuilder {
    private let configuration: Configuration
    private let activeProfiles: Set<String>
    private let properties: PropertyStore
    private let records: ProgramRecords
    private var scan: ComponentScan
    private var leftOut: [ComponentScan.LeftOut] = []
    private var faults: [Fault] = []
    private var notices: [Fault] = []
    private var decisions: [ContextReport.Decision] = []
    private let composition: AssemblyComposition
    private let parent: ApplicationContext?

    init(
        _ configuration: Configuration, properties: PropertyStore, composition: AssemblyComposition,
        parent: ApplicationContext?
    ) {
        self.configuration = configuration
        self.parent = parent
        self.properties = properties
        self.composition = composition
        activeProfiles = Set(configuration.activeProfiles)
        faults = properties.faults
        records = ProgramRecords.current()
        scan = ComponentScan(configuration, records: records)
    }

    /// The registry, with all faults of files, classes and names.
    /// - Returns: The registry, what its injection points come to before any instance has told a name, the assemblies'
    ///   properties to tie to its definitions, and the faults.
    mutating func build() -> (registry: Registry, wiring: Wiring, cells: [AnyDefinitionCell?], faults: [Fault]) {
        faults += composition.error?.models ?? []
        if configuration.isEmpty, composition.assemblies.isEmpty {
            faults.append(Fault(.nothingToDiscover, at: configuration.origin(of: "")))
        }
        let declarations = processed(settled(declared()))
        checkReflection(declarations)
        notices += declarations.compactMap { $0.unstarted(records: records) }
        let facts = declarations.map(\.facts)
        let names = NameIndex(facts)
        faults += NamingRule.duplicates(facts, names) + NamingRule.startOrder(facts, names)
        let passedOver = PassedOver(
            leftOut: scan.leftOut + leftOut, records: records,
            components: Set(declarations.compactMap(\.draft.programClass?.identity)))
        let types = ProgramTypes(
            types: declarations.map(\.draft.type), records: records, passedOver: passedOver.nearMisses)
        let rule = CandidateRule(definitions: facts, names: names, bindings: configuration.bindings, types: types)
        checkBindings(declarations, names)
        let (definitions, wiring) = definitions(declarations, rule)
        let registry = Registry(
            definitions: definitions, rule: rule, forbidsCycles: configuration.cycles == .forbid,
            constructionTimeout: configuration.constructionTimeout, lifecycle: LifecycleSettings(configuration),
            properties: properties,
            notices: Fault.sorted(scan.notices + notices),
            summary: BootSummary(
                sources: configuration.sources, profiles: configuration.activeProfiles,
                decisions: (decisions + scan.excluded.map(ContextReport.Decision.init)).sorted {
                    $0.component < $1.component
                }))
        return (registry, wiring, declarations.map(\.draft.cell), scan.faults + faults)
    }

    // MARK: Declarations

    /// Scanned classes and the file's entries, before conditions are looked at.
    private mutating func declared() -> [Declaration] {
        var declarations = scan.found.map { Declaration($0) } + composition.declarations
        var replaced: Set<UInt> = []
        var entered: [Declaration] = []
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
            var declaration = Declaration(found)
            declaration.apply(entry, named: name, at: origin)
            entered.append(declaration)
        }
        declarations.removeAll { $0.draft.programClass.map { replaced.contains($0.identity) } ?? false }
        return (declarations + entered).sorted { $0.facts.name < $1.facts.name }
    }

    /// Lays an entry without a class over the scanned component of that name.
    private mutating func overlay(
        _ entry: Configuration.ComponentEntry, named name: String, at origin: Origin,
        on declarations: inout [Declaration]
    ) {
        let full = declarations.indices.filter { declarations[$0].facts.name == name }
        let matches = full.isEmpty ? declarations.indices.filter { declarations[$0].facts.simpleName == name } : full
        if matches.count == 1 {
            declarations[matches[0]].apply(entry, named: nil, at: origin)
        } else if let found = scan.component(named: name, at: origin) {
            var declaration = Declaration(found)
            declaration.apply(entry, named: nil, at: origin)
            declarations.append(declaration)
        }
    }

    /// Those whose conditions hold: profiles and properties first, then what others must leave missing, by name.
    private mutating func settled(_ declarations: [Declaration]) -> [Declaration] {
        var result: [Declaration] = []
        var conditional: [Declaration] = []
        for declaration in declarations {
            if let reason = reasonToLeaveOut(declaration) {
                leave(declaration, reason)
            } else if declaration.whenMissing.isEmpty && declaration.whenMissingNames.isEmpty {
                keep(declaration)
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
                keep(declaration)
                result.append(declaration)
            }
        }
        return result.sorted { $0.facts.name < $1.facts.name }
    }

    private mutating func reasonToLeaveOut(_ declaration: Declaration) -> String? {
        do {
            return try declaration.reasonToLeaveOut(profiles: activeProfiles, properties: properties)
        } catch {
            if let failure = error as? PropertyFailure { faults.append(failure.fault(at: declaration.facts.origin)) }
            return nil
        }
    }

    private mutating func keep(_ declaration: Declaration) {
        guard let reason = declaration.reasonToKeep(profiles: activeProfiles, properties: properties) else { return }
        decisions.append(
            ContextReport.Decision(
                component: declaration.facts.name, isIn: true, reason: reason,
                origin: declaration.facts.origin.description))
    }

    private mutating func leave(_ declaration: Declaration, _ reason: String) {
        let origin = declaration.facts.origin
        if let programClass = declaration.draft.programClass {
            leftOut.append(ComponentScan.LeftOut(programClass: programClass, reason: reason, origin: origin))
        }
        decisions.append(
            ContextReport.Decision(
                component: declaration.facts.name, isIn: false, reason: reason, origin: origin.description))
        notices.append(Fault(.conditionNotMet(name: declaration.facts.name, reason: reason), at: origin))
    }

    // MARK: Post-processing

    /// Lets the component classes that process definitions see all of them, by order and then by name.
    private mutating func processed(_ declarations: [Declaration]) -> [Declaration] {
        var declarations = declarations
        let processors = declarations.indices
            .filter {
                declarations[$0].draft.recipe.canMakeEarly
                    && TypeFit.fits(declarations[$0].draft.type, (any DefinitionPostProcessor).self, records: records)
            }
            .sorted { DefinitionFacts.precedes(declarations[$0].facts, declarations[$1].facts) }
        for index in processors {
            let facts = declarations[index].facts
            if let type = declarations[index].draft.type as? AnyClass,
                InjectionPlanReader.plan(ofClass: type).points?.isEmpty == false
            {
                faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                continue
            }
            do {
                let made = try declarations[index].draft.recipe.make(nil)
                // Without field metadata only the instance tells.
                if InjectionPlanReader.plan(of: made).points?.isEmpty == false {
                    faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                    continue
                }
                guard let processor = made as? any DefinitionPostProcessor else { continue }
                // The context's own instance is the one that has processed.
                declarations[index].draft.recipe = ClosureRecipe { processor }
                for other in declarations.indices where other != index {
                    var description = DefinitionDescription(declarations[other].draft)
                    try processor.process(&description)
                    declarations[other].draft.apply(description)
                }
            } catch {
                var fault = Fault(
                    .componentFailed(component: facts.name, stage: "post-processing"), at: facts.origin)
                fault.cause = error
                faults.append(fault)
            }
        }
        return declarations
    }

    // MARK: Checks

    private mutating func checkReflection(_ declarations: [Declaration]) {
        for declaration in declarations where declaration.draft.programClass?.lacksReflection == true {
            faults.append(
                Fault(.reflectionDisabled(name: declaration.facts.typeName), at: declaration.facts.origin))
        }
    }

    private mutating func checkBindings(_ declarations: [Declaration], _ names: NameIndex) {
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
                fault.nearMisses = declarations.filter { $0.fits(typeNamed: type, records: records) == true }.prefix(8)
                    .map {
                        Fault.NearMiss(name: $0.facts.name, reason: "is a \(type)", origin: $0.facts.origin)
                    }
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
        _ declarations: [Declaration], _ rule: CandidateRule<ProgramTypes>
    ) -> ([RegisteredDefinition], Wiring) {
        var plans: [ObjectIdentifier: InjectionPlan] = [:]
        let planned = declarations.map { declaration -> InjectionPlan? in
            guard let type = declaration.draft.type as? AnyClass else { return nil }
            if let plan = plans[ObjectIdentifier(type)] { return plan }
            let plan = InjectionPlanReader.plan(ofClass: type)
            plans[ObjectIdentifier(type)] = plan
            return plan
        }
        // Before qualifiers are known every fitting component counts, so groups are never too small.
        let wiring = Wiring(
            rule: rule, points: planned.map { $0?.facts ?? [] }, forbidsCycles: false,
            inherited: Registry.inherited(parent))
        let walk = GraphWalk(successors: wiring.successors)
        let groups = walk.groups.map { _ in ConstructionGroup() }
        let definitions = declarations.indices.map { index in
            RegisteredDefinition(
                index: index, draft: declarations[index].draft, plan: planned[index],
                group: groups[walk.groupOfNode[index]])
        }
        return (definitions, wiring)
    }
}
