import IOCModel
import Testing

/// Definitions for a test: `name`, then what is special about it.
func facts(
    _ name: String, simpleName: String? = nil, primary: Bool = false, fallback: Bool = false, order: Int = 0
) -> DefinitionFacts {
    var facts = DefinitionFacts(
        name: name, simpleName: simpleName ?? name, type: TypeID(1), writer: { _ in "Shop.\(name)" },
        origin: .scannedClass(name: name))
    facts.isPrimary = primary
    facts.isFallback = fallback
    facts.order = order
    return facts
}

func rule(
    _ definitions: [DefinitionFacts], bindings: [String: String] = [:], exact: Set<Int> = [], fitting: [Int]? = nil
) -> CandidateRule {
    let candidates = (fitting ?? Array(definitions.indices)).map {
        Candidate(definition: $0, isExact: exact.contains($0))
    }
    return CandidateRule(
        definitions: definitions, names: NameIndex(definitions), bindings: bindings,
        types: StubTypes(fitting: [TypeID(0): candidates]))
}
