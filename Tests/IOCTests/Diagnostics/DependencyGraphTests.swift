import FoundationEssentials
import IOC
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
        #expect(graph.html.contains("<section id=\"drawing\">\n<svg "))
        for text in ["http:", "https:", "src=", "href="] {
            #expect(!graph.html.contains(text), "\(text)")
        }
    }
}

private enum Outage {
    protocol Gateway: Sendable {}
    @Component("outage-first", .primary) final class First: Gateway {}
    @Component("outage-second") final class Second: Gateway {}
    @Component("outage-third", .fallback) final class Third: Gateway {}
    @Component("outage-shop", .when(property: "open"), .profile("summer"), .profile("!winter")) final class Shop {
        @Autowired var chosen: any Gateway
        @Autowired("outage-first") var named: any Gateway
        @Autowired var all: [any Gateway]
        @Autowired var maybe: Second?
        @Autowired var second: Second
        @Autowired var later: Provider<Third>
        @Value("outage.port") var port = 80
        @Value("outage.password") var password = ""
        @Value("outage.host") var host = ""
    }
}

@Suite("What a graph says if a component were out")
struct OutageTests {
    private struct Written: Decodable {
        struct Component: Decodable {
            struct Dependency: Decodable {
                struct Substitute: Decodable, Equatable { var component, fault: String? }
                var property: String
                var location: String?
                var without: Substitute?
            }
            struct Property: Decodable { var property, key, value, location: String? }
            var name, module: String
            var condition: String?
            var profiles: [String]?
            var properties: [Property]?
            var dependencies: [Dependency]
        }
        var components: [Component]
    }

    private func shop(_ bindings: [String: String] = [:]) throws -> Written.Component {
        var configuration = ContextConfiguration(
            prefixes: ["IOCTests.Outage."], profiles: ["summer"], bindings: bindings,
            properties: ["open": true, "outage": ["port": 81, "password": "s3cret"]])
        configuration.environment = [:]
        let json = try ApplicationContext(configuration).graph.json
        return try #require(
            JSONDecoder().decode(Written.self, from: Data(json.utf8)).components.first { $0.name == "outage-shop" })
    }

    @Test("The candidate rule says what each point would get")
    func substitutes() throws {
        let found = try Dictionary(uniqueKeysWithValues: shop().dependencies.map { ($0.property, $0.without) })
        #expect(found["chosen"] == .init(component: "outage-second"))
        #expect(found["named"] == .init(fault: "qualifier-unknown"))
        #expect(found["all"] == .some(nil))
        #expect(found["maybe"] == .init())
        #expect(found["second"] == .init(fault: "dependency-missing"))
        #expect(found["later"] == .init(fault: "dependency-missing"))
        let bound = try shop(["Gateway": "outage-second"]).dependencies.first { $0.property == "chosen" }
        #expect(bound?.without == .init(fault: "qualifier-unknown"))
    }

    @Test("A component's properties, its condition and the places of its points are there")
    func facts() throws {
        let shop = try shop()
        #expect(shop.condition == "the profile 'summer' is active, the property open is set")
        #expect(shop.module == "IOCTests")
        #expect(shop.profiles == ["summer", "!winter"])
        let properties = try #require(shop.properties)
        #expect(properties.map(\.property) == ["port", "password", "host"])
        #expect(properties.map(\.key) == ["outage.port", "outage.password", "outage.host"])
        #expect(properties.map(\.value) == ["81", "<secret>", nil])
        #expect(properties.allSatisfy { $0.location?.contains("DependencyGraphTests.swift:") == true })
        #expect(shop.dependencies.allSatisfy { $0.location?.contains("DependencyGraphTests.swift:") == true })
    }
}
