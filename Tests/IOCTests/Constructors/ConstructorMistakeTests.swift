import IOC
import Testing

/// Mistakes with initializers that the compiler can't find, each reported at boot with one thing to do.
@Suite("Mistakes with initializers, reported at boot")
struct ConstructorMistakeTests {
    protocol Sink: Sendable {}
    @Component("console") struct Console: Sink {}
    @Component("audit") struct Audit: Sink {}
    @Component("mapper") final class Mapper {}
    final class Forgotten: Sendable {}
    @Component(.scope(.request)) final class Visit {}

    @Component(.lazy) final class NeedsForgotten { let forgotten: Forgotten }
    @Component(.lazy) final class NeedsUnlisted { let mapper: Mapper }
    @Component(.lazy) final class NeedsNobody { let sink: any Sink }
    @Component(.scope(.prototype)) struct NeedsOne { let sink: any Sink }
    @Component(.lazy) final class Misspells { @Injected("adit") let log: any Sink }
    @Component(.lazy) final class NamesAnother { @Injected("mapper") let log: any Sink }
    struct Port: Sendable {}
    @Component(.lazy) final class NeedsNumber { let port: Port }
    @Component(.lazy) final class NeedsNumbers { let limits: [Int] }
    @Component(.lazy) final class NeedsLists { let lists: [[Mapper]] }
    @Component(.lazy) struct NeedsSetting { @Injected(setting: "server.port") let port: Int }
    @Component(.lazy) actor Converts {
        init(@Named(setting: "server.host") host: Int = 1) {}
    }
    @Component(.lazy) final class Needs { let itself: Needs }
    @Component(.lazy) struct Here { let there: There }
    @Component(.lazy) actor There { let all: [Here] }
    @Component final class Keeps { let visit: Visit }
    @Component final class KeepsLater { let helper: Helper }
    @Component(.scope(.prototype)) struct Helper { let visits: [Visit] }
    @Component final class Fails { init(mapper: Mapper) throws { throw Reason() } }
    struct Reason: Error, CustomStringConvertible { var description: String { "the cable is out" } }
    class Fixed: ConstructedComponent, @unchecked Sendable {
        init(mapper: Mapper) {}
        class var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Fixed(mapper: $0[0]) } }
    }
    final class Other: Fixed, @unchecked Sendable {}
    @Component(.lazy) final class NeedsGeneric { let box: Box<Int> }
    final class Box<Content>: Sendable {}

    struct Mistake: Sendable, CustomStringConvertible {
        var types: [any ManagedComponent.Type]
        var code: IOCError.Code
        var point: String?
        var says: [String]
        var testDescription: String { "\(types[0])" }
        var description: String { testDescription }
    }

    static let mistakes: [Mistake] = [
        Mistake(
            types: [NeedsForgotten.self], code: .dependencyMissing, point: "NeedsForgotten.init(forgotten:)",
            says: ["put @Component on", "Forgotten", "make the parameter optional", "ConstructorMistakeTests.swift"]),
        Mistake(
            types: [NeedsUnlisted.self], code: .dependencyMissing, point: "NeedsUnlisted.init(mapper:)",
            says: ["Mapper\" to \"classes\", or make the parameter optional"]),
        Mistake(
            types: [NeedsNobody.self], code: .dependencyMissing, point: "NeedsNobody.init(sink:)",
            says: ["declare a component that conforms to", "make the parameter optional"]),
        Mistake(
            types: [NeedsOne.self, Console.self, Audit.self], code: .dependencyAmbiguous, point: "NeedsOne.init(sink:)",
            says: ["several components", "mark one .primary, name one at the parameter", "Console", "Audit"]),
        Mistake(
            types: [Misspells.self, Console.self, Audit.self], code: .qualifierUnknown, point: "Misspells.init(log:)",
            says: ["named 'adit'", "audit"]),
        Mistake(
            types: [NamesAnother.self, Mapper.self, Audit.self], code: .qualifierUnknown,
            point: "NamesAnother.init(log:)", says: ["declare the parameter as"]),
        Mistake(
            types: [NeedsNumber.self], code: .dependencyMissing, point: "NeedsNumber.init(port:)",
            says: ["@Injected(setting: \"…\") let port: Port", "@Named(setting: \"…\")"]),
        Mistake(
            types: [NeedsNumbers.self], code: .shapeMeaningless, point: "NeedsNumbers.init(limits:)", says: ["Int"]),
        Mistake(types: [NeedsLists.self], code: .shapeMeaningless, point: "NeedsLists.init(lists:)", says: ["Mapper"]),
        Mistake(
            types: [NeedsSetting.self], code: .settingMissing, point: "NeedsSetting.init(port:)",
            says: ["'server.port'", "SERVER_PORT", "default"]),
        Mistake(
            types: [Converts.self], code: .settingConversion, point: "Converts.init(host:)",
            says: ["server.host", "Int", "localhost"]),
        Mistake(
            types: [Needs.self], code: .constructionCycle, point: nil,
            says: [
                "creating", "needs the instance that it creates", "Needs.itself",
                "be a Provider, or a property with @Autowired",
            ]),
        Mistake(
            types: [Here.self, There.self], code: .constructionCycle, point: nil,
            says: ["need each other", "Here.there", "There.all", "back to", "Provider"]),
        Mistake(
            types: [Keeps.self, Visit.self], code: .dependencyCaptive, point: "Keeps.init(visit:)",
            says: ["Visit", "Provider"]),
        Mistake(
            types: [KeepsLater.self, Helper.self, Visit.self], code: .dependencyCaptive,
            point: "KeepsLater.init(helper:)", says: ["Helper", "Visit", "Provider"]),
        Mistake(
            types: [Fails.self, Mapper.self], code: .componentFailed, point: nil, says: ["Fails", "the cable is out"]),
        Mistake(
            types: [Other.self, Mapper.self], code: .argumentMisused, point: nil,
            says: ["makes", "Fixed", "self.init", "required"]),
        Mistake(
            types: [NeedsGeneric.self], code: .dependencyMissing, point: "NeedsGeneric.init(box:)",
            says: [
                "from a function with @Provides", "subclass that fixes its parameters", "make the parameter optional",
            ]),
    ]

    @Test("Each is reported before anything is created, with the parameter, its line and a remedy", arguments: mistakes)
    func reported(_ mistake: Mistake) throws {
        var configuration = ContextConfiguration(classes: mistake.types.map { String(reflecting: $0) })
        configuration.settings = ["server": ["host": "localhost"]]
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == [mistake.code], "\(error)")
        #expect(error.faults.first?.injectionPoint == mistake.point)
        for part in mistake.says { #expect(error.description.contains(part), "\(part) is not in \(error)") }
    }

    @Test("All of one program are reported together")
    func together() throws {
        let types: [any ManagedComponent.Type] = [
            NeedsForgotten.self, Misspells.self, Console.self, Audit.self, NeedsSetting.self, Here.self, There.self,
        ]
        let error = try bootError(ContextConfiguration(classes: types.map { String(reflecting: $0) }))
        #expect(
            Set(error.faults.map(\.code))
                == [.dependencyMissing, .qualifierUnknown, .settingMissing, .constructionCycle])
    }
}
