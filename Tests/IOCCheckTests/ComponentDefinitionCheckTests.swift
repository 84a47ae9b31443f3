import IOC
import IOCCheck
import IOCModel
import IOCSource
import TestSupport
import Testing

@Suite("Definitions that a component's own initializer makes, in sources")
struct ComponentDefinitionCheckTests {
    private func checked(_ source: String, prefixes: [String] = []) throws -> CheckResult {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\n" + source)
        let configuration = ContextConfiguration(prefixes: prefixes, assemblies: ["Shop.Kit"])
        return try check([("Shop", scratch.path + "/Sources/Shop")]).run(configuration, profiles: [])
    }

    private static let parts = """
        protocol Clock: Sendable {}
        @Component final class Quartz: Clock {}
        @Component struct Desk { let clock: any Clock }
        @Component("tray", .primary, .scope(.prototype)) class Tray { let desk: Desk }
        @Component final class Below: Tray {}
        @Component(.profile("test")) final class Fake {}

        """

    @Test(
        "What its initializer asks for is checked, in every form that says no closure",
        arguments: [
            "let desk: Define<Desk> = Define(.singleton)", "let desk = Define<Desk>(.lazySingleton)",
            "let desk: Definition<Kit, Desk> = Definition(.prototype).traits(.primary)",
            "let desk: Define<Desk> = .init(.singleton)", "let desk: Define<Desk> = .component()",
            "let desk = Define<Desk>.component()",
        ])
    func parameters(definition: String) throws {
        let lacking = try checked(Self.parts + "final class Kit: Assembly { \(definition) }")
        #expect(lacking.faults.map(\.code) == [.dependencyMissing], "\(lacking.faults)")
        #expect(lacking.faults.first?.injectionPoint == "Desk.init(clock:)")
        #expect(lacking.errors.first?.location?.line == 4)
        let whole = try checked(
            Self.parts + "final class Kit: Assembly { \(definition); let clock: Define<Quartz> = .component() }")
        #expect(whole.faults.isEmpty && whole.notes.isEmpty, "\(whole.faults) \(whole.notes)")
    }

    @Test(
        "A closure answers for what it passes, and so does what takes a definition's place",
        arguments: [
            "let desk: Define<Desk> = Define(.singleton) { _ in makeDesk() }",
            "let desk = Definition { (_: Kit) in Desk(clock: Quartz()) }",
            "let desk: Define<Desk> = .value(makeDesk())",
            "let desk: Define<Desk> = .init(.singleton) { _ in makeDesk() }",
        ])
    func closures(definition: String) throws {
        let result = try checked(Self.parts + "final class Kit: Assembly { \(definition) }")
        #expect(result.faults.isEmpty, "\(result.faults)")
        let replaced = try checked(
            Self.parts + """
                final class Other: Assembly { let desk: Define<Desk> = Define(.singleton) }
                final class Kit: Assembly {
                    let other = Collaborator(Other.self).replace(\\.desk) { Desk(clock: Quartz()) }
                }
                """)
        #expect(replaced.faults.isEmpty, "\(replaced.faults)")
    }

    @Test("One that is declared by its type has its type's name and traits, and what it says itself")
    func traits() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly {
                    let quartz: Define<Quartz> = .component()
                    let desk: Define<Desk> = .component()
                    let tray: Define<Tray> = .component()
                    let below: Define<Below> = Define.component().traits(.order(3))
                    let fake: Define<Fake> = .component()
                }
                """)
        #expect(result.definitions.map(\.name) == ["Shop.Below", "Shop.Desk", "Shop.Quartz", "tray"])
        #expect(result.definitions.map(\.scope) == [.prototype, .singleton, .singleton, .prototype])
        #expect(result.definitions.map(\.isPrimary) == [false, false, false, true])
        #expect(result.definitions.map(\.order) == [3, 0, 0, 0])
        #expect(result.leftOut.count == 1 && result.faults.isEmpty, "\(result.faults)")
    }

    @Test("Where a prefix finds it as well, there are two of one name")
    func doubled() throws {
        let result = try checked(
            Self.parts + "final class Kit: Assembly { let quartz: Define<Quartz> = .component() }",
            prefixes: ["Shop.Quartz"])
        #expect(result.faults.map(\.code) == [.nameRepeated], "\(result.faults)")
    }
}
