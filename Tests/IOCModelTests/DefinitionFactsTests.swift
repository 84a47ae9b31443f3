import IOCModel
import Testing

@Suite("The facts of a definition")
struct DefinitionFactsTests {
    private static let plain = DefinitionFacts(
        name: "Shop.Till", simpleName: "Till", type: TypeID(1), typeNaming: .text("Shop.Till"), origin: .code("here"))

    @Test("What few say of themselves is changed each by itself, in either order, and in no copy")
    func rareParts() {
        let changes: [(inout DefinitionFacts) -> Void] = [
            { $0.order = 3 }, { $0.dependsOn = ["Clock"] }, { $0.scope = .custom("visit") },
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var facts = Self.plain
            for change in order { changes[change](&facts) }
            #expect(facts.order == 3 && facts.dependsOn == ["Clock"] && facts.scope == .custom("visit"))
            #expect(facts.hasDependsOn)
        }
        let plain = Self.plain
        #expect(plain.order == 0 && plain.dependsOn == [] && plain.scope == .singleton && !plain.hasDependsOn)
    }

    @Test("What was said can be taken back")
    func takenBack() {
        var facts = DefinitionFacts(
            name: "Shop.Till", simpleName: "Till", type: TypeID(1),
            typeNaming: .writing(TypeWriter { "\($0.rawValue)" }),
            scope: .custom("visit"), order: -2, dependsOn: ["Clock"], origin: .code("here"))
        #expect(facts.order == -2 && facts.dependsOn == ["Clock"] && facts.scope == .custom("visit"))
        #expect(facts.typeName == "1")
        facts.order = 0
        facts.dependsOn = []
        facts.scope = .prototype
        #expect(facts.order == 0 && facts.dependsOn == [] && facts.scope == .prototype && !facts.hasDependsOn)
    }

    @Test("A scope is its kind, and a custom one its name with that")
    func kinds() {
        for scope in ScopeFacts.names.compactMap(ScopeFacts.init(name:)) + [.custom("visit")] {
            #expect(ScopeFacts(scope.kind, named: scope.name) == scope)
        }
    }
}
