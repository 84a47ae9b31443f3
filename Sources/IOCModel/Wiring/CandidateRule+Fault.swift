extension CandidateRule {
    /// The fault a choice amounts to, with candidates, near misses and a suggestion; nil where something was chosen.
    package func fault(of choice: Choice, wanted: TypeID, at point: InjectionPointFacts? = nil) -> Fault? {
        var fault: Fault
        switch choice {
        case .chosen: return nil
        case .missing:
            fault = Fault(.missing)
            fault.nearMisses = callable(wanted) + types.nearMisses(for: wanted)
        case .ambiguous(let field):
            fault = Fault(.ambiguous)
            fault.candidates = named(field)
        case .severalPrimaries(let field):
            fault = Fault(.severalPrimaries)
            fault.candidates = named(field)
        case .unknownName(let name):
            fault = Fault(.unknownName(name))
            let fitting = types.candidates(for: wanted).map(\.definition)
            fault.candidates = named(Array(sorted(fitting).prefix(8)))
            let known = fitting.flatMap { [definitions[$0].name, definitions[$0].simpleName] }
            fault.suggestion = Suggestion.nearest(to: name, among: known.isEmpty ? names.all : known)
            fault.nearMisses = types.nearMisses(for: wanted).filter { $0.name == name }
        case .ambiguousName(let name, let field):
            fault = Fault(.ambiguousName(name))
            fault.candidates = named(field)
        case .wrongType(let name, let found):
            fault = Fault(.wrongType(name: name, found: definitions[found].typeName))
            fault.candidates = named(sorted(types.candidates(for: wanted).map(\.definition)))
        }
        fault.point = point
        fault.wanted = types.name(of: wanted)
        return fault
    }

    /// What would fit but takes arguments.
    private func callable(_ wanted: TypeID) -> [Fault.NearMiss] {
        sorted(types.candidates(for: wanted).map(\.definition).filter { definitions[$0].needsArguments }).map {
            Fault.NearMiss(
                name: definitions[$0].name, reason: "takes arguments, so it can only be called",
                origin: definitions[$0].origin)
        }
    }

    private func named(_ field: [Int]) -> [Fault.NamedCandidate] {
        field.map { Fault.NamedCandidate(definitions[$0]) }
    }
}
