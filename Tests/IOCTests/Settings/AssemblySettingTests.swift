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
        let german = Define { _ in Polite() }
        let english: Define<any Greeter> = Define(.prototype) { _ in Polite() }
        let other: Define<Polite, Int> = Define { _, _ in Polite() }
        let polite: Define<any Greeter> = Define { front in try front.german() }
            .traits(.when(setting: "polite", equals: true), .named("chosen"))
        let curt: Define<any Greeter> = Define { _ in Curt() }
            .traits(.when(setting: "polite", equals: "no"), .named("chosen"))
    }

    private func front(_ configuration: ContextConfiguration) throws -> Front {
        try Front.activated(configuration: configuration.with { $0.classes = [] })
    }

    @Test("Instances of definitions, by class and by protocol, read the settings of all and those of their own entry")
    func filled() throws {
        let shared = try front(.reading(settings: ["greeting": "Welcome"]))
        #expect(try shared.german().greeting == "Welcome" && shared.english().greeting == "Welcome")
        let own = try front(
            .reading(settings: ["greeting": "?"]).with {
                $0.components = [
                    "german": .init(settings: ["greeting": "Willkommen"]),
                    "IOCTests.AssemblySettingTests.Front.english": .init(settings: ["greeting": "Welcome"]),
                ]
            })
        #expect(try own.german().greeting == "Willkommen" && own.english().greeting == "Welcome")
        #expect(try own.other(1).greeting == "?")
    }

    @Test("A missing setting is reported when the instance is created")
    func faulty() throws {
        let front = try front(.reading())
        #expect(try #require(throws: IOCError.self) { try front.german() }.code == .settingMissing)
        #expect(try #require(throws: IOCError.self) { try front.english() }.code == .settingMissing)
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
        let patched = try front.context.patched { $0.replace(named: "english") { Curt() as any Greeter } }
        #expect(try patched.setting("greeting") == "Welcome")
        #expect(try ApplicationContext.withCurrent(patched) { try front.german().greeting } == "Welcome")
    }
}
