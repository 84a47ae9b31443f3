import IOCModel
import Testing

/// Definitions for a test: `name`, then what is special about it.
func facts(
    _ name: String, simpleName: String? = nil, scope: ScopeFacts = .singleton, primary: Bool = false,
    fallback: Bool = false, order: Int = 0, needsArguments: Bool = false, isManaged: Bool = true
) -> DefinitionFacts {
    DefinitionFacts(
        name: name, simpleName: simpleName ?? name, type: TypeID(1), writer: { _ in "Shop.\(name)" }, scope: scope,
        isPrimary: primary, isFallback: fallback, order: order, needsArguments: needsArguments, isManaged: isManaged,
        origin: .scannedClass(name: name))
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
