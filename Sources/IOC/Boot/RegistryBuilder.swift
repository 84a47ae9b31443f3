import IOCModel

/// Turns a configuration into a registry: plan → recipes → field plans and groups.
struct RegistryBuilder {
    let configuration: ContextConfiguration
    let settings: SettingStore
    let composition: AssemblyComposition
    let parent: ApplicationContext?
    /// The changes that a test makes.
    let patch: ContextPatch
    /// False for a check, which runs no definition post-processor.
    let creates: Bool
    private let catalogue = ProgramCatalogue()
    /// All faults of files, classes and names.
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []
    /// The members of the assemblies, with the indices of the definitions that they declare; each counts once.
    private(set) var members: [(member: AssemblyMember, index: Int?)] = []
    /// The wrappers of instances that a test has added.
    private(set) var wrappers: [any InstancePostProcessor] = []

    mutating func build() -> Registry {
        let plan = Plan(configuration, catalogue, settings, composition, removals: patch.removals, parent: parent)
        let types = ProgramTypes(
            plan.declarations.map { TypeIdentity.type($0.facts.type) },
            nearMisses: NearMissFinder(
                leftOut: plan.leftOut, absentDefinitions: plan.absentDefinitions, records: catalogue.records,
                assemblies: composition.assemblies.map { type(of: $0) }))
        process(plan.declarations, types)
        let declarations = plan.declarations
        let facts = declarations.map(\.facts)
        let rule = CandidateRule(
            definitions: facts, names: NameIndex(facts), bindings: configuration.bindings, types: types)
        let patched = patch.applied(to: rule, declarations.map(\.recipe))
        wrappers = patched.wrappers
        faults +=
            settings.faults + composition.faults + plan.faults + plan.namingFaults(rule.names)
            + declarations.compactMap(\.mistake) + patched.faults
        for (index, declaration) in declarations.enumerated() {
            if case .definition(let member) = declaration.subject { members.append((member, index)) }
        }
        members += composition.members.map { ($0.member, nil) }
        let stores = declarations.enumerated().compactMap { index, declaration in
            declaration.scope.store.map { (index, $0) }
        }
        let base = Registry.Base(
            rule: rule, stores: Dictionary(uniqueKeysWithValues: stores),
            forbidsCycles: configuration.cycles == .forbid, constructionTimeout: configuration.constructionTimeout,
            notices: plan.notices + notices + facts.compactMap { $0.unstarted(records: catalogue.records) },
            absentReaders: absentReaders(plan.leftOut), sources: configuration.sources,
            profiles: configuration.activeProfiles, decisions: plan.decisions)
        return Registry(
            base, patched.recipes, lifecycle: LifecycleSettings(configuration),
            // What replaces a component may leave settings unread that the component would have read.
            settings: patched.replaced.isEmpty ? settings : settings.derived(hidingReaders: true), parent: parent)
    }

    /// The settings that components read which a condition or an exclusion leaves out.
    private func absentReaders(_ leftOut: [ComponentScan.LeftOut]) -> [AbsentReader] {
        leftOut.flatMap { miss -> [AbsentReader] in
            guard let component = ProgramComponent.of(miss.type) else { return [] }
            return (component.recipe.plan(of: component.type)?.settingKeys ?? []).map {
                AbsentReader(key: $0, component: TypeName.simple(component.type), reason: miss.reason)
            }
        }
    }

    // MARK: Post-processing

    /// Lets the component classes that process definitions see all of them, by order and then by name.
    private mutating func process(_ declarations: [Declaration], _ types: ProgramTypes) {
        let processors = types.candidates(for: TypeIdentity.id((any DefinitionPostProcessor).self))
            .map { declarations[$0.definition] }.filter(\.recipe.isScanned)
            .ordered { DefinitionFacts.precedes($0.facts, $1.facts) }
        for own in processors {
            let (facts, recipe) = (own.facts, own.recipe)
            if recipe.plan(of: TypeIdentity.type(facts.type))?.facts.isEmpty == false {
                faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                continue
            }
            guard creates else {
                let reason = "what \(facts.name) would change in other definitions is not checked"
                notices.append(Fault(.unchecked(reason), at: facts.origin))
                continue
            }
            do {
                let made = try recipe.make(nil)
                // Without field metadata only the instance knows.
                if !InjectionPlanReader.plan(of: made).isPlain {
                    faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
                    continue
                }
                guard let processor = AnyValueBox.unboxed(made) as? any DefinitionPostProcessor else { continue }
                // The context's own instance is the one that has processed.
                own.recipe = .replacement(making: { processor }, of: TypeIdentity.type(facts.type))
                for other in declarations where other !== own {
                    var description = DefinitionDescription(other)
                    try processor.process(&description)
                    other.apply(description)
                }
            } catch {
                faults.append(
                    Fault(
                        .failed(.componentFailed, component: facts.name, in: "post-processing"), at: facts.origin,
                        cause: error))
            }
        }
    }
}

extension Declaration {
    /// The fault of a component class that the compiler has kept no description of, or whose constructor makes another.
    fileprivate var mistake: Fault? {
        guard let component else { return nil }
        if let fault = component.recipe.constructed?.mismatch { return fault }
        return component.record.lacksReflection
            ? Fault(.reflectionDisabled(name: facts.typeName), at: facts.origin) : nil
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
