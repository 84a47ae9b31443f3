import IOCModel

extension Registry {
    /// The registry a patch makes of this one.
    struct Patched {
        var registry: Registry
        /// The choices for all injection points.
        var wiring: Wiring
        /// The wrappers of instances, if there are any.
        var wrappers: [any InstancePostProcessor]
        var faults: [Fault]
    }

    /// The same definitions, with places of their own for instances, some of them replaced or wrapped.
    func patched(_ patch: ContextPatch, parent: ApplicationContext?) -> Patched {
        var recipes: [Int: (recipe: Recipe, result: Any.Type)] = [:]
        var wrappings: [String: [@Sendable (Any) throws -> Any]] = [:]
        var faults: [Fault] = []
        for entry in patch.entries {
            switch index(of: entry) {
            case .success(let index):
                switch entry.change {
                case .replacement(let recipe): recipes[index] = (recipe, entry.result)
                case .wrapping(let wrap): wrappings[definitions[index].facts.name, default: []].append(wrap)
                }
            case .failure(let error): faults += error.faults
            }
        }
        let plans = definitions.map { definition in
            guard let change = recipes[definition.index] else { return definition.plan }
            return change.result == definition.type ? definition.plan?.with(change.recipe.parameters) : nil
        }
        let wiring = Wiring(
            rule: rule, points: plans.map { $0?.facts ?? [] }, forbidsCycles: forbidsCycles,
            inherited: Self.inherited(parent))
        let groups = ComponentGroups(wiring, definitions.map(\.facts))
        let copies = definitions.map { definition in
            RegisteredDefinition(
                index: definition.index, facts: definition.facts,
                recipe: recipes[definition.index]?.recipe ?? definition.recipe, plan: plans[definition.index],
                wiring: wiring, groups: groups)
        }
        // The settings of a replaced component are known where one was made.
        let creations = StartCreations(wiring, copies.map(\.facts), copies.map(\.recipe), rule.names)
        let registry = with(
            copies, creations, hidingReaders: recipes.keys.contains { definitions[$0].slot.instance == nil })
        return Patched(
            registry: registry, wiring: wiring, wrappers: wrappings.isEmpty ? [] : [PatchWrapper(wrappings)],
            faults: faults)
    }

    /// The definition that an entry means, where what the entry gives fits it.
    private func index(of entry: ContextPatch.Entry) -> Result<Int, IOCError> {
        let place = Origin.source(entry.location)
        var fault: Fault
        switch entry.target {
        case .type(let type):
            let wanted = TypeIdentity.id(type)
            let choice = rule.choose(wanted)
            if case .chosen(let index) = choice { return fitting(index, entry) }
            guard case .missing = choice else {
                fault = rule.fault(of: choice, wanted: wanted) ?? Fault(.dependencyAmbiguous)
                fault.place = place
                return .failure(IOCError(fault))
            }
            fault = Fault(.patchWithoutTarget(what: TypeName.written(type)), at: place)
            fault.nearMisses = rule.types.nearMisses(for: wanted)
            fault.suggestion = Suggestion.nearest(
                to: TypeName.written(type), among: definitions.map(\.facts.typeName))
        case .name(let name):
            switch match(name) {
            case .found(let index): return fitting(index, entry)
            case .ambiguous(let indices):
                fault = Fault(.nameAmbiguous(name), at: place)
                fault.namedCandidates = indices.map { Fault.NamedCandidate(definitions[$0].facts) }
            case .unknown:
                fault = Fault(.patchWithoutTarget(what: "component named '\(name)'"), at: place)
                fault.suggestion = Suggestion.nearest(to: name, among: rule.names.all)
            }
        }
        return .failure(IOCError(fault))
    }

    private func fitting(_ index: Int, _ entry: ContextPatch.Entry) -> Result<Int, IOCError> {
        let promised = definitions[index].type
        // A class can only be replaced by what fits wherever the class was wanted.
        if promised is AnyClass, entry.result is AnyClass,
            !TypeFit.fits(entry.result, promised, records: .current())
        {
            let kind = Fault.Kind.bindingTargetDoesNotFit(
                type: TypeName.written(promised), name: definitions[index].facts.name,
                found: TypeName.written(entry.result))
            return .failure(IOCError(kind, at: .source(entry.location)))
        }
        return .success(index)
    }
}
