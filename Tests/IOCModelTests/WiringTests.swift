import IOCModel
import Testing

/// `WiringModelTests` has random programs of properties; here are parameters, values and an example of each other rule.
@Suite("The wiring of small programs")
struct WiringTests {
    /// A program of components `c0`, `c1` and so on, with a slash between them, each with its scope and what it asks for:
    /// `b>1` is a property of the type of `c1`, and `b(1` a parameter; `>*` takes any of the others. Behind it, `?` stands for
    /// a provider, `[]` for a list, and `~` for a property whose name only an instance shows.
    private static func wiring(
        _ program: String, forbidsCycles: Bool = false, inherited: Wiring.ParentSupply = .none
    ) -> (rule: CandidateRule, wiring: Wiring) {
        let scopes = [
            "singleton": ScopeFacts.singleton, "lazy": .lazySingleton, "weak": .weakSingleton, "graph": .objectGraph,
            "prototype": .prototype, "request": .request, "day": .custom("day"),
        ]
        let parts = program.split(separator: "/").map { $0.split(separator: " ") }.filter { !$0.isEmpty }
        let definitions = parts.enumerated().map { facts("c\($0)", scope: scopes[String($1[0])] ?? .singleton) }
        let points = parts.map { part in
            part.dropFirst().map { text in
                let name = text.prefix(while: \.isLetter)
                let type = text.dropFirst(name.count + 1).prefix { $0.isNumber || $0 == "*" }
                return point(
                    String(name), UInt(type) ?? 100,
                    text.hasSuffix("?") ? .provider : text.hasSuffix("[]") ? .all : .one,
                    isKnown: !text.hasSuffix("~"), isParameter: text.contains("("))
            }
        }
        var fitting = Dictionary(
            uniqueKeysWithValues: definitions.indices.map {
                (TypeID(UInt($0)), [Candidate(definition: $0, isExact: true)])
            })
        fitting[TypeID(100)] = definitions.indices.dropFirst().map { Candidate(definition: $0, isExact: false) }
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: [:], types: StubTypes(fitting: fitting))
        return (rule, Wiring(rule: rule, points: points, forbidsCycles: forbidsCycles, inherited: inherited))
    }

    /// For each fault its code, and its circle or its path.
    private static func found(_ wiring: Wiring) -> [String] {
        wiring.faults.map { fault in
            let circle = fault.kind.cycle.map { "\($0.component).\($0.property ?? "")" }
            return ([fault.code.rawValue] + (circle.isEmpty ? fault.path : circle)).joined(separator: " ")
        }
    }

    @Test(
        "A circle that can't be created, or that would never be released, is a fault",
        arguments: [
            // Initializers alone, beside a provider and properties.
            ("singleton p>1 later(1? other(2 b(1 / singleton c(2 q>0 a(0 / lazy", "construction-cycle c0.b c1.a"),
            ("singleton b(1 / singleton a>0", nil), ("singleton b(1 / singleton a(0?", nil),
            // What an initializer is passed is stored, and a property that leads back retains it unless a scope does.
            ("graph b(1 / singleton a>0", "cycle-unkept c0.b c1.a"),
            ("graph b(1 / graph a>0", "cycle-unkept c0.b c1.a"),
            ("prototype b(1 / request a>0", "cycle-unkept c0.b c1.a"), ("singleton b(1 / prototype a>0", nil),
            ("lazy b(1 / graph a>0", nil), ("graph b>1 / prototype a>0 / prototype a(0", nil),
            ("graph later(1? b>1 / prototype a>0", nil), ("graph b(1 / prototype / prototype a>0", nil),
            // A weak one, unless something keeps a member.
            ("weak b>1 / weak a>0", "cycle-unkept c0.b c1.a"), ("weak b>1 / prototype a>0", "cycle-unkept c0.b c1.a"),
            ("weak b>1 / graph a>0", "cycle-unkept c0.b c1.a"), ("weak b>1 / singleton a>0", nil),
            ("weak b>1 / lazy a>0", nil), ("prototype b>1 / prototype a>0 / weak", nil),
        ] as [(String, String?)])
    func circles(_ program: String, expected: String?) {
        #expect(Self.found(Self.wiring(program).wiring) == (expected.map { [$0] } ?? []))
    }

    @Test(
        "A forbidden circle names the property on each edge, and no provider",
        arguments: [
            ("singleton later>1? other>2 b>1 / singleton a>0 / singleton", ["cycle-forbidden c0.b c1.a"]),
            ("singleton b>1 / singleton a>0?", []),
        ])
    func forbidden(_ program: String, expected: [String]) {
        #expect(Self.found(Self.wiring(program, forbidsCycles: true).wiring) == expected)
    }

    @Test(
        "A singleton that would retain what lives shorter is a fault with the shortest path",
        arguments: [
            ("singleton a>1 / prototype b>2 c>3 / prototype / prototype d>4 / request", "c0 c1 c3 c4"),
            ("singleton a>1 / prototype b>1 / request", nil), ("singleton a>1 / lazy b>2 / request", "c0 c1 c2"),
            ("singleton a>1 / prototype b>2 / singleton c>3 / request", "c0 c1 c2 c3"),
            ("singleton a>*[] / prototype / request", "c0 c2"), ("singleton a>1? / request", nil),
            ("weak a(1 / day", "c0 c1"), ("request a>1 / request", nil), ("singleton a>*~ / request", "c0 c1"),
            ("singleton a>*~ / request / singleton", nil),
            ("singleton a>1 / prototype b>2~ / request", "c0 c1 c2"),
        ] as [(String, String?)])
    func captives(_ program: String, path: String?) {
        #expect(Self.found(Self.wiring(program).wiring) == (path.map { ["dependency-captive \($0)"] } ?? []))
    }

    // MARK: Parents

    private static func supply(_ program: String, above: Wiring.ParentSupply = .none) -> Wiring.ParentSupply {
        let (rule, wiring) = wiring("singleton / " + program, inherited: above)
        return Wiring.ParentSupply(of: rule, wiring: wiring, inherited: above)
    }

    @Test(
        "A child gets what its parents have, with their faults",
        arguments: [
            ("request", nil, .one, nil, "dependency-captive c0 c1"), ("request", nil, .provider, nil, nil),
            ("request / singleton", nil, .one, nil, "dependency-ambiguous c0"),
            ("request / singleton", nil, .one, "c2", nil), ("singleton", nil, .one, "c7", "qualifier-unknown c0"),
            ("singleton / request", nil, .all, nil, "dependency-captive c0 c2"),
            ("", "request", .one, nil, "dependency-captive c0 c1"), ("singleton", "request", .one, nil, nil),
            ("singleton", "request", .all, nil, "dependency-captive c0 c1"),
        ] as [(String, String?, InjectionShape, String?, String?)])
    func parents(_ parent: String, above: String?, shape: InjectionShape, name: String?, expected: String?) {
        let inherited = Self.supply(parent, above: above.map { Self.supply($0) } ?? .none)
        let wiring = Wiring(
            rule: rule([facts("c0")], fitting: []), points: [[point("p", 100, shape, named: name)]],
            forbidsCycles: false, inherited: inherited)
        #expect(Self.found(wiring) == (expected.map { [$0] } ?? []))
    }

    // MARK: Values and other objects

    @Test(
        "A list of values is a fault unless a definition, or a parent's, has them or could be called")
    func values() {
        let value: Set<TypeID> = [TypeID(0)]
        func codes(
            _ point: InjectionPointFacts, _ rule: CandidateRule, _ inherited: Wiring.ParentSupply = .none
        ) -> [String] {
            Wiring(rule: rule, points: [[point]], forbidsCycles: false, inherited: inherited).faults
                .map(\.code.rawValue)
        }
        let list = point("p", 0, .all)
        let none = rule([facts("a")], fitting: [], values: value)
        let taking = rule([facts("t", needsArguments: true)], values: value)
        #expect(
            codes(list, none) == ["shape-meaningless"] && codes(list, taking) == ["shape-meaningless"])
        #expect(codes(point("p", 0, .all, named: "t"), taking) == ["arguments-needed"])
        #expect(codes(list, rule([facts("a")], fitting: [])) == [], "no value")
        #expect(codes(point("p", 0, .all, named: "b"), rule([facts("a")], values: value)) == [])
        #expect(codes(list, none, Wiring.ParentSupply(supplies: { _, name in name == nil })) == [])
    }

    @Test("Each property of an object that is no component is judged, with what nearly served")
    func others() {
        let points = [
            point("a"), point("b", 0, .one, named: "x"), point("c", 0, .all), point("d", 0, .meaningless),
        ]
        let miss = Fault.NearMiss(name: "x", reason: "is not it")
        let faults = Wiring.faults(of: points, rule: rule([], misses: [miss]))
        #expect(
            faults.map { "\($0.code) \($0.point?.property ?? "")" } == [
                "dependency-missing a", "qualifier-unknown b", "shape-meaningless d",
            ])
        #expect(faults.map(\.nearMisses) == [[miss], [miss], []])
    }

    // MARK: Deep graphs

    @Test("A chain a hundred thousand deep needs no stack, and its path is the shortest from a root")
    func deep() {
        let count = 100_000
        let walk = GraphWalk(successors: (0..<count).map { $0 + 1 < count ? [$0 + 1] : [count - 1] })
        #expect(walk.order.first == count - 1)
        #expect(walk.pathsFromRoots.path(to: count - 1).count == count)
        let circle = GraphWalk(successors: [[0, 1], [], [3], [2]]).pathsFromRoots
        #expect(
            circle.path(to: 1) == [0, 1] && circle.path(to: 3) == [3],
            "a circle without a root has no path")
    }
}
