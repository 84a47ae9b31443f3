import IOC
import Testing

@Suite("Assemblies in the file")
struct NamedAssemblyTests {
    final class Named: Assembly {
        let number = Definition(.singleton) { (_: Named) in 42 }
        let text = Definition(.singleton) { (named: Named) in "\(try named.number())" }
    }

    @Test("An assembly that the configuration names is started")
    func started() throws {
        let context = try ApplicationContext(
            ContextConfiguration(assemblies: ["IOCTests.NamedAssemblyTests.Named"]))
        #expect(try context.component(String.self) == "42")
        #expect(try context.component(named: "number", as: Int.self) == 42)
    }

    @Test("A name that is no assembly is a fault with a suggestion")
    func faults() throws {
        let unknown = try bootError(ContextConfiguration(assemblies: ["IOCTests.NamedAssemblyTests.Nmed"]))
        #expect(unknown.code == .assemblyUnknown)
        #expect(unknown.faults[0].suggestion == "IOCTests.NamedAssemblyTests.Named")
        let other = try bootError(ContextConfiguration(assemblies: ["DXPlain"]))
        #expect(other.code == .classIsNoAssembly)
    }
}
