import IOCBase
import IOCModel

/// Turns a configuration into a registry: plan → recipes → field plans and groups.
struct RegistryBuilder {
    /// The result of building a registry.
    struct Built {
        let registry: Registry
        /// The members of the assemblies, with the indices of the definitions that they declare.
        let members: [(member: AssemblyMember, index: Int?)]
        /// The wrappers of instances that a test has added.
        let wrappers: [any InstancePostProcessor]
        /// All faults of files, classes and names.
        let faults: [Fault]
    }

    let configuration: ContextConfiguration
    let settings: SettingStore
    let composition: AssemblyComposition
    let parent: ApplicationContext?
    /// The changes that a test makes.
    let patch: ContextPatch
    /// False for a check, which runs no definition post-processor.
    let creates: Bool
    private let catalogue = ProgramCatalogue()
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []

    mutating func build() -> Built {
        faults = settings.faults + composition.faults
        let profiles = configuration.activeProfiles
        let plan = Plan(
            configuration, catalogue, Conditions(profiles: Set(profiles), settings: settings),
            definitions: composition.declarations, hasAssemblies: !composition.assemblies.isEmpty,
            removals: patch.removals,
            ancestors: { [parent] in
                sequence(first: parent, next: { $0?.parent }).prefix { $0 != nil }.flatMap { ancestor in
                    ancestor?.core.registry.rule.definitions ?? []
                }
            })
        var (recipes, members) = made(plan.declarations)
        let promised = plan.declarations.map { TypeIdentity.type($0.facts.type) }
        let types = ProgramTypes(
            promised, records: catalogue.records,
            nearMissSearch: NearMissFinder(
                leftOut: plan.leftOut, absentDefinitions: plan.absentDefinitions, records: catalogue.records,
                assemblies: composition.assemblies.map { type(of: $0) }
            )
            .nearMisses)
        process(&plan.declarations, &recipes, types)
        let declarations = plan.declarations
        let facts = declarations.map(\.facts)
        let plans = zip(promised, recipes).map { type, recipe in
            recipe.constructed?.plan ?? (type as? AnyClass).map(InjectionPlanReader.plan(ofClass:))
        }
        let rule = CandidateRule(
            definitions: facts, names: NameIndex(facts), bindings: configuration.bindings, types: types)
        faults += plan.faults + plan.namingFaults(rule.names) + unfit(declarations)
        let patched = patch.applied(to: rule, recipes, plans)
        let base = Registry.Base(
            rule: rule, stores: rule.hasShortLived ? stores(of: declarations) : [:],
            forbidsCycles: configuration.cycles == .forbid, constructionTimeout: configuration.constructionTimeout,
            notices: plan.notices + notices + facts.compactMap { $0.unstarted(records: catalogue.records) },
            absentReaders: absentReaders(plan.leftOut), sources: configuration.sources, profiles: profiles,
            decisions: plan.decisions)
        let registry = Registry(
            base, patched.recipes, patched.plans, lifecycle: LifecycleSettings(configuration),
            // What replaces a component may leave settings unread that the component would have read.
            settings: patched.replaced.isEmpty ? settings : settings.derived(hidingReaders: true), parent: parent)
        return Built(
            registry: registry, members: members, wrappers: patched.wrappers, faults: faults + patched.faults)
    }

    /// Returns the recipes of the plan's declarations, and the members of the assemblies with their indices among them.
    private func made(
        _ declarations: [Declaration]
    ) -> (recipes: [Recipe], members: [(member: AssemblyMember, index: Int?)]) {
        var recipes: [Recipe] = []
        var members: [(member: AssemblyMember, index: Int?)] = composition.definitions.map { ($0.member, nil) }
        let components = catalogue.components.known
        recipes.reserveCapacity(declarations.count)
        for index in declarations.indices {
            switch declarations[index].subject {
            case .component(let number): recipes.append(catalogue.checked(components[number], number).recipe)
            case .definition(let number):
                recipes.append(composition.definitions[number].recipe)
                members[number].index = index
            }
        }
        return (recipes, members + composition.otherMembers.map { ($0, nil) })
    }

    /// The settings that components read which a condition or an exclusion leaves out.
    private func absentReaders(_ leftOut: [ComponentScan.LeftOut]) -> [AbsentReader] {
        leftOut.flatMap { miss -> [AbsentReader] in
            guard let component = catalogue.components.component(miss.number) else { return [] }
            let plan =
                component.recipe.constructed?.plan
                ?? (component.type as? AnyClass).map(InjectionPlanReader.plan(ofClass:))
            return (plan?.settingKeys ?? []).map {
                AbsentReader(key: $0, component: TypeName.simple(component.type), reason: miss.reason)
            }
        }
    }

    private func stores(of declarations: [Declaration]) -> [Int: any ScopeStore] {
        var stores: [Int: any ScopeStore] = [:]
        for index in declarations.indices { stores[index] = declarations[index].scope.store }
        return stores
    }

    // MARK: Post-processing

    /// Lets the component classes that process definitions see all of them, by order and then by name.
    private mutating func process(
        _ declarations: inout [Declaration], _ recipes: inout [Recipe], _ types: ProgramTypes
    ) {
        let processors = types.candidates(for: TypeIdentity.id((any DefinitionPostProcessor).self))
            .map(\.definition).filter { recipes[$0].isScanned }
            .ordered { DefinitionFacts.precedes(declarations[$0].facts, declarations[$1].facts) }
        for index in processors {
            let facts = declarations[index].facts
            let fields = (TypeIdentity.type(facts.type) as? AnyClass).flatMap {
                InjectionPlanReader.plan(ofClass: $0).fields
            }
            if fields?.isEmpty == false || !recipes[index].parameters.isEmpty {
                faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                continue
            }
            guard creates else {
                notices.append(Fault(.processorUnchecked(name: facts.name), at: facts.origin))
                continue
            }
            do {
                let made = try recipes[index].make(nil)
                // Without field metadata only the instance knows.
                if !InjectionPlanReader.plan(of: made).isPlain {
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
                        .failed(.componentFailed, component: facts.name, in: "post-processing"), at: facts.origin,
                        cause: error))
            }
        }
    }

    // MARK: Checks

    /// Faults of component classes that the compiler has kept no description of, or whose constructor makes another.
    private func unfit(_ declarations: [Declaration]) -> [Fault] {
        let components = catalogue.components.known
        return declarations.compactMap { declaration in
            guard case .component(let number) = declaration.subject else { return nil }
            let component = catalogue.checked(components[number], number)
            if case .constructed(let recipe) = component.recipe, let fault = recipe.mismatch { return fault }
            guard component.lacksReflection else { return nil }
            return Fault(.reflectionDisabled(name: declaration.facts.typeName), at: declaration.facts.origin)
        }
    }
}

extension DefinitionFacts {
    /// The notice that nothing will start, run or stop instances that have something to; nil if the container does, or
    /// where there is nothing.
    func unstarted(records: ProgramRecords) -> Fault? {
        guard isManaged, !hasLifecycle else { return nil }
        var roles: [Any.Type] = [(any Startable).self, (any IOCService).self]
        // A request's scope stops what was made in it.
        if scope != .request { roles.append((any Stoppable).self) }
        let promised = TypeIdentity.type(type)
        let protocols = roles.filter { TypeFit.fits(promised, $0, records: records) }.map(TypeName.simple)
        if protocols.isEmpty { return nil }
        let scope = scope.name + (needsArguments ? ", with arguments" : "")
        return Fault(
            .componentNeverStarted(name: name, scope: scope, protocols: protocols.map(TypeName.withoutAny)),
            at: origin)
    }
}
