import IOC
import Testing

@Suite("Definitions of components as their types declare themselves")
struct ComponentDefinitionTests {
    protocol Sink: Sendable {}
    static let chosen = "chosen"

    @Component final class Mapper {}
    @Component("audit", .order(2)) struct Audit: Sink { let mapper: Mapper }
    @Component(.primary, .order(1), .scope(.prototype)) final class Console: Sink {}
    @Component(.named(ComponentDefinitionTests.chosen), .lazy) actor Journal {
        let sink: any Sink
        let sinks: [any Sink]
    }
    @Component("base", .primary, .order(3)) class Base { let mapper: Mapper }
    @Component final class Below: Base {}
    @Component("last", .order(4)) final class Last: Base {}
    @Component(.profile("test")) final class Fake: Sink {}
    @Component(.when(setting: "strict")) final class Strict { let mapper: Mapper }
    final class Plain: IOCComponent, @unchecked Sendable {
        @Autowired("Mapper") var mapper: Mapper
        @Autowired("IOCTests.ComponentDefinitionTests.Mapper") var same: Mapper
        @Autowired("audit") var audit: any Sink
    }

    final class Parts: Assembly {
        let mapper: Define<Mapper> = .component()
        let audit = Define<Audit>.component()
        let console: Define<Console> = .component()
        let journal: Define<Journal> = .component()
        let base: Define<Base> = .component()
        let below: Define<Below> = .component()
        let last: Define<Last> = .component()
        let fake: Define<Fake> = .component()
        let strict: Define<Strict> = .component()
        let plain: Define<Plain> = .component()
    }

    private static let prefix = "IOCTests.ComponentDefinitionTests."

    /// All that a graph shows of its components, except where they are declared.
    private func lines(_ context: ApplicationContext) -> [String] {
        context.graph.components.map { component in
            let needs = component.dependencies.map { "\($0.property ?? "-"): \($0.targets)" }
            return "\(component.name) \(component.typeName) \(component.lifetime) \(needs)"
        }
    }

    @Test(
        "They have the names, scopes, conditions and dependencies that a scan would give them",
        arguments: [false, true], [[], ["test"]])
    func asScanned(isStrict: Bool, profiles: [String]) throws {
        let configuration = ContextConfiguration(
            profiles: profiles, settings: isStrict ? ["strict": true] : [:])
        let scanned = try ApplicationContext(configuration.with { $0.prefixes = [Self.prefix] })
        let defined = try Parts.activated(configuration: configuration)
        #expect(try lines(defined.context) == lines(scanned))
        #expect(lines(scanned).count == 8 + profiles.count + (isStrict ? 1 : 0))
    }

    @Test("Components of definitions are found by type, by name and by property")
    func found() async throws {
        let parts = try Parts.activated()
        let plain = try parts.plain()
        #expect(plain.mapper === plain.same && plain.audit is Audit)
        #expect(try parts.mapper() === plain.mapper && parts.audit().mapper === plain.mapper)
        #expect(try parts.console() !== parts.console() && parts.journal() === parts.journal())
        let journal = try parts.journal()
        #expect(journal.sink is Console && journal.sinks.first is Console && journal.sinks.last is Audit)
        #expect(try parts.context.component(named: Self.chosen, as: Journal.self) === journal)
    }

    final class Widened: Assembly {
        let mapper: Define<Mapper> = .component()
        let below: Define<Below> = Define.component().traits(.primary, .named("below"))
    }

    @Test("A definition adds to the type's traits, and the file wins", arguments: ["Mapper", prefix + "Mapper"])
    func more(name: String) throws {
        let configuration = ContextConfiguration(components: [name: .init(scope: .prototype)])
        let widened = try Widened.activated(configuration: configuration)
        #expect(try widened.context.component(named: "below", as: Base.self) === widened.below())
        #expect(try widened.mapper() !== widened.mapper())
    }

    @Test("A definition and a configuration that find one class are reported as two components of one name")
    func doubled() {
        let codes = faultCodes { try Widened.activated(configuration: ContextConfiguration(Mapper.self)) }
        #expect(codes.first == .nameRepeated)
    }
}
