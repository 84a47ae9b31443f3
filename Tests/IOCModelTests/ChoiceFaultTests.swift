import IOCModel
import Testing

/// The complete messages of choices that can't be made.
@Suite("The faults of choices")
struct ChoiceFaultTests {
    private static let wanted = TypeID(0)

    /// `b` and `a` fit, `c` fits and takes arguments, `other` does not fit.
    private static func found(_ choice: Choice, fitting: [Int] = [0, 1, 2]) -> String? {
        let called = facts("c", order: -1, needsArguments: true)
        let definitions = [
            facts("b", simpleName: "B", primary: true), facts("a", simpleName: "A", fallback: true), called,
            facts("other"), facts("d", order: 2),
        ]
        let taking = facts("aa", needsArguments: true)
        let rule = rule(definitions + [taking], fitting: fitting)
        return rule.fault(of: choice, wanted: wanted).map { FaultRenderer.render($0) }
    }

    @Test("A successful choice is no fault")
    func chosen() { #expect(Self.found(.chosen(0)) == nil) }

    @Test("A missing component's fault lists the definitions that could be called")
    func missing() {
        #expect(
            Self.found(.missing, fitting: [0, 5, 2]) == """
                dependency-missing: looking for any Type0, and no component provides one
                   wanted      any Type0
                   near miss   c: takes arguments, so it can only be called (class c)
                   near miss   aa: takes arguments, so it can only be called (class aa)
                   fix         call c on its assembly, with the arguments, or look for an optional
                """)
    }

    @Test("An ambiguous dependency lists the candidates and their traits")
    func ambiguous() {
        let candidates = """
               wanted      any Type0
               candidate   b: Shop.b, primary (class b)
               candidate   a: Shop.a, fallback (class a)
               candidate   d: Shop.d (class d)
            """
        #expect(Self.found(.ambiguous([0, 1, 4]))?.contains(candidates) == true)
        #expect(Self.found(.severalPrimaries([0, 1, 4]))?.contains(candidates) == true)
        #expect(Self.found(.ambiguousName("x", [0, 1, 4]))?.contains(candidates) == true)
    }

    @Test("An unknown name is reported with the nearest name of a component that fits")
    func unknownName() {
        let text = Self.found(.unknownName("othes"), fitting: [4, 0, 1]) ?? ""
        #expect(
            text.contains(
                """
                   candidate   a: Shop.a, fallback (class a)
                   candidate   b: Shop.b, primary (class b)
                   candidate   d: Shop.d (class d)
                """))
        #expect(!text.contains("did you mean"))
        #expect(Self.found(.unknownName("othes"), fitting: [])?.contains("did you mean 'other'?") == true)
        #expect(Self.found(.unknownName("AX"), fitting: [1, 0])?.contains("did you mean 'a'?") == true)
        let many = (0..<10).map { facts("n\($0)") }
        #expect(rule(many).fault(of: .unknownName("x"), wanted: Self.wanted)?.candidates == (0..<8).map { "n\($0)" })
    }

    @Test("A name of the wrong type reports that type and the components that fit")
    func wrongType() {
        let fault = rule([facts("b"), facts("a"), facts("x")], fitting: [0, 1])
            .fault(of: .wrongType(name: "x", 2), wanted: Self.wanted)
        #expect(fault?.candidates == ["a", "b"])
        #expect(fault?.headline.contains("Shop.x") == true)
    }

    @Test("Without the one that is chosen now, the rule says what comes next")
    func without() {
        let definitions = [facts("a", primary: true), facts("b"), facts("c"), facts("M.d", simpleName: "d")]
        let free = rule(definitions)
        #expect(free.choose(Self.wanted, without: 0) == .ambiguous([3, 1, 2]))
        #expect(rule(definitions, fitting: [0, 1]).choose(Self.wanted, without: 0) == .chosen(1))
        #expect(rule(definitions, fitting: [0]).choose(Self.wanted, without: 0) == .missing)
        #expect(free.choose(Self.wanted, qualifier: "b", without: 1) == .unknownName("b"))
        #expect(free.choose(Self.wanted, qualifier: "b", without: 0) == .chosen(1))
        let bound = rule(definitions, bindings: ["Type0": "d"])
        #expect(bound.choose(Self.wanted, without: 3) == .unknownName("d"))
        #expect(bound.choose(Self.wanted, without: 0) == .chosen(3))
        #expect(bound.choose(Self.wanted, qualifier: "a", without: 3) == .chosen(0))
    }

    @Test("Requested arguments and lists of values are reported by type")
    func wantedTypes() {
        let taking = facts("taking", needsArguments: true)
        let point = InjectionPointFacts(
            owner: "O", property: "p", wanted: Self.wanted, shape: .one, qualifier: "taking")
        let odd = InjectionPointFacts(owner: "O", property: "q", wanted: Self.wanted, shape: .meaningless)
        let wiring = Wiring(
            rule: rule([taking, facts("asker")], fitting: [0]), points: [[], [point, odd]], forbidsCycles: false)
        #expect(wiring.faults.map(\.code) == [.shapeMeaningless, .argumentsNeeded])
        #expect(wiring.faults.map(\.wanted) == ["any Type0", "any Type0"])
    }

    @Test("A missing dependency lists all near misses, and an unknown name those of that name")
    func nearMisses() {
        let misses = ["x", "y"].map { Fault.NearMiss(name: $0, reason: "out") }
        let rule = CandidateRule(
            definitions: [], names: NameIndex([]), bindings: [:], types: StubTypes(fitting: [:], misses: misses))
        func found(_ choice: Choice) -> [String]? {
            rule.fault(of: choice, wanted: Self.wanted)?.nearMisses.map(\.name)
        }
        #expect(found(.missing) == ["x", "y"])
        #expect(found(.unknownName("y")) == ["y"])
        #expect(found(.unknownName("z")) == [])
    }
}
