import IOCModel
import IOCSource
import Testing

@testable import IOCCheck

@Suite("What of a class is an injection point, and what of it is certain")
struct PointReadingTests {
    @Test("A static property is none, whatever wraps it")
    func statics() throws {
        let lines = try told(
            """
            final class AppMain: IOCComponent, @unchecked Sendable {
                @Autowired static var shared: AppMissing
                @Value("nobody.has.it") static var size: Int
            }
            final class AppMissing {}
            """)
        #expect(lines == [])
    }

    @Test("A name that only a run knows may be any, so that several that fit are no fault")
    func openNames() throws {
        let lines = try told(
            """
            protocol Sink: Sendable {}
            final class AppFile: IOCComponent, Sink {}
            final class AppConsole: IOCComponent, Sink {}
            final class AppMain: IOCComponent, @unchecked Sendable {
                @Autowired(Names.main) var sink: any Sink
            }
            """)
        #expect(lines.count == 1)
        #expect(
            lines.first?.contains("note: the name that AppMain.sink asks for is no plain string: left alone") == true)
    }

    @Test("What a component lacks that is there under a condition only is a note")
    func conditionalOwners() throws {
        let source = """
            final class AppTracer: IOCComponent, @unchecked Sendable {
                static var traits: [ComponentTrait] { [TRAITS] }
                @Autowired var lens: AppLens
                @Value("tracer.level") var level: Int
            }
            final class AppLens {}
            """
        let open = try told(source.replacing("TRAITS", with: ".when(property: \"tracing\")"))
        #expect(open.allSatisfy { !$0.contains(": error: ") })
        #expect(open.contains { $0.hasPrefix("App.swift:3:20: note: dependency-missing: AppTracer.lens") })
        #expect(
            open.contains { $0.hasPrefix("App.swift:4:") && $0.contains("note: property-missing: AppTracer.level") })
        #expect(open.filter { $0.contains("left alone, as it hangs on the property tracing") }.count == 2)
        let certain = try told(source.replacing("TRAITS", with: ".lazy")).filter { $0.contains(": error: ") }
        #expect(certain.count == 2)
    }

    @Test("What only looks like a wrapper is none, and a name that a function may give is not known")
    func nearWrappers() throws {
        let source = """
            import IOC
            final class One {}
            final class Main: IOCComponent {
                @Own var wrapped = Autowired<One>()
                var computed: Autowired<One> { wrapped }
                let made: Autowired<One> = make("x")
                @Autowired var maybe: ApplicationContext?
                @Autowired var always: ApplicationContext
            }
            """
        let graph = try typeGraph([("Shop", source)])
        let reading = PointReader(graph: graph, types: WantedTypes()).read(graph.number("Main"), [])
        let points = reading.points.map { "\($0.property) \($0.shape) \($0.qualifier ?? "-") \($0.isQualifierKnown)" }
        #expect(points == ["made one - false", "maybe context - true", "always context - true"])
    }
}
