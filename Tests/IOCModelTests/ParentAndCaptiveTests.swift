import IOCModel
import Testing

/// Singletons that would keep what lives shorter: over prototypes, in lists, and through what a parent context gives.
@Suite("Shorter-lived components, directly, over others and from a parent")
struct ParentAndCaptiveTests {
    private let wanted = TypeID(0)

    private func scoped(_ name: String, _ scope: ScopeFacts) -> DefinitionFacts {
        facts(name, scope: scope)
    }

    private func point(
        _ wanted: TypeID, _ shape: InjectionShape = .one, qualifier: String? = nil, isKnown: Bool = true
    ) -> InjectionPointFacts {
        InjectionPointFacts(
            owner: "Asker", property: "p\(wanted.rawValue)", location: nil, wanted: wanted, shape: shape,
            qualifier: qualifier, isQualifierKnown: isKnown)
    }

    /// Each definition is the only one of the type with its number; what it asks for is said by numbers.
    private func faults(_ definitions: [DefinitionFacts], _ asked: [[Int]]) -> [Fault] {
        let types = Dictionary(
            uniqueKeysWithValues: definitions.indices.map {
                (TypeID(UInt($0)), [Candidate(definition: $0, isExact: true)])
            })
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: [:], types: StubTypes(fitting: types))
        return Wiring(rule: rule, points: asked.map { $0.map { point(TypeID(UInt($0))) } }, forbidsCycles: false).faults
    }

    @Test("A singleton that retains a request's instance through several prototypes is a fault with its path")
    func overPrototypes() {
        let definitions = [
            scoped("keeper", .singleton), scoped("a", .prototype), scoped("b", .prototype), scoped("c", .prototype),
            scoped("visit", .request),
        ]
        let found = faults(definitions, [[1], [2, 3], [], [4], []])
        #expect(found.map(\.code.rawValue) == ["dependency-captive"])
        #expect(found.first?.path == ["keeper", "a", "c", "visit"])
        #expect(
            found.first?.headline
                == "dependency-captive: keeper (singleton) would hold visit (request) longer than it lives")
        #expect(faults(definitions, [[1], [2, 3], [], [1], []]).isEmpty, "a circle of prototypes leads nowhere")
    }

    @Test("Every prototype in a list is checked")
    func overList() {
        let definitions = [
            scoped("keeper", .singleton), scoped("a", .prototype), scoped("b", .prototype), scoped("c", .prototype),
            scoped("visit", .request),
        ]
        let one = [Candidate(definition: 4, isExact: true)]
        let several = (1...3).map { Candidate(definition: $0, isExact: false) }
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: [:],
            types: StubTypes(fitting: [wanted: several, TypeID(4): one]))
        let points = [[point(wanted, .all)], [], [point(TypeID(4))], [], []]
        let found = Wiring(rule: rule, points: points, forbidsCycles: false).faults
        #expect(found.map(\.path) == [["keeper", "b", "visit"]])
    }

    @Test("Another singleton on the way answers for itself, once, with the path to it from what needs it")
    func overSingletons() {
        let definitions = [
            scoped("keeper", .singleton), scoped("other", .lazySingleton), scoped("visit", .request),
            scoped("third", .weakSingleton),
        ]
        let found = faults(definitions, [[1], [2], [], [2]])
        #expect(found.map(\.path) == [["keeper", "other", "visit"], ["third", "visit"]])
    }

    @Test("A captive behind a prototype is reported, and the first of several")
    func overBoth() {
        let definitions = [
            scoped("keeper", .singleton), scoped("between", .prototype), scoped("other", .singleton),
            scoped("visit", .request),
        ]
        #expect(faults(definitions, [[1], [2], [3], []]).map(\.path) == [["keeper", "between", "other", "visit"]])
        let fitting = [
            wanted: [3, 2].map { Candidate(definition: $0, isExact: false) },
            TypeID(9): [Candidate(definition: 1, isExact: true)],
        ]
        let several = [
            scoped("keeper", .singleton), scoped("between", .prototype), scoped("b", .request), scoped("a", .request),
        ]
        let rule = CandidateRule(
            definitions: several, names: NameIndex(several), bindings: [:], types: StubTypes(fitting: fitting))
        let wiring = Wiring(
            rule: rule, points: [[point(TypeID(9))], [point(wanted, .all)], [], []], forbidsCycles: false)
        #expect(wiring.faults.map(\.path) == [["keeper", "between", "a"]])
    }

    @Test("Two singletons that keep a request's instance over one prototype are both reported")
    func overOnePrototype() {
        let definitions = [
            scoped("a", .singleton), scoped("b", .singleton), scoped("between", .prototype), scoped("visit", .request),
            scoped("harmless", .prototype),
        ]
        let found = faults(definitions, [[4, 2], [4, 2], [4, 3], [], []])
        #expect(found.map(\.path) == [["a", "between", "visit"], ["b", "between", "visit"]])
    }

    // MARK: Names that only an instance shows

    @Test(
        "A property whose name is not known yet keeps nothing while there is a choice, and is judged where there is none"
    )
    func openNames() {
        func wire(_ candidates: [DefinitionFacts]) -> [String] {
            let definitions = candidates + [scoped("asker", .singleton)]
            let wiring = Wiring(
                rule: rule(definitions, fitting: Array(candidates.indices)),
                points: candidates.map { _ in [] } + [[point(wanted, isKnown: false)]], forbidsCycles: false)
            return wiring.faults.map(\.code.rawValue)
        }
        #expect(wire([scoped("visit", .request)]) == ["dependency-captive"])
        #expect(wire([scoped("visit", .request), scoped("a", .singleton)]).isEmpty)
        #expect(wire([scoped("x", .prototype), scoped("visit", .request)]).isEmpty)
    }

    @Test("The same holds for a prototype on the way")
    func openNamesOnTheWay() {
        func wire(_ candidates: [DefinitionFacts]) -> [String] {
            let definitions = candidates + [scoped("between", .prototype), scoped("asker", .singleton)]
            let between = candidates.count
            let types = [
                wanted: candidates.indices.map { Candidate(definition: $0, isExact: false) },
                TypeID(9): [Candidate(definition: between, isExact: true)],
            ]
            let rule = CandidateRule(
                definitions: definitions, names: NameIndex(definitions), bindings: [:],
                types: StubTypes(fitting: types))
            let points = candidates.map { _ in [] } + [[point(wanted, isKnown: false)], [point(TypeID(9))]]
            return Wiring(rule: rule, points: points, forbidsCycles: false).faults.map(\.code.rawValue)
        }
        #expect(wire([scoped("visit", .request)]) == ["dependency-captive"])
        #expect(wire([scoped("visit", .request), scoped("a", .singleton)]).isEmpty)
    }

    // MARK: Parents

    /// What a parent with these components, all of the wanted type, gives.
    private func supply(
        _ definitions: [DefinitionFacts], inherited: Wiring.ParentSupply = .none
    ) -> Wiring.ParentSupply {
        let rule = rule(definitions)
        let wiring = Wiring(rule: rule, points: definitions.map { _ in [] }, forbidsCycles: false)
        return Wiring.ParentSupply(of: rule, wiring: wiring, inherited: inherited)
    }

    /// What is wrong with a child's singleton that asks its parent.
    private func child(
        _ point: InjectionPointFacts, own: [DefinitionFacts] = [], _ parent: Wiring.ParentSupply
    ) -> [[String]] {
        let definitions = own + [scoped("keeper", .singleton)]
        let wiring = Wiring(
            rule: rule(definitions, fitting: Array(own.indices)), points: own.map { _ in [] } + [[point]],
            forbidsCycles: false, inherited: parent)
        return wiring.faults.map { [$0.code.rawValue] + $0.path }
    }

    @Test(
        "A child's singleton that would retain its parent's request component is a fault"
    )
    func fromParent() {
        let parent = supply([scoped("visit", .request)])
        #expect(child(point(wanted), parent) == [["dependency-captive", "keeper", "visit"]])
        #expect(child(point(wanted), own: [scoped("mine", .singleton)], parent) == [])
        #expect(child(point(wanted, .provider), parent) == [])
        #expect(child(point(wanted, .all), own: [scoped("mine", .singleton)], parent).count == 1, "a list has both")
    }

    @Test("A property gets the chosen component of a parent, and a list all of them")
    func severalOfParent() {
        let main = facts("main", primary: true)
        let parent = supply([main, scoped("visit", .request)])
        #expect(child(point(wanted), parent) == [])
        #expect(child(point(wanted, qualifier: "visit"), parent) == [["dependency-captive", "keeper", "visit"]])
        #expect(child(point(wanted, .all), parent) == [["dependency-captive", "keeper", "visit"]])
        let ambiguous = supply([scoped("a", .request), scoped("b", .request)])
        #expect(child(point(wanted), ambiguous) == [["dependency-ambiguous", "keeper"]])
        #expect(child(point(wanted, .all), ambiguous) == [["dependency-captive", "keeper", "a"]])
    }

    @Test("Components of a grandparent follow the same rules, and the parent's own hide them except in lists")
    func fromGrandparent() {
        let grandparent = supply([scoped("visit", .request)])
        let empty = supply([], inherited: grandparent)
        #expect(empty.supplies(wanted, nil) && !empty.supplies(wanted, "other"))
        #expect(child(point(wanted), empty) == [["dependency-captive", "keeper", "visit"]])
        let hiding = supply([scoped("mine", .singleton)], inherited: grandparent)
        #expect(child(point(wanted), hiding) == [])
        #expect(child(point(wanted, .all), hiding) == [["dependency-captive", "keeper", "visit"]])
        #expect(supply([scoped("mine", .singleton)]).captive == nil, "nothing of a parent's lives shorter")
    }
}
