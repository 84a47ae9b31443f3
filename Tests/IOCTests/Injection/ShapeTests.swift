import IOC
import Testing

@Suite("Shapes nest where that means something")
struct ShapeTests {
    protocol Part: AnyObject, Sendable {}
    final class First: IOCComponent, Part {}
    final class Second: IOCComponent, Part {}

    final class Nested: IOCComponent, @unchecked Sendable {
        @Autowired var later: Provider<[any Part]>
        @Autowired var each: [Provider<any Part>]
        @Autowired var named: [String: Provider<any Part>]
        @Autowired var maybe: Provider<[any Part]>?
    }

    @Test("A provider of a list, a list of providers and providers by name give the same components")
    func nested() throws {
        let context = try boot(Nested.self, First.self, Second.self)
        let nested = try context.component(Nested.self)
        let parts = try nested.later()
        #expect(parts.map { "\(type(of: $0))" } == ["First", "Second"])
        #expect(try nested.each.map { ObjectIdentifier(try $0()) } == parts.map { ObjectIdentifier($0) })
        #expect(nested.named.keys.sorted().map { String($0.split(separator: ".").last ?? "") } == ["First", "Second"])
        #expect(try nested.maybe?().count == 2)
        withExtendedLifetime(context) {}
    }

    @Test("Without any component they are empty")
    func empty() throws {
        let context = try boot(Nested.self)
        let nested = try context.component(Nested.self)
        #expect(try nested.later().isEmpty)
        #expect(nested.each.isEmpty && nested.named.isEmpty)
        withExtendedLifetime(context) {}
    }

    final class Lists: IOCComponent, @unchecked Sendable { @Autowired var parts: [[any Part]] }
    final class Optionals: IOCComponent, @unchecked Sendable { @Autowired var parts: [(any Part)?] }
    final class Numbers: IOCComponent, @unchecked Sendable { @Autowired var ports: [Int] }

    @Test(
        "A shape that means nothing is a fault, never an empty list",
        arguments: [Lists.self, Optionals.self, Numbers.self] as [any IOCComponent.Type])
    func meaningless(_ type: any IOCComponent.Type) throws {
        let error = try bootError(ContextConfiguration(type, First.self))
        #expect(error.code == .shapeMeaningless)
    }

    final class Visit: IOCComponent, Part { static var traits: [ComponentTrait] { [.scope(.request)] } }
    final class Keeper: IOCComponent, @unchecked Sendable { @Autowired var parts: [any Part] }
    final class Passing: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var visit: Visit
    }
    final class Holder: IOCComponent, @unchecked Sendable { @Autowired var passing: Passing }

    // A prototype passes on what its class shows before there is an instance.
    @Test("A list of which one is a request's is captive at boot, and so is what a prototype passes on")
    func captives() throws {
        #expect(try bootError(ContextConfiguration(Keeper.self, First.self, Visit.self)).code == .dependencyCaptive)
        let error = try bootError(ContextConfiguration(Holder.self, Passing.self, Visit.self))
        #expect(error.code == .dependencyCaptive)
        #expect(error.description.contains("Holder -> IOCTests.ShapeTests.Passing -> IOCTests.ShapeTests.Visit"))
    }
}
