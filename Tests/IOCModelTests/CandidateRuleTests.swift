import IOCModel
import TestSupport
import Testing

@Suite("The candidate rule")
struct CandidateRuleTests {
    let wanted = TypeID(0)

    @Test("1: the name wins over everything, and must fit")
    func name() {
        let rule = rule(
            [facts("a"), facts("b", primary: true), facts("c")], bindings: ["Type0": "b"], fitting: [0, 1])
        #expect(rule.choose(wanted, qualifier: "a") == .chosen(0))
        #expect(rule.choose(wanted, qualifier: "c") == .wrongType(name: "c", 2))
        #expect(rule.choose(wanted, qualifier: "d") == .unknownName("d"))
    }

    @Test("2: the binding wins over primary and exact class")
    func binding() {
        let rule = rule([facts("a"), facts("b", primary: true)], bindings: ["Type0": "a"], exact: [1])
        #expect(rule.choose(wanted) == .chosen(0))
    }

    @Test("3: exactly the class comes before subclasses, a primary one included")
    func exact() {
        #expect(rule([facts("a"), facts("b", primary: true)], exact: [0]).choose(wanted) == .chosen(0))
    }

    @Test("4: the only one is chosen, a fallback included")
    func only() {
        #expect(rule([facts("a", fallback: true)]).choose(wanted) == .chosen(0))
        #expect(rule([]).choose(wanted) == .missing)
    }

