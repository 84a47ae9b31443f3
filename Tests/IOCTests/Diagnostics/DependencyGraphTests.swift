import FoundationEssentials
import IOC
import IOCManagement
import Testing

@Suite("The graph of a context")
struct DependencyGraphTests {
    protocol Sink: Sendable {}
    final class Console: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("the \"console\"")] }
    }
    final class Left: IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
        @Autowired var sinks: [any Sink]
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
        @Autowired var later: Provider<any Sink>
        @Autowired var absent: (any Missing)?
        @Value("port") var port = 80
    }
    protocol Missing: Sendable {}

    let graph: DependencyGraph

    init() throws { graph = try boot(Console.self, Left.self, Right.self).graph }

    @Test("Graphviz gets a node for each component and an edge for each target")
    func dot() {
        for line in [
            #"  n0 [label="IOCTests.DependencyGraphTests.Left", tooltip=""#, #"  n0 -> n1 [label="right", color=red];"#,
            #"  n1 -> n0 [label="left", color=red];"#, #"  n0 -> n2 [label="sinks"];"#,
            #"  n1 -> n2 [label="later", style=dashed];"#, #"  n2 [label="the \"console\"\nIOCTests."#,
        ] {
            #expect(graph.dot.contains("\n" + line), "\(line)")
        }
    }

    @Test("Mermaid gets the same")
    func mermaid() {
        #expect(graph.mermaid.hasPrefix("flowchart LR\n"))
        for line in [#"  n0 -->|"right"| n1"#, #"  n1 -.->|"later"| n2"#] {
            #expect(graph.mermaid.contains(line + "\n"), "\(line)")
        }
    }

    private struct Written: Decodable {
        struct Component: Decodable {
            struct Dependency: Decodable {
                var property, kind: String
                var targets: [String]
            }
            var name, type, scope, origin: String
            var dependencies: [Dependency]
        }
        var components: [Component]
        var cycles: [[String]]
    }

    @Test("JSON says what the values say, and leaves @Value properties out")
    func json() throws {
        let written = try JSONDecoder().decode(Written.self, from: Data(graph.json.utf8))
        #expect(written.components.map(\.name) == graph.components.map(\.name))
        #expect(
            written.components.map { $0.dependencies.map(\.targets) }
                == graph.components.map { $0.dependencies.map(\.targets) })
        #expect(written.components[1].dependencies.map(\.property) == ["left", "later", "absent"])
        #expect(written.components[1].dependencies.map(\.kind) == ["one", "provider", "optional"])
        #expect(written.cycles == graph.cycles)
        #expect(graph.cycles.map { $0.map { $0.split(separator: ".").last } } == [["Left", "Right"]])
    }

    @Test("The page holds the same JSON and needs nothing else")
    func page() {
        #expect(graph.html.hasPrefix("<!DOCTYPE html>\n"))
        #expect(graph.html.contains(graph.json))
        #expect(graph.html.contains("<div id=\"drawing\">"))
        for text in ["http:", "https:", "src=", "href="] {
            #expect(!graph.html.contains(text), "\(text)")
        }
    }

    enum Early {
        @Component(.lazy, .named("AAA")) final class Visit {
            @Value("early.hours") var hours = 1
        }
    }
    @Component(.lazy, .named("Visit")) final class Late {
        @Value("late.hours") var hours = 2
    }

    struct Explaining: ContainerProgram {}

    @Test("A property is explained by the component that has its name before a class of that name")
    func explained() async throws {
        let folder = try TemporaryFolder()
        let names = [String(reflecting: Early.Visit.self), String(reflecting: Late.self)]
        let file = try folder.write("visits.json", #"{ "classes": ["\#(names[0])", "\#(names[1])"] }"#)
        let text = await programOutcome(Explaining(), ["--config", file, "--explain", "Visit.hours"]).text
        #expect(text.hasPrefix("Visit.hours reads the setting late.hours"), "\(text)")
    }
}
