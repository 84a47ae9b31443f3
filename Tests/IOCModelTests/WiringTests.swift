import IOCModel
import Testing

@Suite("Wiring")
struct WiringTests {
    func point(_ property: String, _ shape: InjectionShape, qualifier: String? = nil, isKnown: Bool = true)
        -> InjectionPointFacts
    {
        InjectionPointFacts(
            owner: "Asker", property: property, location: SourceLocation(file: "Shop/Asker.swift", line: 7),
            wanted: TypeID(0), shape: shape, qualifier: qualifier, isQualifierKnown: isKnown)
    }

    func wire(
        _ points: [InjectionPointFacts], candidates: [DefinitionFacts], isInherited: Bool = false
    ) -> Wiring {
        let definitions = candidates + [facts("asker")]
        let rule = rule(definitions, fitting: Array(candidates.indices))
        return Wiring(
            rule: rule, points: candidates.map { _ in [] } + [points], forbidsCycles: false,
            inherited: Wiring.ParentSupply(supplies: { _, _ in isInherited }))
    }

    @Test("A point leads to the chosen component, a collection to all, in order")
    func targets() {
        let wiring = wire(
            [point("one", .one, qualifier: "b"), point("all", .all), point("byName", .allByName)],
            candidates: [facts("b"), facts("a")])
        #expect(wiring.faults.isEmpty)
        #expect(wiring.edges[2].map(\.targets) == [[0], [1, 0], [1, 0]])
    }

    @Test("An optional dependency may be missing, but not ambiguous")
    func optional() {
        #expect(wire([point("p", .optional), point("q", .optionalProvider)], candidates: []).faults.isEmpty)
        #expect(wire([point("p", .optional, qualifier: "x")], candidates: [facts("a")]).faults.isEmpty)
        let ambiguous = wire([point("p", .optional)], candidates: [facts("a"), facts("b")])
        #expect(ambiguous.faults.map(\.code.rawValue) == ["dependency-ambiguous"])
    }

    @Test("Until the name is known only a missing type is a fault")
    func qualifierUnknown() {
        let open = wire([point("p", .one, isKnown: false)], candidates: [facts("a"), facts("b")])
        #expect(open.faults.isEmpty)
        #expect(!open.edges[2][0].isCertain)
        let missing = wire([point("p", .one, isKnown: false)], candidates: [])
        #expect(missing.faults.map(\.code.rawValue) == ["dependency-missing"])
    }

    @Test("A parent may supply what is missing")
    func inherited() {
        let wiring = wire([point("p", .one)], candidates: [], isInherited: true)
        #expect(wiring.faults.isEmpty)
        #expect(wiring.edges[0][0].isInherited)
    }

    @Test("A provider breaks a cycle")
    func cycles() {
        let definitions = [facts("a"), facts("b")]
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: [:],
            types: StubTypes(fitting: [
                TypeID(0): [Candidate(definition: 1, isExact: false)],
                TypeID(9): [Candidate(definition: 0, isExact: false)],
            ]))
        func faults(_ back: InjectionShape) -> [String] {
            let toB = InjectionPointFacts(owner: "A", property: "b", wanted: TypeID(0), shape: .one)
            let toA = InjectionPointFacts(owner: "B", property: "a", wanted: TypeID(9), shape: back)
            return Wiring(rule: rule, points: [[toB], [toA]], forbidsCycles: true, inherited: .none)
                .faults.map(\.code.rawValue)
        }
        #expect(faults(.one) == ["cycle-forbidden"])
        #expect(faults(.all) == ["cycle-forbidden"])
        #expect(faults(.provider).isEmpty)
    }

    @Test("Each property of an object that is no component is judged")
    func faultsOfOthers() {
        let points = ["a", "b", "c"].map { point($0, .one) } + [point("d", .one, qualifier: "x"), point("e", .all)]
        let found = Wiring.faults(of: points, rule: rule([])).map { "\($0.code.rawValue) \($0.point?.property ?? "")" }
        #expect(
            found == ["dependency-missing a", "dependency-missing b", "dependency-missing c", "qualifier-unknown d"])
    }

    @Test("Faults have what nearly served")
    func explained() {
        let definitions = [facts("asker")]
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: [:],
            types: StubTypes(fitting: [:], misses: [Fault.NearMiss(name: "near", reason: "is not it")]))
        let points = (0..<103).map { point("p\($0)", .one) }
        let faults = Wiring(rule: rule, points: [points], forbidsCycles: false).faults
        #expect(faults.count == 103 && faults.allSatisfy { $0.nearMisses.count == 1 })
    }
}
