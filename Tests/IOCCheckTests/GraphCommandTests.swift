import Foundation
import IOCSource
import TestSupport
import Testing

@testable import IOCCommand

@Suite("ioc graph")
struct GraphCommandTests {
    private let source = """
        protocol Sink: Sendable {}
        final class AppConsole: IOCComponent, Sink {
            static var traits: [ComponentTrait] { [.named("the \\"console\\" #1"), .lazy] }
        }
        final class AppA: IOCComponent, @unchecked Sendable {
            @Autowired var b: AppB
            @Autowired var sinks: [any Sink]
        }
        final class AppB: IOCComponent, @unchecked Sendable {
            @Autowired var a: AppA
            @Autowired var later: Provider<any Sink>
        }
        """

    private func graph(_ scratch: borrowing Scratch, _ words: String...) throws -> ToolRun {
        try scratch.write("Sources/App/App.swift", source)
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"] }"#)
        return ioc(["graph", "--sources", scratch.path + "/Sources", "--config", file, "--no-cache"] + words)
    }

    @Test("Graphviz gets a node for each component and an edge for each target")
    func dot() throws {
        let outcome = try graph(Scratch())
        #expect(outcome.code == .success)
        #expect(outcome.error.isEmpty)
        #expect(outcome.out.hasPrefix("digraph ioc {\n"))
        for line in [
            #"  n0 [label="App.AppA", tooltip=""#, #"  n2 [label="the \"console\" #1\nApp.AppConsole\nlazySingleton""#,
            #"  n0 -> n1 [label="b", color=red];"#, #"  n1 -> n0 [label="a", color=red];"#,
            #"  n0 -> n2 [label="sinks"];"#, #"  n1 -> n2 [label="later", style=dashed];"#,
        ] {
            #expect(outcome.out.contains("\n" + line), "\(line)")
        }
    }

