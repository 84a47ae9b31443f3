import Testing

@testable import IOCModel

@Suite("Choices by name, in lists and in parents")
struct NamedChoiceTests {
    private let wanted = TypeID(0)

    private func point(
        _ property: String, _ shape: InjectionShape, qualifier: String? = nil, isKnown: Bool = true
    ) -> InjectionPointFacts {
        InjectionPointFacts(
            owner: "Asker", property: property, location: nil, wanted: wanted, shape: shape, qualifier: qualifier,
            isQualifierKnown: isKnown)
    }

    private func scoped(_ name: String, _ scope: ScopeFacts) -> DefinitionFacts {
        facts(name, scope: scope)
    }

    /// The wiring of one asker, which is the last definition.
    private func wire(
        _ points: [InjectionPointFacts], _ candidates: [DefinitionFacts], asker: ScopeFacts = .singleton,
        inherited: Wiring.ParentSupply = .none
    ) -> Wiring {
        let definitions = candidates + [scoped("asker", asker)]
        return Wiring(
            rule: rule(definitions, fitting: Array(candidates.indices)),
            points: candidates.map { _ in [] } + [points], forbidsCycles: false, inherited: inherited)
    }

    @Test("A list by a shared simple name has all components of that name, in order")
    func listBySharedName() {
        let rule = rule([facts("Web.A", simpleName: "A"), facts("Shop.A", simpleName: "A"), facts("b")])
        #expect(rule.all(wanted, qualifier: "A") == [1, 0])
    }

    @Test("A given name wins over the simple name of another class")
    func givenName() {
        let names = NameIndex([facts("Web.audit", simpleName: "audit"), facts("audit", simpleName: "FileSink")])
        #expect(names.match("audit") == .found(1))
        #expect(names.match("Web.audit") == .found(0))
    }

    @Test("A parent serves only under the name that is asked for")
    func inheritedName() {
        let parent = Wiring.ParentSupply(supplies: { _, name in name == nil || name == "known" })
        #expect(wire([point("p", .one, qualifier: "known")], [], inherited: parent).edges[0][0].isInherited)
        let wiring = wire([point("p", .one, qualifier: "other")], [], inherited: parent)
        #expect(wiring.faults.map(\.code.rawValue).count == 1)
        #expect(!wiring.edges[0][0].isInherited)
    }

    @Test("A list that would retain a request's instance is a fault, at any place in the list")
    func captiveInList() {
        for order in [["a", "b", "c"], ["c", "b", "a"]] {
            let candidates = order.map { $0 == "b" ? scoped($0, .request) : scoped($0, .prototype) }
            let wiring = wire([point("all", .all)], candidates)
            #expect(wiring.faults.map(\.code.rawValue) == ["dependency-captive"])
            #expect(wiring.faults.first?.path == ["asker", "b"])
        }
        #expect(wire([point("all", .all)], [scoped("b", .request)], asker: .request).faults.isEmpty)
        #expect(wire([point("one", .provider)], [scoped("b", .request)]).faults.isEmpty)
    }

    @Test("A list of values may name a definition with arguments, which is a fault of its own")
    func namedValues() {
        let taking = facts("taking", needsArguments: true)
        let definitions = [taking, facts("asker")]
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: [:],
            types: StubTypes(fitting: [wanted: [Candidate(definition: 0, isExact: true)]], values: [wanted]))
        func codes(_ name: String?) -> [String] {
            let wiring = Wiring(rule: rule, points: [[], [point("p", .all, qualifier: name)]], forbidsCycles: false)
            return wiring.faults.map(\.code.rawValue)
        }
        #expect(codes("taking") == ["arguments-needed"])
        #expect(codes(nil) == ["shape-meaningless"])
        #expect(codes("asker") == ["shape-meaningless"])
    }

    @Test("A list of values without a definition is a fault, unless a parent defines one")
    func values() {
        func codes(
            _ point: InjectionPointFacts, defined: Bool = false, isValue: Bool = true,
            _ inherited: Wiring.ParentSupply = .none
        ) -> [String] {
            let definitions = [facts("a"), facts("asker")]
            let fitting = defined ? [Candidate(definition: 0, isExact: true)] : []
            let rule = CandidateRule(
                definitions: definitions, names: NameIndex(definitions), bindings: [:],
                types: StubTypes(fitting: [wanted: fitting], values: isValue ? [wanted] : []))
            return Wiring(rule: rule, points: [[], [point]], forbidsCycles: false, inherited: inherited).faults
                .map(\.code.rawValue)
        }
        #expect(codes(point("p", .all)) == ["shape-meaningless"])
        #expect(codes(point("p", .all), isValue: false) == [])
        #expect(codes(point("p", .all, qualifier: "b"), defined: true) == [])
        #expect(codes(point("p", .all), Wiring.ParentSupply(supplies: { _, name in name == nil })) == [])
        #expect(codes(point("p", .optional, isKnown: false)) == [])
    }

    @Test("The reason for a choice names what each other candidate lacks")
    func reasons() {
        func lacks(
            _ definitions: [DefinitionFacts], exact: Set<Int> = [], bindings: [String: String] = [:],
            _ shape: InjectionShape = .one, named name: String? = nil
        ) -> [String] {
            let reason = rule(definitions, bindings: bindings, exact: exact).reason(
                for: point("p", shape, qualifier: name))
            return [reason?.because ?? "-"] + (reason?.others ?? []).map { "\($0.component) \($0.lacks)" }
        }
        let (a, b, main, less) = (facts("a"), facts("b"), facts("main", primary: true), facts("less", fallback: true))
        let called = facts("called", needsArguments: true)
        #expect(lacks([a]) == ["nothing else fits"])
        #expect(lacks([a, b]) == ["-"])
        #expect(lacks([a, main, b]) == ["it is the only primary one", "a is not primary", "b is not primary"])
        #expect(
            lacks([a, main, b, called], exact: [0, 1]) == [
                "it is the only primary one", "a is not primary", "b is a subclass",
                "called takes arguments, so it can only be called",
            ])
        #expect(
            lacks([a, main, b], exact: [0]) == [
                "it alone is exactly the class, and others are subclasses", "b is a subclass", "main is a subclass",
            ])
        #expect(lacks([a, less]) == ["it is the only one that is no fallback", "less is a fallback"])
        #expect(lacks([a, b], named: "b") == ["the property asks for the name 'b'", "a is not called 'b'"])
        #expect(
            lacks([a, b], bindings: ["Type0": "b"]) == [
                "a binding names it for any Type0", "a is not what the binding names",
            ])
        #expect(lacks([a, b], .all) == ["it takes all that fit, by order and then by name"])
        #expect(lacks([b, a], .all, named: "b") == ["it takes all that are called 'b'", "a is not called 'b'"])
        #expect(lacks([a, called]) == ["nothing else fits", "called takes arguments, so it can only be called"])
    }
}
