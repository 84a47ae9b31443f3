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
        #expect(other.code == .assemblyUnknown)
    }

    @Test("A name of an assembly and other classes means the assembly, and two assemblies are a fault")
    func namesakes() throws {
        let context = try ApplicationContext(ContextConfiguration(assemblies: ["NALedger"]))
        #expect(try context.component(Int.self) == 7)
        let twice = try bootError(ContextConfiguration(assemblies: ["NATwice"]))
        #expect(twice.code == .classAmbiguous)
        #expect(twice.description.contains("NALeft.NATwice") && twice.description.contains("NARight.NATwice"))
        #expect(!twice.description.contains("NAShelf.NATwice"))
        // If none is an assembly, it is unknown which one was meant.
        #expect(try bootError(ContextConfiguration(assemblies: ["NANone"])).code == .classAmbiguous)
    }
}

private enum NALeft {
    final class NALedger: Assembly { let seven = Definition(.singleton) { (_: NALedger) in 7 } }
    final class NATwice: Assembly { let one = Definition(.singleton) { (_: NATwice) in 1 } }
    final class NANone {}
}

private enum NARight {
    final class NALedger {}
    final class NATwice: Assembly { let two = Definition(.singleton) { (_: NATwice) in 2 } }
    final class NANone {}
}

private enum NAShelf {
    final class NALedger {}
    final class NATwice {}
}
