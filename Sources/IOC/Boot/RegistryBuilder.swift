import IOCModel
import IOCPlan

/// Turns a configuration into a registry: plan → definitions → field plans and groups.
struct RegistryBuilder {
    private let configuration: ContextConfiguration
    private let properties: PropertyStore
    private let catalogue = ProgramCatalogue()
    private var faults: [Fault] = []
    private let composition: AssemblyComposition
    private let parent: ApplicationContext?

    init(
        _ configuration: ContextConfiguration, properties: PropertyStore, composition: AssemblyComposition,
        parent: ApplicationContext?
    ) {
        self.configuration = configuration
        self.parent = parent
        self.properties = properties
        self.composition = composition
        faults = properties.faults + (composition.error?.models ?? [])
    }

    /// The registry, with all faults of files, classes and names.
    /// - Returns: The registry, what its injection points come to before any instance has told a name, the assemblies'
    ///   properties to tie to its definitions, and the faults.
    mutating func build() -> (registry: Registry, wiring: Wiring, cells: [(any RegistryBound)?], faults: [Fault]) {
        let profiles = configuration.activeProfiles
        let defined = composition.declarations.enumerated().map { index, defined in
            Declaration(
                .definition(index), defined.draft.facts, traits: defined.traits.map(\.kind), scope: defined.scope)
        }
        var plan = Plan(
            configuration, catalogue, Conditions(profiles: Set(profiles), properties: properties),
            definitions: defined, hasAssemblies: !composition.assemblies.isEmpty)
        let drafts = processed(plan.declarations.map(draft))
        for index in drafts.indices { plan.declarations[index].facts = drafts[index].facts }
        checkReflection(drafts)
        let unstarted = drafts.compactMap { $0.unstarted(records: catalogue.records) }
        let facts = drafts.map(\.facts)
        let names = NameIndex(facts)
        faults += (plan.findings + plan.namingFindings(names)).map(\.fault)
        let passedOver = PassedOver(
            leftOut: plan.leftOut, records: catalogue.records,
            components: Set(drafts.compactMap(\.programClass?.identity)))
        let types = ProgramTypes(
            types: drafts.map(\.type), records: catalogue.records, passedOver: passedOver.nearMisses)
        let rule = CandidateRule(definitions: facts, names: names, bindings: configuration.bindings, types: types)
        let (definitions, wiring) = definitions(drafts, rule)
        let registry = Registry(
            definitions: definitions, rule: rule, forbidsCycles: configuration.cycles == .forbid,
            constructionTimeout: configuration.constructionTimeout, lifecycle: LifecycleSettings(configuration),
            properties: properties, notices: plan.notices + unstarted,
            summary: BootSummary(
                sources: configuration.sources, profiles: profiles,
                decisions: plan.decisions.sorted { $0.name < $1.name }))
        return (registry, wiring, drafts.map(\.cell), faults)
    }

    /// What the plan has declared, ready to be frozen.
    private func draft(_ declaration: Declaration) -> DefinitionDraft {
        var draft: DefinitionDraft
        switch declaration.subject {
        case .component(let number):
            let type = catalogue.component(number)
            draft = DefinitionDraft(
                facts: declaration.facts, type: type, recipe: .component(type),
                programClass: catalogue.records.classes[number])
        case .definition(let number):
            draft = composition.declarations[number].draft
            draft.facts = declaration.facts
        }
        draft.store = declaration.scope.store
        return draft
    }

    // MARK: Post-processing

    /// Lets the component classes that process definitions see all of them, by order and then by name.
    private mutating func processed(_ drafts: [DefinitionDraft]) -> [DefinitionDraft] {
        var drafts = drafts
        let processors = drafts.indices
            .filter {
                drafts[$0].recipe.canMakeEarly
                    && TypeFit.fits(
                        drafts[$0].type, (any DefinitionPostProcessor).self, records: catalogue.records)
            }
            .sorted { DefinitionFacts.precedes(drafts[$0].facts, drafts[$1].facts) }
        for index in processors {
            let facts = drafts[index].facts
            if let type = drafts[index].type as? AnyClass,
                InjectionPlanReader.plan(ofClass: type).points?.isEmpty == false
            {
                faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                continue
            }
            do {
                let made = try drafts[index].recipe.make(nil)
                // Without field metadata only the instance tells.
                if InjectionPlanReader.plan(of: made).points?.isEmpty == false {
                    faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                    continue
                }
                guard let processor = made as? any DefinitionPostProcessor else { continue }
                // The context's own instance is the one that has processed.
                drafts[index].recipe = .replacement({ processor })
                for other in drafts.indices where other != index {
                    var description = DefinitionDescription(drafts[other])
                    try processor.process(&description)
                    drafts[other].apply(description)
                }
            } catch {
                var fault = Fault(
                    .componentFailed(component: facts.name, stage: "post-processing"), at: facts.origin)
                fault.cause = error
                faults.append(fault)
            }
        }
        return drafts
    }

    // MARK: Checks

    private mutating func checkReflection(_ drafts: [DefinitionDraft]) {
        for draft in drafts where draft.programClass?.lacksReflection == true {
            faults.append(
                Fault(.reflectionDisabled(name: draft.facts.typeName), at: draft.facts.origin))
        }
    }

    // MARK: Definitions

    private func definitions(
        _ drafts: [DefinitionDraft], _ rule: CandidateRule<ProgramTypes>
    ) -> ([RegisteredDefinition], Wiring) {
        var plans: [ObjectIdentifier: InjectionPlan] = [:]
        let planned = drafts.map { draft -> InjectionPlan? in
            guard let type = draft.type as? AnyClass else { return nil }
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
        let definitions = drafts.indices.map { index in
            RegisteredDefinition(
                index: index, draft: drafts[index], plan: planned[index],
                group: groups[walk.groupOfNode[index]])
        }
        return (definitions, wiring)
    }
}
