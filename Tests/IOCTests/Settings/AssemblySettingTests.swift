import IOC
import Testing

@Suite("Settings of what assemblies define")
struct AssemblySettingTests {
    protocol Greeter: AnyObject, Sendable {
        var greeting: String { get }
    }
    final class Polite: Greeter, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("greeting") var greeting: String
    }
    final class Curt: Greeter {
        var greeting: String { "Hm" }
    }
    final class Front: Assembly {
        let byClass = Definition(.lazySingleton) { (_: Front) in Polite() }
        let byProtocol: Definition<Front, any Greeter> = Definition(.prototype) { (_: Front) in Polite() }
        let polite: Define<any Greeter> = Define { front in try front.byClass() }
            .traits(.when(setting: "polite", equals: true), .named("chosen"))
        let curt: Define<any Greeter> = Define { _ in Curt() }
            .traits(.when(setting: "polite", equals: "no"), .named("chosen"))
    }

    private func front(_ configuration: ContextConfiguration) throws -> Front {
        try Front.activated(configuration: configuration.with { $0.classes = [] })
    }

    @Test("An instance that a definition makes has its settings filled, by class and by protocol")
    func filled() throws {
        let front = try front(.reading(settings: ["greeting": "Welcome"]))
        #expect(try front.byClass().greeting == "Welcome")
        #expect(try front.byProtocol().greeting == "Welcome")
    }

    final class Twins: Assembly {
        let german = Define { _ in Polite() }
        let english: Define<any Greeter> = Define(.prototype) { _ in Polite() }
        let other: Define<Polite, Int> = Define { _, _ in Polite() }
    }

    @Test("Two definitions of one class have settings of their own, before those of all")
    func own() throws {
        let configuration = ContextConfiguration(
            components: [
                "german": .init(settings: ["greeting": "Willkommen"]),
                "IOCTests.AssemblySettingTests.Twins.english": .init(settings: ["greeting": "Welcome"]),
            ], settings: ["greeting": "?"])
        let twins = try Twins.activated(configuration: configuration)
        #expect(try twins.german().greeting == "Willkommen")
        #expect(try twins.english().greeting == "Welcome")
        #expect(try twins.other(1).greeting == "?")
    }

    @Test("What is wrong with its settings is told when it is made")
    func faulty() throws {
        let front = try front(.reading())
        #expect(try #require(throws: IOCError.self) { try front.byClass() }.code == .settingMissing)
        #expect(try #require(throws: IOCError.self) { try front.byProtocol() }.code == .settingMissing)
    }

    @Test("A setting that chooses among definitions comes from every source", arguments: ["true", "no"])
    func options(text: String) throws {
        let front = try front(.reading(settings: ["greeting": "Welcome"], environment: ["POLITE": text]))
        let chosen = try front.context.component(named: "chosen", as: (any Greeter).self)
        #expect(chosen.greeting == (text == "true" ? "Welcome" : "Hm"))
    }

    @Test("A patched context keeps the settings")
    func patched() throws {
        let front = try front(.reading(settings: ["greeting": "Welcome"]))
        let patched = try front.context.patched { $0.replace(named: "byProtocol") { Curt() as any Greeter } }
        #expect(try patched.setting("greeting") == "Welcome")
        #expect(try ApplicationContext.withCurrent(patched) { try front.byClass().greeting } == "Welcome")
    }
}
