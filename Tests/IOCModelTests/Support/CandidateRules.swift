import IOCModel

/// A definition for a test: its name, then what is special about it.
func facts(
    _ name: String, simpleName: String? = nil, scope: ScopeFacts = .singleton, primary: Bool = false,
    fallback: Bool = false, order: Int = 0, needsArguments: Bool = false, isManaged: Bool = true
) -> DefinitionFacts {
    DefinitionFacts(
        name: name, simpleName: simpleName ?? name, type: TypeID(1), writer: { _ in "Shop.\(name)" },
        scope: scope,
        isPrimary: primary, isFallback: fallback, order: order, needsArguments: needsArguments,
        isManaged: isManaged,
        origin: .scannedClass(name: name))
}

/// The rule of definitions of which some fit type 0, all of them unless given.
func rule(
    _ definitions: [DefinitionFacts], bindings: [String: String] = [:], exact: Set<Int> = [],
    fitting: [Int]? = nil,
    values: Set<TypeID> = [], misses: [Fault.NearMiss] = []
) -> CandidateRule {
    let candidates = (fitting ?? Array(definitions.indices)).map {
        Candidate(definition: $0, isExact: exact.contains($0))
    }
    return CandidateRule(
        definitions: definitions, names: NameIndex(definitions), bindings: bindings,
        types: StubTypes(fitting: [TypeID(0): candidates], values: values, misses: misses))
}

/// A property or parameter of a program of numbered types.
func point(
    _ name: String = "p", _ type: UInt = 0, _ shape: InjectionShape = .one,
    named qualifier: String? = nil,
    isKnown: Bool = true, isParameter: Bool = false
) -> InjectionPointFacts {
    InjectionPointFacts(
        owner: "O", property: name, location: SourceLocation(file: "O.swift", line: 3),
        wanted: TypeID(type),
        shape: shape, qualifier: qualifier, isQualifierKnown: isKnown, isParameter: isParameter)
}
