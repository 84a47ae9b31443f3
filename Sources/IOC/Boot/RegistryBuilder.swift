import IOCBase
import IOCModel
import IOCPlan

/// Turns a configuration into a registry: plan → recipes → field plans and groups.
final class RegistryBuilder {
    /// The result of building a registry.
    struct Built {
        var registry: Registry
        /// The choices for all injection points before any instance has declared a name.
        var wiring: Wiring
        /// True if instances of the same classes had declared all names before.
        var areNamesKnown: Bool
        /// The walk over where they lead.
        var walk: GraphWalk
        /// The assemblies' properties to tie to the registry's definitions.
        var cells: [(cell: DefinitionCell, index: Int)]
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

    func build() -> Built {
        let profiles = configuration.activeProfiles
        let plan = Plan(
            configuration, catalogue, Conditions(profiles: Set(profiles), properties: properties),
            definitions: composition.declarations, hasAssemblies: !composition.assemblies.isEmpty,
            ancestors: { [parent] in
                sequence(first: parent, next: { $0?.parent }).prefix { $0 != nil }.flatMap { ancestor in
                    ancestor?.core.registry.rule.definitions.map { AncestorComponent($0) } ?? []
                }
            })
        var (recipes, cells) = made(plan.declarations)
        // By index here and below, as a closure would get a copy of each.
        let promised = plan.declarations.indices.map { TypeIdentity.type(plan.declarations[$0].facts.type) }
        let index = TypeIndex(promised, records: catalogue.records)
        let types = ProgramTypes(
            index,
            nearMissSearch: NearMissFinder(
                leftOut: plan.leftOut, records: catalogue.records,
                assemblies: composition.assemblies.map { type(of: $0) }
            )
            .nearMisses)
        process(&plan.declarations, &recipes, types)
        let declarations = plan.declarations
        let facts = declarations.indices.map { declarations[$0].facts }
        let plans = plans(index, recipes)
        // Before the points are read, as another context's instances may declare some meanwhile.
        let areNamesKnown = plans.allSatisfy { $0?.namesAreKnown ?? true }
        let rule = CandidateRule(
            definitions: facts, names: NameIndex(facts), bindings: configuration.bindings, types: types)
        faults += plan.findings.map(\.fault) + plan.namingFindings(rule.names).map(\.fault) + unfit(declarations)
        // Before qualifiers are known every fitting component counts, so groups are never too small.
        let wiring = Wiring(
            rule: rule, points: plans.map { $0?.facts ?? [] }, forbidsCycles: false,
            inherited: Registry.inherited(parent))
        let walk = GraphWalk(successors: wiring.successors)
        let cycles = walk.groups.count < facts.count ? walk.groups.map { $0.count > 1 ? ConstructionGroup() : nil } : []
        let definitions = facts.indices.map { index in
            RegisteredDefinition(
                index: index, facts: facts[index], recipe: recipes[index], plan: plans[index],
                cycle: cycles.isEmpty ? nil : cycles[walk.groupOfNode[index]])
        }
        let registry = Registry(
            definitions: definitions, stores: rule.hasShortLived ? stores(of: declarations) : [:], rule: rule,
            types: types, forbidsCycles: configuration.cycles == .forbid,
            constructionTimeout: configuration.constructionTimeout, lifecycle: LifecycleSettings(configuration),
            properties: properties,
            notices: plan.notices + facts.compactMap { $0.unstarted(records: catalogue.records) },
            summary: BootSummary(
                sources: configuration.sources, profiles: profiles, decisions: plan.decisions))
        return Built(
            registry: registry, wiring: wiring, areNamesKnown: areNamesKnown, walk: walk, cells: cells, faults: faults)
    }

    /// Returns the recipes of the plan's declarations, and the assemblies' properties that stand for some of them.
    private func made(
        _ declarations: [Declaration]
    ) -> (recipes: [Recipe], cells: [(cell: DefinitionCell, index: Int)]) {
        var recipes: [Recipe] = []
        var cells: [(cell: DefinitionCell, index: Int)] = []
        let components = catalogue.components.known
        recipes.reserveCapacity(declarations.count)
        cells.reserveCapacity(composition.definitions.count)
        for index in declarations.indices {
            switch declarations[index].subject {
            case .component(let number): recipes.append(catalogue.checked(components[number], number).recipe)
            case .definition(let number):
                recipes.append(composition.definitions[number].recipe)
                cells.append((composition.definitions[number].cell, index))
            }
        }
        return (recipes, cells)
    }

    private func stores(of declarations: [Declaration]) -> [Int: any ScopeStore] {
        var stores: [Int: any ScopeStore] = [:]
        for index in declarations.indices { stores[index] = declarations[index].scope.store }
        return stores
    }

    /// For each definition its injection points: those of its class, and the parameters that it is made with.
    private func plans(_ types: TypeIndex, _ recipes: [Recipe]) -> [InjectionPlan?] {
        var plans: [InjectionPlan?] = []
        plans.reserveCapacity(types.types.count)
        for index in types.types.indices {
            if let recipe = recipes[index].constructed {
                plans.append(recipe.plan)
                continue
            }
            let first = types.first(like: index)
            plans.append(
                first < index
                    ? plans[first]?.with([])
                    : (types.types[index] as? AnyClass).map(InjectionPlanReader.plan(ofClass:)))
        }
        return plans
    }

    // MARK: Post-processing

    /// Lets the component classes that process definitions see all of them, by order and then by name.
    private func process(
        _ declarations: inout [Declaration], _ recipes: inout [Recipe], _ types: ProgramTypes
    ) {
        let processors = types.candidates(for: TypeIdentity.id((any DefinitionPostProcessor).self))
            .map(\.definition).filter { recipes[$0].isScanned }
            .ordered { DefinitionFacts.precedes(declarations[$0].facts, declarations[$1].facts) }
        for index in processors {
            let facts = declarations[index].facts
            let fields = (TypeIdentity.type(facts.type) as? AnyClass).flatMap {
                InjectionPlanReader.plan(ofClass: $0).points
            }
            if fields?.isEmpty == false || !recipes[index].parameters.isEmpty {
                faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                continue
            }
            do {
                let made = try recipes[index].make(nil)
                // Without field metadata only the instance knows.
                if InjectionPlanReader.plan(of: made).points?.isEmpty == false {
                    faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                    continue
                }
                guard let processor = AnyValueBox.unboxed(made) as? any DefinitionPostProcessor else { continue }
                // The context's own instance is the one that has processed.
                recipes[index] = .replacement(making: { processor })
                for other in declarations.indices where other != index {
                    var description = DefinitionDescription(declarations[other])
                    try processor.process(&description)
                    declarations[other].apply(description)
                    if let replacement = description.replacement {
                        recipes[other] = .replacement(making: replacement)
                    }
                }
            } catch {
                faults.append(
                    Fault(
                        .componentFailed(component: facts.name, stage: "post-processing"), at: facts.origin,
                        cause: error))
            }
        }
    }

    // MARK: Checks

    /// Faults of component classes that the compiler has kept no description of, or whose constructor makes another.
    private func unfit(_ declarations: [Declaration]) -> [Fault] {
        let components = catalogue.components.known
        // By index, as a closure would get a copy of each.
        return declarations.indices.compactMap { index in
            guard case .component(let number) = declarations[index].subject else { return nil }
            let component = catalogue.checked(components[number], number)
            if case .constructed(let recipe) = component.recipe, let fault = recipe.mismatch { return fault }
            guard component.lacksReflection else { return nil }
            let facts = declarations[index].facts
            return Fault(.reflectionDisabled(name: facts.typeName), at: facts.origin)
        }
    }
}
