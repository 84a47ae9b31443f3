import TestSupport
import Testing

@testable import IOCModel

/// `CandidateTests` of the container has an example of each rule; here are their edges, and what is said of a choice.
@Suite("The candidate rule")
struct CandidateRuleTests {
    private static let (a, b, main) = (facts("a"), facts("b"), facts("main", primary: true))
    private static let (less, called) = (
        facts("less", fallback: true), facts("called", needsArguments: true)
    )
    private static let named = [
        facts("M.x", simpleName: "x"), facts("N.x", simpleName: "x"), facts("z"),
    ]
    private static let many = (0..<10).map { facts("n\($0)") }
    private static let misses = ["x", "y"].map { Fault.NearMiss(name: $0, reason: "is out") }

    /// Definitions, and what asks for one of them.
    private static let choices: [(title: String, rule: CandidateRule, point: InjectionPointFacts)] = [
        ("1: the name wins over all", rule([a, main, b], bindings: ["Type0": "b"]), point(named: "a")),
        ("1: an end of a name", rule(named), point(named: "z")),
        ("1: a name that two have", rule(named), point(named: "x")),
        ("1: a name of another type", rule([b, a, facts("x")], fitting: [0, 1]), point(named: "x")),
        ("1: a name that is unknown", rule([a, main, less]), point(named: "lesss")),
        (
            "1: a name like one of another type", rule([a, facts("other")], fitting: []),
            point(named: "othes")
        ),
        (
            "1: a name like one that fits and another", rule([facts("ab"), facts("ax")], fitting: [1]),
            point(named: "ay")
        ),
        ("1: a name of a near miss", rule([], misses: misses), point(named: "y")),
        ("1: a name where many fit", rule(many), point(named: "far away")),
        (
            "2: the binding wins over primary and class",
            rule([a, main], bindings: ["Type0": "a"], exact: [1]), point()
        ),
        ("2: a binding of a name that two have", rule([a] + named, bindings: ["Type0": "x"]), point()),
        ("3: the class wins over a primary subclass", rule([a, main, b], exact: [0]), point()),
        ("4: the only one", rule([less]), point()),
        ("4: the only one that takes no arguments", rule([a, called]), point()),
        ("4: none", rule([], misses: misses), point()),
        (
            "4: only those that take arguments",
            rule([called, facts("aa", order: -1, needsArguments: true)]), point()
        ),
        ("5: the only primary one", rule([a, main, b]), point()),
        ("5: among those of the class", rule([a, main, b, called], exact: [0, 1]), point()),
        ("5: two primary ones", rule([main, facts("first", primary: true), b]), point()),
        ("6: the only one that is no fallback", rule([a, less]), point()),
        ("7: several, by order and name", rule([b, less, a, facts("c", order: -1)]), point()),
        ("all, by order and name", rule([facts("c", order: 1), called, b, a]), point("p", 0, .all)),
        ("all of a name", rule([b, a]), point("p", 0, .all, named: "b")),
        ("all of a name that two have", rule(Array(named.reversed())), point("p", 0, .all, named: "x")),
        (
            "all of a name that takes arguments", rule([called]),
            point("p", 0, .allByName, named: "called")
        ),
        ("all of an unknown name", rule([a]), point("p", 0, .all, named: "z")),
        ("an optional", rule([a]), point("p", 0, .optional)),
        ("a provider", rule([a]), point("p", 0, .provider)),
        ("an unknown name of an instance", rule([a, b]), point(isKnown: false)),
        ("a list of an instance", rule([a, b]), point("p", 0, .all, isKnown: false)),
    ]

    @Test("A choice, its reason, what would be chosen instead, and its fault are the kept ones")
    func kept() throws {
        let texts = Self.choices.map { title, rule, point in
            var lines = ["# \(title)"]
            let asker = rule.definitions + [facts("asker")]
            let whole = CandidateRule(
                definitions: asker, names: NameIndex(asker), bindings: rule.bindings, types: rule.types)
            let wiring = Wiring(
                rule: whole, points: rule.definitions.map { _ in [] } + [[point]], forbidsCycles: false)
            let edge = wiring.edges[rule.definitions.count][0]
            let dependency = DependencyGraph.Dependency(edge, rule: whole)
            let child = DependencyGraph.Dependency(edge, rule: whole, hasParent: true)
            lines.append("gets \(dependency.targets)" + (dependency.isOpen ? ", one of them" : ""))
            if let reason = dependency.reason {
                lines.append("because \(reason.because)")
                lines += reason.others.map { "not \($0.component): it \($0.lacks)" }
            }
            for (label, substitute) in [
                ("without", dependency.substitute), ("without, in a child", child.substitute),
            ] {
                if let substitute {
                    lines.append("\(label) \(substitute.component ?? substitute.fault ?? "-")")
                }
            }
            return (lines + wiring.faults.map { "\($0)" }).joined(separator: "\n") + "\n"
        }
        try expectKept(texts.joined(separator: "\n"), "choices.txt")
    }

    @Test("The choice without one of the definitions is that of the others")
    func without() {
        let bound = rule([Self.a, Self.b], bindings: ["Type0": "a"])
        #expect(bound.choose(TypeID(0), without: 0) == .unknownName("a"))
        #expect(bound.choose(TypeID(0), without: 1) == .chosen(0))
        #expect(bound.choose(TypeID(0), qualifier: "b", without: 0) == .chosen(1))
    }

    @Test("A name is the given one, the qualified one or an end of it that one alone has")
    func names() {
        let names = NameIndex([
            facts("Shop.Top.motto", simpleName: "motto"), facts("Web.Top.motto", simpleName: "motto"),
            facts("a.b.c", simpleName: "Class"), facts("audit", simpleName: "motto"),
            facts("Web.audit", simpleName: "audit"), facts("Web.audit", simpleName: "audit"),
        ])
        #expect(
            names.match("Top.motto") == .ambiguous([0, 1]) && names.match("Shop.Top.motto") == .found(0))
        #expect(names.match("audit") == .found(3), "a given name comes before an end")
        #expect(names.match("b.c") == .unknown, "a given name has no end")
        #expect(names.match("op.motto") == .unknown)
        #expect(names.duplicates == [[4, 5]])
        #expect(
            names.all == [
                "Shop.Top.motto", "Web.Top.motto", "Web.audit", "a.b.c", "audit", "Class", "Top.motto",
                "audit", "motto",
            ])
    }

    @Test(
        "Names are found alike in every order of the definitions", arguments: 0..<40 as Range<UInt64>)
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
        let names = NameIndex(all.map { facts($0.name, simpleName: $0.simpleName) })
        let asked = Set(
            all.flatMap { [$0.name, $0.simpleName] } + [
                "", "N.a", "N.b", "M.N.a", "M.N.bell", "ell", "A",
            ])
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
