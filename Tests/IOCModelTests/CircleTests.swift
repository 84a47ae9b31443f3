import IOCModel
import Testing

/// Circles of components, and the properties and parameters that close them.
@Suite("Circles of components")
struct CircleTests {
    /// One thing that a component asks for: a property or a parameter of another's type.
    private struct Point {
        var name: String
        var target: Int
        var shape: InjectionShape
        var isParameter = false

        static func property(_ name: String, _ target: Int, _ shape: InjectionShape = .one) -> Point {
            Point(name: name, target: target, shape: shape)
        }

        static func parameter(_ name: String, _ target: Int, _ shape: InjectionShape = .one) -> Point {
            Point(name: name, target: target, shape: shape, isParameter: true)
        }
    }

    /// For each fault of components that ask for each other by their numbers the code and the circle.
    private func found(_ components: [(ScopeFacts, [Point])], forbidsCycles: Bool = false) -> [[String]] {
        let definitions = components.enumerated().map { facts("c\($0)", scope: $1.0) }
        let fitting = definitions.indices.map { (TypeID(UInt($0)), [Candidate(definition: $0, isExact: true)]) }
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: [:],
            types: StubTypes(fitting: Dictionary(uniqueKeysWithValues: fitting)))
        let points = components.map { component in
            component.1.map { point in
                InjectionPointFacts(
                    owner: "O", property: point.name, wanted: TypeID(UInt(point.target)), shape: point.shape,
                    isParameter: point.isParameter)
            }
        }
        return Wiring(rule: rule, points: points, forbidsCycles: forbidsCycles).faults.map { fault in
            [fault.code.rawValue] + fault.kind.cycle.map { "\($0.component).\($0.property ?? "")" }
        }
    }

    @Test(
        "A cycle of initializers names the parameter on each edge, and no property or provider"
    )
    func constructors() {
        let first: [Point] = [
            .property("p", 1), .parameter("later", 1, .provider), .parameter("other", 2), .parameter("b", 1),
        ]
        let second: [Point] = [.parameter("c", 2), .property("q", 0), .parameter("a", 0)]
        #expect(
            found([(.singleton, first), (.singleton, second), (.singleton, [])]) == [
                ["construction-cycle", "c0.b", "c1.a"]
            ])
    }

    @Test("A property or a provider in a circle lets its members be created")
    func made() {
        for back in [Point.property("a", 0), .parameter("a", 0, .provider)] {
            #expect(found([(.singleton, [.parameter("b", 1)]), (.singleton, [back])]) == [])
        }
    }

    @Test("A forbidden cycle names the property on each edge, and no provider")
    func forbidden() {
        let first: [Point] = [.property("later", 1, .provider), .property("other", 2), .property("b", 1)]
        #expect(
            found([(.singleton, first), (.singleton, [.property("a", 0)]), (.singleton, [])], forbidsCycles: true) == [
                ["cycle-forbidden", "c0.b", "c1.a"]
            ])
    }

    @Test("A property that retains what an initializer of its circle is passed would never be released")
    func stored() {
        let back = (ScopeFacts.prototype, [Point.property("a", 0)])
        let passed = [Point.parameter("b", 1)]
        for scope in [ScopeFacts.objectGraph, .prototype] {
            for other in [ScopeFacts.objectGraph, .prototype, .singleton, .request] {
                let circle = [(scope, passed), (other, [Point.property("a", 0)])]
                #expect(found(circle) == [["cycle-unkept", "c0.b", "c1.a"]])
            }
        }
        for scope in [ScopeFacts.singleton, .lazySingleton] {
            #expect(found([(scope, passed), back]) == [], "the property asks the scope")
        }
        let read = [Point.property("b", 1)]
        #expect(found([(.objectGraph, read), back, (.prototype, [.parameter("a", 0)])]) == [], "no initializer of it")
        let later = [Point.parameter("later", 1, .provider), .property("b", 1)]
        #expect(found([(.objectGraph, later), back]) == [], "the initializer is passed a provider")
        #expect(
            found([(.objectGraph, passed), (.prototype, []), (.prototype, [.property("a", 0)])]) == [], "no circle")
    }

    @Test("A circle with a weak singleton would be kept forever, unless something keeps one of its members")
    func weak() {
        for scope in [ScopeFacts.weakSingleton, .prototype, .objectGraph] {
            let circle = [(ScopeFacts.weakSingleton, [Point.property("b", 1)]), (scope, [Point.property("a", 0)])]
            #expect(found(circle) == [["cycle-unkept", "c0.b", "c1.a"]])
        }
        for scope in [ScopeFacts.singleton, .lazySingleton] {
            let circle = [(ScopeFacts.weakSingleton, [Point.property("b", 1)]), (scope, [Point.property("a", 0)])]
            #expect(found(circle) == [])
        }
        #expect(
            found([(.prototype, [.property("b", 1)]), (.prototype, [.property("a", 0)]), (.weakSingleton, [])]) == [])
    }
}