    @Test("Mermaid gets the same")
    func mermaid() throws {
        let lines = try graph(Scratch(), "--format", "mermaid").out.split(separator: "\n").map { String($0) }
        #expect(
            lines == [
                "flowchart LR", #"  n0["App.AppA"]"#, #"  n1["App.AppB"]"#,
                #"  n2["the #34;console#34; #35;1<br/>App.AppConsole<br/>lazySingleton"]"#, #"  n0 -->|"b"| n1"#,
                #"  n0 -->|"sinks"| n2"#, #"  n1 -->|"a"| n0"#, #"  n1 -.->|"later"| n2"#,
            ])
    }

    private struct Drawn: Decodable {
        struct Component: Decodable {
            struct Dependency: Decodable {
                var property: String
                var kind: String
                var targets: [String]
            }
            struct Property: Decodable {
                var property, key, location: String
            }
            var name, type, module, scope, origin: String
            var condition: String?
            var profiles, roles: [String]?
            var properties: [Property]?
            var dependencies: [Dependency]
        }
        var components: [Component]
        var cycles: [[String]]
    }

    @Test("JSON can be decoded, and is written to a file where one is named")
    func json() throws {
        let scratch = try Scratch()
        let file = scratch.path + "/graph.json"
        #expect(try graph(scratch, "--format", "json", "-o", file).out.isEmpty)
        let drawn = try JSONDecoder().decode(Drawn.self, from: Data(contentsOf: URL(filePath: file)))
        #expect(drawn.components.map(\.name) == ["App.AppA", "App.AppB", "the \"console\" #1"])
        #expect(drawn.components[1].dependencies.map(\.kind) == ["one", "provider"])
        #expect(drawn.components[0].dependencies.map(\.targets) == [["App.AppB"], ["the \"console\" #1"]])
        #expect(drawn.components[2].origin.hasSuffix("Sources/App/App.swift:2:13"))
        #expect(drawn.cycles == [["App.AppA", "App.AppB"]])
    }

    @Test("A component's profiles, what they come to, and the properties it reads are there")
    func facts() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/Other.swift",
            """
            final class AppOther: IOCComponent, @unchecked Sendable {
                static var traits: [ComponentTrait] { [.profile("summer"), .profile("!winter")] }
                @Value("app.port") var port = 80
            }
            """)
        func other(_ run: ToolRun) throws -> Drawn.Component? {
            try JSONDecoder().decode(Drawn.self, from: Data(run.out.utf8)).components.first {
                $0.name == "App.AppOther"
            }
        }
        let open = try #require(try other(graph(scratch, "--format", "json")))
        #expect(open.module == "App")
        #expect(open.profiles == ["summer", "!winter"])
        #expect(open.condition == "the profile 'winter' is not active")
        let property = try #require(open.properties?.first)
        #expect(property.property == "port" && property.key == "app.port")
        #expect(property.location.hasSuffix("Sources/App/Other.swift:3:28"))
        #expect(
            try other(graph(scratch, "--format", "json", "--profile", "summer"))?.condition
                == "the profile 'summer' is active")
        #expect(try other(graph(scratch, "--format", "json", "--profile", "winter")) == nil)
    }

    @Test("Modules are called as the package's manifest calls them")
    func manifest() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Package.swift",
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "shop",
                targets: [
                    .target(name: "Shop"), .target(name: "Shop-Mail", path: "./Sources/Outside/Mail"),
                    .executableTarget(name: "Tool", dependencies: ["Shop"], path: "code"),
                    .testTarget(name: "ShopTests", path: "Sources/Outside"),
                ]
            )
            """)
        for (path, name) in [
            ("Sources/Shop/A.swift", "AppA"), ("Sources/Outside/Mail/Deep/B.swift", "AppB"),
            ("code/more/C.swift", "AppC"), ("Sources/Outside/D.swift", "AppD"),
        ] {
            try scratch.write(path, "final class \(name): IOCComponent {}\n")
        }
        let config = try scratch.write("config.json", #"{ "prefixes": ["App"] }"#)
        func names(_ sources: String...) throws -> [String] {
            let words = ["--config", config, "--format", "json", "--no-cache"]
            let run = ioc(["graph"] + sources.flatMap { ["--sources", $0] } + words)
            return try JSONDecoder().decode(Drawn.self, from: Data(run.out.utf8)).components.map(\.name).sorted()
        }
        let all = ["Shop.AppA", "ShopTests.AppD", "Shop_Mail.AppB", "Tool.AppC"]
        #expect(try names(scratch.path) == all)
        #expect(try names(scratch.path + "/Sources", scratch.path + "/code/more/C.swift") == all)
        #expect(try names("Mine=" + scratch.path + "/code") == ["Mine.AppC"])
        #expect(try names(scratch.path + "/Sources/Outside/Mail") == ["Shop_Mail.AppB"])
    }

    @Test("The page needs nothing else, and no name ends its script")
    func page() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/Other.swift",
            """
            final class AppOther: IOCComponent {
                static var traits: [ComponentTrait] { [.named("</script><b>")] }
            }
            """)
        let page = try graph(scratch, "--format", "html").out
        #expect(page.hasPrefix("<!DOCTYPE html>\n"))
        #expect(page.contains(#""name" : "\u003c/script>\u003cb>""#))
        #expect(page.split(separator: "</script>", omittingEmptySubsequences: false).count == 2)
        for text in ["http:", "https:", "src=", "href=", "url(", "import "] { #expect(!page.contains(text), "\(text)") }
    }

    @Test("The graph is that of a program that is given no profile but the file's")
    func defaultProfile() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/Clocks.swift",
            """
            protocol Clock {}
            final class AppSystemClock: IOCComponent, Clock {}
            final class AppTestClock: IOCComponent, Clock {
                static var traits: [ComponentTrait] { [.profile("test"), .primary] }
            }
            final class AppTimer: IOCComponent, IOCService, Stoppable {
                @Autowired var clock: any Clock
            }
            """)
        let config = try scratch.write("config.json", #"{ "prefixes": ["App"] }"#)
        func drawn(_ words: String...) throws -> [Drawn.Component] {
            let run = ioc(
                ["graph", "--sources", scratch.path + "/Sources", "--config", config, "--format", "json", "--no-cache"]
                    + words)
            return try JSONDecoder().decode(Drawn.self, from: Data(run.out.utf8)).components
        }
        #expect(try drawn().map(\.name) == ["App.AppSystemClock", "App.AppTimer"])
        #expect(try drawn().last?.dependencies.map(\.targets) == [["App.AppSystemClock"]])
        #expect(try drawn().map(\.roles) == [nil, ["service", "stoppable"]])
        let tested = try drawn("--profile", "test")
        #expect(tested.map(\.name) == ["App.AppSystemClock", "App.AppTestClock", "App.AppTimer"])
        #expect(tested.last?.dependencies.map(\.targets) == [["App.AppTestClock"]])
    }

    @Test("An unknown format gets a suggestion, and an unwritable file is one clear error")
    func faults() throws {
        let format = try graph(Scratch(), "--format", "mermade")
        #expect(format.code == .usage)
        #expect(
            format.error.contains(
                "'mermade' is no format: use one of dot, mermaid, json, tree, html; did you mean 'mermaid'?"))
        let output = try graph(Scratch(), "-o", "/none/graph.dot")
        #expect(output.code == .environment)
        #expect(output.error == "/none/graph.dot: error: can't be written: No such file or directory\n")
    }

    @Test("A configuration that is not there, or what was parsed before, changes nothing else")
    func surroundings() throws {
        let scratch = try Scratch()
        let missing = try graph(scratch, "--no-cache")
        #expect(missing.code == .success)
        let outcome = ioc("graph", "--sources", scratch.path + "/Sources", "--config", scratch.path + "/none.json")
        #expect(outcome.code == .faults && outcome.out.isEmpty)
        #expect(outcome.error.contains("/none.json"), "\(outcome.error)")
        let words = [
            "graph", "--sources", scratch.path + "/Sources", "--config", scratch.path + "/config.json", "--cache",
            scratch.path + "/cache",
        ]
        #expect(ioc(words).out == missing.out)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: scratch.path + "/cache").isEmpty)
        #expect(ioc(words).out == missing.out)
    }

    @Test("The innermost target whose folder holds a file gives its module, in whatever order they stand")
    func nestedTargets() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Package.swift",
            """
            let package = Package(name: "P", targets: [
                .target(name: "Outer", path: "code"), .target(name: "In-ner", path: "code/inner"),
                .target(name: "Core", path: "code/inner/core"), .target(name: "Usual"),
            ])
            let others = Others(targets: [.target(name: "Wrong", path: "code/inner/core/deep")])
            """)
        let manifest = PackageManifest(above: [scratch.path + "/code"], SourceLoader())
        for (file, module) in [
            ("code/A.swift", "Outer"), ("code/inner/A.swift", "In_ner"), ("code/inner/core/deep/A.swift", "Core"),
            ("code/innermost/A.swift", "Outer"), ("Sources/Usual/A.swift", nil),
        ] {
            #expect(manifest.module(of: scratch.path + "/" + file) == module)
        }
        // A folder of that name is no manifest.
        try scratch.write("odd/Package.swift/A.swift", "")
        let odd = PackageManifest(above: [scratch.path + "/odd/B.swift"], SourceLoader())
        #expect(odd.module(of: scratch.path + "/odd/B.swift") == nil)
        try scratch.write(
            "code/own/Package.swift",
            #"let package = Package(targets: [.target(name: "One", path: "a"), .target(name: "Two", path: "b/c")])"#)
        let roots = ["/code/own/b/c/d/A.swift", "/code/inner", "/code/own/a"].map { scratch.path + $0 }
        let both = PackageManifest(above: roots, SourceLoader())
        #expect(
            ["own/a/A.swift", "own/b/c/A.swift", "own/b/A.swift", "inner/core/A.swift"].map {
                both.module(of: scratch.path + "/code/" + $0)
            } == ["One", "Two", "Outer", "Core"])
    }
}