    @Test("5: the only primary one is chosen; two are a fault")
    func primary() {
        #expect(rule([facts("a"), facts("b", primary: true), facts("c")]).choose(wanted) == .chosen(1))
        #expect(
            rule([facts("b", primary: true), facts("a", primary: true)]).choose(wanted) == .severalPrimaries([1, 0]))
    }

    @Test("6: the only one that is no fallback is chosen")
    func fallback() {
        #expect(rule([facts("a", fallback: true), facts("b")]).choose(wanted) == .chosen(1))
    }

    @Test("7: otherwise the choice is ambiguous, in the order of components")
    func ambiguous() {
        #expect(rule([facts("b"), facts("a"), facts("c", order: -1)]).choose(wanted) == .ambiguous([2, 1, 0]))
    }

    @Test("All are listed by order and then by name")
    func all() {
        let rule = rule([facts("b", order: 1), facts("c"), facts("a", order: 1)])
        #expect(rule.all(wanted) == [1, 2, 0])
        #expect(rule.all(wanted, qualifier: "a") == [2])
        #expect(rule.all(wanted, qualifier: "z") == [])
        #expect(IOCModelTests.rule([facts("a")]).all(wanted, qualifier: "z") == [])
    }

    @Test("A simple name works while one component has it")
    func simpleName() {
        let definitions = [
            facts("Shop.A", simpleName: "A"), facts("Web.A", simpleName: "A"), facts("Web.B", simpleName: "B"),
        ]
        let names = NameIndex(definitions)
        #expect(names.match("B") == .found(2))
        #expect(names.match("A") == .ambiguous([0, 1]))
        #expect(names.match("Web.A") == .found(1))
        #expect(rule(definitions).choose(wanted, qualifier: "A") == .ambiguousName("A", [0, 1]))
    }

    @Test("The end of a qualified name works while one component has it")
    func nameEnd() {
        let names = NameIndex([
            facts("Shop.Top.motto", simpleName: "motto"), facts("Shop.Low.motto", simpleName: "motto"),
            facts("Web.Top.motto", simpleName: "motto"), facts("a.b.c", simpleName: "Class"),
            facts("Shop.Low.übermotto", simpleName: "motto"), facts("L.M.N.b", simpleName: "oth"),
            facts("All.Shop.Low.inner.deep", simpleName: "deep"),
        ])
        let ends = ["deep", "inner.deep", "Low.inner.deep", "Shop.Low.inner.deep", "All.Shop.Low.inner.deep"]
        #expect(ends.allSatisfy { names.match($0) == .found(6) })
        #expect(["eep", ".deep", "r.deep", "All.Shop.Low.inner"].allSatisfy { names.match($0) == .unknown })
        #expect(names.match("Low.motto") == .found(1))
        #expect(names.match("Top.motto") == .ambiguous([0, 2]))
        #expect(names.match("Shop.Top.motto") == .found(0))
        #expect(names.match("motto") == .ambiguous([0, 1, 2, 4]))
        #expect(names.match("op.motto") == .unknown)
        // A name that was given has no end.
        #expect(names.match("b.c") == .unknown)
        #expect(names.match("Low.übermotto") == .unknown)
        #expect(names.match("M.N.b") == .unknown)
    }

    @Test("A definition with arguments is no candidate by type, and found by its name")
    func withArguments() {
        let session = facts("sessionOf", needsArguments: true)
        let rule = IOCModelTests.rule([session, facts("session")])
        #expect(rule.choose(wanted) == .chosen(1))
        #expect(rule.all(wanted) == [1])
        #expect(rule.choose(wanted, qualifier: "sessionOf") == .chosen(0))
        let alone = IOCModelTests.rule([session])
        #expect(alone.choose(wanted) == .missing)
        #expect(alone.all(wanted) == [])
        let misses = alone.fault(of: .missing, wanted: wanted)?.nearMisses
        #expect(misses?.map(\.name) == ["sessionOf"])
        #expect(misses?.first?.reason == "takes arguments, so it can only be called")
    }

    @Test("Definitions of one name are reported as a group")
    func duplicates() {
        #expect(NameIndex([facts("a"), facts("b"), facts("a"), facts("a")]).duplicates == [[0, 2, 3]])
        #expect(NameIndex([facts("a"), facts("a"), facts("b"), facts("b")]).duplicates == [[0, 1], [2, 3]])
        #expect(NameIndex([]).duplicates == [])
    }

    @Test("All names are sorted, complete ones first")
    func allNames() {
        let names = NameIndex([
            facts("M.b", simpleName: "b"), facts("M.N.a", simpleName: "a"), facts("M.b", simpleName: "b"),
        ])
        #expect(names.all == ["M.N.a", "M.b", "N.a", "a", "b"])
    }

    @Test("Names are found alike in every order of the definitions", arguments: 0..<40 as Range<UInt64>)
    func orders(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let simple = ["a", "b", "é", "bell"]
        let all = (0..<random.number(0...12)).map { _ in
            let ending = random.pick(simple)
            return (
                name: random.pick(["", "M.", "M.N.", "Z.", "L.M.N."]) + ending,
                simpleName: random.pick([ending, "o", "oth", "other"])
            )
        }
        let definitions = all.map { facts($0.name, simpleName: $0.simpleName) }
        let names = NameIndex(definitions)
        var asked = Set(all.flatMap { [$0.name, $0.simpleName] })
        asked.formUnion(["", "N.a", "N.b", "M.N.a", "M.N.bell", "file-unreadable", "A"])
        for name in asked {
            let full = all.indices.filter { all[$0].name == name }
            // An end begins with the simple name, which follows a dot.
            let ends = all.indices.filter { index in
                let (whole, simple) = all[index]
                guard simple != whole else { return false }
                return simple == name
                    || whole.hasSuffix(".\(simple)") && whole.hasSuffix(".\(name)")
                        && name.hasSuffix(".\(simple)")
            }
            let expected: NameIndex.Match =
                full.first.map { .found($0) }
                ?? (ends.isEmpty ? .unknown : ends.count == 1 ? .found(ends[0]) : .ambiguous(ends))
            #expect(names.match(name) == expected, "\(name) among \(all), seed \(seed)")
        }
        let groups = Dictionary(grouping: all.indices) { all[$0].name }.filter { $0.value.count > 1 }
        #expect(names.duplicates == groups.sorted { $0.key < $1.key }.map(\.value))
    }
}
