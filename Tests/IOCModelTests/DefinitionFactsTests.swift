import IOCModel
import Testing

@Suite("The facts of a definition")
struct DefinitionFactsTests {
    private static let plain = DefinitionFacts(
        name: "Shop.Till", simpleName: "Till", type: TypeID(1), writer: TypeWriter("Shop.Till"), origin: .code("here"))

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

    @Test("Facts are equal where they say the same, whichever value says it")
    func equality() {
        let writer = TypeWriter { "\($0.rawValue)" }
        func facts(
            _ name: String = "Shop.Till", _ simple: String = "Till", type: UInt = 1, writer: TypeWriter? = nil,
            origin: Origin = .code("here")
        ) -> DefinitionFacts {
            DefinitionFacts(
                name: name, simpleName: simple, type: TypeID(type), writer: writer ?? TypeWriter("Shop.Till"),
                origin: origin)
        }
        var said = [
            facts(), facts("till"), facts("Shop.Till", "Shop.Till"), facts(type: 2), facts(writer: TypeWriter("Till")),
            facts(writer: writer), facts(writer: TypeWriter { _ in "" }),
            facts(origin: .code("there")),
        ]
        let changes: [(inout DefinitionFacts) -> Void] = [
            { $0.order = 3 }, { $0.order = 4 }, { $0.dependsOn = ["Clock"] }, { $0.scope = .custom("visit") },
            { $0.retry = StartRetry(attempts: 2) }, { $0.retry = StartRetry(attempts: 3) },
            { $0.scope = .custom("call") }, { $0.scope = .prototype },
            { $0.isPrimary = true }, { $0.isFallback = true },
            { $0.needsArguments = true }, { $0.isManaged = false },
        ]
        for change in changes {
            var changed = facts()
            change(&changed)
            said.append(changed)
            var same = facts()
            change(&same)
            #expect(same == changed)
        }
        for (index, one) in said.enumerated() {
            for (other, two) in said.enumerated() { #expect((one == two) == (index == other), "\(index), \(other)") }
        }
        #expect(facts() == Self.plain && facts(writer: writer) == facts(writer: writer))
    }

    @Test("What was said can be taken back")
    func takenBack() {
        var facts = DefinitionFacts(
            name: "Shop.Till", simpleName: "Till", type: TypeID(1),
            writer: TypeWriter { "\($0.rawValue)" },
            scope: .custom("visit"), order: -2, dependsOn: ["Clock"], origin: .code("here"))
        #expect(facts.order == -2 && facts.dependsOn == ["Clock"] && facts.scope == .custom("visit"))
        #expect(facts.typeName == "1")
        facts.order = 0
        facts.dependsOn = []
        facts.scope = .prototype
        #expect(facts.order == 0 && facts.dependsOn == [] && facts.scope == .prototype && !facts.hasDependsOn)
        for isFirst in [true, false] {
            var facts = Self.plain
            facts.retry = StartRetry(attempts: 2)
            facts.dependsOn = ["Clock"]
            #expect(facts.retry == StartRetry(attempts: 2) && facts.hasDependsOn)
            if isFirst { facts.retry = nil } else { facts.dependsOn = [] }
            #expect(facts.retry == (isFirst ? nil : StartRetry(attempts: 2)) && facts.hasDependsOn == isFirst)
            #expect(facts.dependsOn == (isFirst ? ["Clock"] : []))
            facts.retry = nil
            facts.dependsOn = []
            #expect(facts == Self.plain)
        }
    }

    @Test("A simple name stays through every change of the name, and leaves no trace of one that was taken back")
    func names() {
        // The type's name ends with it, or with something else.
        for type in ["Shop.Till", "Till", "Shop.Desk.Till", "Shop.Box<Shop.Till>", "Shop.untill", ""] {
            let plain = DefinitionFacts(
                name: "Shop.Till", simpleName: "Till", type: TypeID(1), writer: TypeWriter(type), origin: .code("here"))
            var facts = plain
            for name in ["till", "Store.Till", "", "Till", "Shop.Till"] {
                facts.name = name
                #expect(facts.name == name && facts.simpleName == "Till")
                var other = facts
                other.order = 1
                #expect(other.simpleName == "Till")
            }
            #expect(facts == plain)
        }
        let long = String(repeating: "a", count: 70_000)
        let other = DefinitionFacts(
            name: "M.\(long)", simpleName: long, type: TypeID(1), writer: TypeWriter(long), origin: .code("here"))
        #expect(other.simpleName == long && !other.hasBlankName)
    }

    @Test(
        "A name of white space alone is blank",
        arguments: [
            ("", true), (" ", true), ("\t\n", true), ("\u{A0}", true), ("\u{3000} ", true), (" a", false),
            ("a ", false), ("é", false), ("\u{A0}é", false), ("\u{7F}", false), ("~", false), ("!", false),
        ])
    func blankNames(name: String, isBlank: Bool) {
        var facts = Self.plain
        facts.name = name
        #expect(facts.hasBlankName == isBlank)
    }

    @Test("A scope is found by its name, but for custom ones, and says how its instances are shared")
    func scopes() {
        let scopes = ScopeFacts.names.compactMap(ScopeFacts.init(name:))
        #expect(scopes.map(\.name) == ScopeFacts.names && ScopeFacts(name: "visit") == nil)
        #expect(scopes.map(\.sharing) == [.context, .context, .context, .graph, .prototype, .store])
        #expect(scopes.map(\.sharing.isShared) == [true, true, true, false, false, true])
    }
}
