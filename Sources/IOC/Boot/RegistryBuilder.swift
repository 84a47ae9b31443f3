import IOCModel
import IOCPlan

/// Turns a configuration into a registry: plan → recipes → field plans and groups.
struct RegistryBuilder {
    /// What a configuration has come to.
    struct Built {
        var registry: Registry
        /// What the injection points come to before any instance has told a name.
        var wiring: Wiring
        /// The walk over where they lead.
        var walk: GraphWalk
        /// The assemblies' properties to tie to the registry's definitions.
        var cells: [(cell: AnyDefinitionCell, index: Int)]
        /// All faults of files, classes and names.
        var faults: [Fault]
    }

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
        faults = properties.faults + (composition.error?.faults ?? [])
    }

    mutating func build() -> Built {
        let profiles = configuration.activeProfiles
        var plan = Plan(
            configuration, catalogue, Conditions(profiles: Set(profiles), properties: properties),
            definitions: composition.declarations, hasAssemblies: !composition.assemblies.isEmpty)
        var (recipes, cells) = made(plan.declarations)
        let passedOver = PassedOver(leftOut: plan.leftOut, records: catalogue.records)
        let types = ProgramTypes(
            types: types(of: plan.declarations), records: catalogue.records,
            passedOver: passedOver.nearMisses)
        process(&plan.declarations, &recipes, types)
        checkReflection(plan)
        let declarations = plan.declarations
        // By index here and below, as a closure would get a copy of each.
        let facts = declarations.indices.map { declarations[$0].facts }
        let names = NameIndex(facts)
        faults += (plan.findings + plan.namingFindings(names)).map(\.fault)
        let rule = CandidateRule(definitions: facts, names: names, bindings: configuration.bindings, types: types)
        let plans = plans(of: facts)
        // Before qualifiers are known every fitting component counts, so groups are never too small.
        let wiring = Wiring(
            rule: rule, points: plans.map { $0?.facts ?? [] }, forbidsCycles: false,
            inherited: Registry.inherited(parent))
        let walk = GraphWalk(successors: wiring.successors)
        let cycles = walk.groups.count < facts.count ? walk.groups.map { $0.count > 1 ? ConstructionGroup() : nil } : []
        let definitions = declarations.indices.map { index in
            RegisteredDefinition(
                index: index, facts: facts[index], recipe: recipes[index],
                store: declarations[index].hasKeeper ? declarations[index].scope.store : nil, plan: plans[index],
                cycle: cycles.isEmpty ? nil : cycles[walk.groupOfNode[index]])
        }
        let registry = Registry(
            definitions: definitions, rule: rule, forbidsCycles: configuration.cycles == .forbid,
            constructionTimeout: configuration.constructionTimeout, lifecycle: LifecycleSettings(configuration),
            properties: properties,
            notices: plan.notices + facts.compactMap { $0.unstarted(records: catalogue.records) },
            summary: BootSummary(
                sources: configuration.sources, profiles: profiles,
                decisions: plan.decisions.sorted { $0.name < $1.name }))
        return Built(registry: registry, wiring: wiring, walk: walk, cells: cells, faults: faults)
    }

    /// How what the plan has declared is made, and which of it an assembly's property stands for.
    private func made(
        _ declarations: [Declaration]
    ) -> (recipes: [Recipe], cells: [(cell: AnyDefinitionCell, index: Int)]) {
        var recipes: [Recipe] = []
        var cells: [(cell: AnyDefinitionCell, index: Int)] = []
        recipes.reserveCapacity(declarations.count)
        cells.reserveCapacity(composition.definitions.count)
        for index in declarations.indices {
            switch declarations[index].subject {
            case .component(let number): recipes.append(.component(catalogue.component(number)))
            case .definition(let number):
                recipes.append(composition.definitions[number].recipe)
                cells.append((composition.definitions[number].cell, index))
            }
        }
        return (recipes, cells)
    }

    private func types(of declarations: [Declaration]) -> [Any.Type] {
        declarations.indices.map { TypeIdentity.type(declarations[$0].facts.type) }
    }

    /// For each definition of a class that class's plan.
    private func plans(of facts: [DefinitionFacts]) -> [InjectionPlan?] {
        var known: [UInt: InjectionPlan] = [:]
        let count = facts.count
        return facts.map { facts in
            guard let type = TypeIdentity.type(facts.type) as? AnyClass else { return nil as InjectionPlan? }
            if !known.isEmpty, let plan = known[facts.type.rawValue] { return plan }
            let plan = InjectionPlanReader.plan(ofClass: type)
            if !plan.isEmpty {
                if known.isEmpty { known.reserveCapacity(count) }
                known[facts.type.rawValue] = plan
            }
            return plan
        }
    }

    // MARK: Post-processing

    /// Lets the component classes that process definitions see all of them, by order and then by name.
    private mutating func process(
        _ declarations: inout [Declaration], _ recipes: inout [Recipe], _ types: ProgramTypes
    ) {
        let processors = types.candidates(for: TypeIdentity.id((any DefinitionPostProcessor).self))
            .map(\.definition).filter { recipes[$0].canMakeEarly }
            .sorted { DefinitionFacts.precedes(declarations[$0].facts, declarations[$1].facts) }
        for index in processors {
            let facts = declarations[index].facts
            if let type = TypeIdentity.type(facts.type) as? AnyClass,
                InjectionPlanReader.plan(ofClass: type).points?.isEmpty == false
            {
                faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                continue
            }
            do {
                let made = try recipes[index].make(nil)
                // Without field metadata only the instance tells.
                if InjectionPlanReader.plan(of: made).points?.isEmpty == false {
                    faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                    continue
                }
                guard let processor = made as? any DefinitionPostProcessor else { continue }
                // The context's own instance is the one that has processed.
                recipes[index] = .replacement({ processor })
                for other in declarations.indices where other != index {
                    var description = DefinitionDescription(declarations[other])
                    try processor.process(&description)
                    declarations[other].apply(description)
                    if let replacement = description.replacement {
                        recipes[other] = .replacement(making: replacement)
                    }
                }
            } catch {
                var fault = Fault(
                    .componentFailed(component: facts.name, stage: "post-processing"), at: facts.origin)
                fault.cause = error
                faults.append(fault)
            }
        }
    }

    // MARK: Checks

    private mutating func checkReflection(_ plan: Plan<ProgramCatalogue>) {
        for declaration in plan.declarations {
            guard case .component(let number) = declaration.subject,
                catalogue.records.classes[number].lacksReflection
            else { continue }
            faults.append(Fault(.reflectionDisabled(name: declaration.facts.typeName), at: declaration.facts.origin))
        }
    }
}
