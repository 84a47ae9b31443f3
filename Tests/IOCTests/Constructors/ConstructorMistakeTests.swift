import IOC
import Testing

/// Mistakes with initializers that the compiler can't find.
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
    @Component(.scope(.prototype)) final class NeedsMaybe { let itself: NeedsMaybe? }
    @Component(.lazy) struct Here { let there: There }
    @Component(.lazy) actor There { let all: [Here] }
    @Component final class Keeps { let visit: Visit }
    @Component final class KeepsLater { let helper: Helper }
    @Component(.scope(.prototype)) struct Helper { let visits: [Visit] }
    @Component final class Fails { init(mapper: Mapper) throws { throw SampleError() } }
    class Fixed: ConstructedComponent, @unchecked Sendable {
        init(mapper: Mapper) {}
        class var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Fixed(mapper: $0[0]) } }
    }
    final class Other: Fixed, @unchecked Sendable {}
    final class Odd: ConstructedComponent {
        static var traits: [ComponentTrait] { [.lazy] }
        static var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Fixed(mapper: $0[0]) } }
    }
    final class Bare: ConstructedComponent {
        init(_ mapper: Mapper) {}
        static var constructor: Constructor { Constructor { try Bare($0[0]) } }
    }
    @Component(.lazy) final class NeedsGeneric { let box: Box<Int> }
    final class Box<Content>: Sendable {}
    @Component final class AsksTooEarly: DefinitionPostProcessor {
        let mapper: Mapper
        func process(_ definition: inout DefinitionDescription) throws {}
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let types: [any ManagedComponent.Type]
        let code: IOCError.Code
        let point: String?
        /// Parts of a message that no golden file shows.
        let says: [String]
        var testDescription: String { "\(types[0])" }

        init(
            _ types: any ManagedComponent.Type..., code: IOCError.Code, at point: String? = nil, says: String...
        ) {
            (self.types, self.code, self.point, self.says) = (types, code, point, says)
        }
    }

    static let mistakes: [Mistake] = [
        Mistake(
            NeedsForgotten.self, code: .dependencyMissing, at: "NeedsForgotten.init(forgotten:)",
            says: "put @Component on", "make the parameter optional", "ConstructorMistakeTests.swift"),
        Mistake(
            NeedsUnlisted.self, code: .dependencyMissing, at: "NeedsUnlisted.init(mapper:)",
            says: "Mapper\" to \"classes\", or make the parameter optional"),
        Mistake(
            NeedsNobody.self, code: .dependencyMissing, at: "NeedsNobody.init(sink:)",
            says: "declare a component that conforms to"),
        Mistake(
            NeedsOne.self, Console.self, Audit.self, code: .dependencyAmbiguous, at: "NeedsOne.init(sink:)",
            says: "name one at the parameter"),
        Mistake(
            Misspells.self, Console.self, Audit.self, code: .qualifierUnknown, at: "Misspells.init(log:)",
            says: "named 'adit'", "audit"),
        Mistake(
            NamesAnother.self, Mapper.self, Audit.self, code: .qualifierUnknown, at: "NamesAnother.init(log:)",
            says: "declare the parameter as"),
        Mistake(
            NeedsNumber.self, code: .dependencyMissing, at: "NeedsNumber.init(port:)",
            says: "@Injected(setting: \"…\") let port: Port", "@Named(setting: \"…\")"),
        Mistake(NeedsNumbers.self, code: .shapeMeaningless, at: "NeedsNumbers.init(limits:)"),
        Mistake(NeedsLists.self, code: .shapeMeaningless, at: "NeedsLists.init(lists:)"),
        Mistake(NeedsSetting.self, code: .settingMissing, at: "NeedsSetting.init(port:)"),
        Mistake(Converts.self, code: .settingConversion, at: "Converts.init(host:)"),
        Mistake(Needs.self, code: .constructionCycle, says: "needs the instance that it creates"),
        Mistake(NeedsMaybe.self, code: .constructionCycle),
        Mistake(Here.self, There.self, code: .constructionCycle, says: "Here.there", "There.all"),
        Mistake(Keeps.self, Visit.self, code: .dependencyCaptive, at: "Keeps.init(visit:)"),
        Mistake(
            KeepsLater.self, Helper.self, Visit.self, code: .dependencyCaptive, at: "KeepsLater.init(helper:)",
            says: "Visit"),
        Mistake(Fails.self, Mapper.self, code: .componentFailed, says: "the sample fails"),
        Mistake(Other.self, Mapper.self, code: .argumentMisused, says: "Fixed", "self.init", "required"),
        Mistake(Bare.self, Mapper.self, code: .argumentMisused, says: "Bare takes argument 0, and it has no parameter"),
        Mistake(Odd.self, Mapper.self, code: .argumentMisused, says: "Fixed"),
        Mistake(
            NeedsGeneric.self, code: .dependencyMissing, at: "NeedsGeneric.init(box:)",
            says: "from a function with @Provides", "subclass that fixes its parameters"),
        Mistake(AsksTooEarly.self, Mapper.self, code: .processorNeedsInjection),
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

    final class Lines: ConstructedComponent {
        init(missing: Forgotten, limit: Int) {}
        static var constructor: Constructor {
            Constructor(
                Parameter<Forgotten>("missing", line: 4711), Parameter<Int>("limit", setting: "limit", line: 4712)
            ) { try Lines(missing: $0[0], limit: $0[1]) }
        }
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("All mistakes of one program are reported together, each with the line of its parameter")
    func together() throws {
        let error = try bootError(ContextConfiguration(Lines.self, Misspells.self, Audit.self, Here.self, There.self))
        #expect(
            Set(error.faults.map(\.code))
                == [.dependencyMissing, .qualifierUnknown, .settingMissing, .constructionCycle])
        for line in [4711, 4712] { #expect(error.description.contains("ConstructorMistakeTests.swift:\(line)")) }
    }
}
