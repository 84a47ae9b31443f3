import Foundation
import IOCCommand
import IOCModel
import TestSupport
import Testing

@Suite("ioc explain")
final class ExplainCommandTests {
    private static let source = """
        protocol Gateway {}
        class Base: IOCComponent {}
        final class Derived: Base {}
        final class Stripe: IOCComponent, Gateway { static var traits: [ComponentTrait] { [.named("stripe"), .primary] } }
        final class Paypal: IOCComponent, Gateway {}
        final class Cash: IOCComponent, Gateway { static var traits: [ComponentTrait] { [.fallback] } }
        final class Test: IOCComponent, Gateway { static var traits: [ComponentTrait] { [.profile("test")] } }
        final class Checkout: IOCComponent, IOCService, @unchecked Sendable {
            @Autowired var gateway: any Gateway
            @Autowired var base: Base
            @Autowired("stripe") var named: any Gateway
            @Autowired var all: [any Gateway]
            @Value("server.port") var port = 80
            @Value("payments.apiKey") var key = ""
        }
        final class Printer {}
        final class Scale: IOCComponent {}
        final class Counter: Assembly {
            let printer = Definition(.singleton) { (_: Counter) in Printer() }
            let scale: Define<Scale> = .component()
        }
        """
    private let scratch: Scratch
    private let config: String

    init() throws {
        scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", Self.source)
        try scratch.write(
            "base.json", #"{ "properties": { "server": { "port": 8080 }, "payments": { "apiKey": "hidden-one" } } }"#)
        config = try scratch.write(
            "config.json",
            #"""
            { "prefixes": ["Shop."], "exclude": ["Shop.Scale"], "assemblies": ["Shop.Counter"], "imports": ["base.json"], "properties": { "server": { "port": 9090 } },
              "components": { "Shop.Checkout": { "order": 3, "properties": { "server": { "port": 7070 } } } } }
            """#)
    }

    private func explain(_ words: String...) -> ToolRun {
        ioc(["explain", "--sources", scratch.path + "/Sources", "--config", config, "--no-cache"] + words)
    }

    @Test("A property is told what it gets, by which step, and what each other lacks")
    func point() {
        let told = explain("Shop.Checkout.gateway", "--why-not", "Test").out
        #expect(told.hasPrefix("Shop.Checkout.gateway asks for any Shop.Gateway (one)\n"))
        for line in [
            "gets      stripe", "because   it is the only primary one", "not       Shop.Cash: it is not primary",
            "Shop.Paypal: it is not primary",
            "why not   Shop.Test: it is out, as its profile is 'test', and none is active",
            "without   Shop.Paypal would take its place", "Shop.swift:9:",
        ] { #expect(told.contains(line), "\(line) is not in\n\(told)") }
    }

    @Test("A property is told what would become of it without the component that it gets")
    func without() {
        let named = explain("Checkout.named").out
        #expect(named.contains("without   booting would fail with qualifier-unknown"), "\(named)")
    }

    @Test(
        "Each step of the rule is told in words",
        arguments: [
            ("base", "it alone is exactly the class, and others are subclasses", "Shop.Derived: it is a subclass"),
            ("named", "the property asks for the name 'stripe'", "Shop.Paypal: it is not called 'stripe'"),
            ("all", "it takes all that fit, by order and then by name", "gets      Shop.Cash, Shop.Paypal, stripe"),
        ])
    func steps(property: String, because: String, other: String) {
        let told = explain("Checkout.\(property)").out
        #expect(told.contains("because   \(because)"), "\(told)")
        #expect(told.contains(other), "\(told)")
    }

    @Test("A component is told why it is in, who uses it and what it needs")
    func component() {
        let told = explain("Shop.Checkout").out
        for line in [
            "Shop.Checkout is a component of the scope singleton", "the prefix 'Shop.' matches it", "config.json:1:16",
            "said", "its \"order\" (", "config.json:2:", "role", "service", "nobody", ".gateway: stripe",
            ".port: server.port",
        ] { #expect(told.contains(line), "\(line) is not in\n\(told)") }
        #expect(explain("stripe").out.contains("used by   Shop.Checkout.gateway"))
        #expect(explain("Test").out.contains("Shop.Test is out"))
        #expect(explain("Test", "--profile", "test").out.contains("the profile 'test' is active"))
    }

    @Test(
        "A component of an assembly is in by its definition, whatever matches the name of its class",
        arguments: ["Shop.Counter.printer", "Shop.Scale"])
    func definition(name: String) {
        let told = explain(name).out
        #expect(told.contains("in, as    a definition declares it\n"), "\(told)")
        #expect(!told.contains("prefix"), "\(told)")
    }

    @Test("A setting is told with every source that has it, strongest first, and a secret is masked")
    func setting() {
        let told = explain("server.port").out
        #expect(told.contains("is     9090"), "\(told)")
        let lines = told.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("from") && $0.contains("config.json") && $0.hasSuffix("9090") }, "\(told)")
        #expect(lines.contains { $0.contains("hides") && $0.contains("base.json:1:") }, "\(told)")
        let secret = explain("payments.apiKey")
        #expect(!secret.out.contains("hidden-one") && secret.out.contains("base.json"), "\(secret.out)")
    }

    @Test("A property that reads a setting is told with every source as its component sees them")
    func reading() {
        let told = explain("Checkout.port").out
        #expect(told.hasPrefix("Shop.Checkout.port reads the property server.port\n"), "\(told)")
        for line in ["Shop.swift:13:", "is        7070", "from", "hides", "config.json", "9090"] {
            #expect(told.contains(line), "\(line) is not in\n\(told)")
        }
        #expect(explain("Checkout.key").out.contains("<secret>"))
    }

    @Test("A component is told with what its own entry says, and with no other's")
    func entry() throws {
        let config = try scratch.write(
            "other.json",
            #"""
            { "prefixes": ["Shop."], "components": { "till": { "class": "Shop.Paypal", "order": 3 },
              "Cash": { "order": 4, "primary": true }, "Stripe": { "class": "Shop.Counter", "order": 5 } } }
            """#)
        func entry(_ name: String) -> [String] {
            ioc(["explain", name, "--sources", scratch.path + "/Sources", "--config", config, "--no-cache"]).out
                .split(separator: "\n").filter { $0.contains("other.json:") && $0.contains("its \"") }.map {
                    String($0)
                }
        }
        #expect(entry("till").joined().contains("its \"order\" ("))
        #expect(entry("Shop.Cash").joined().contains("its \"order\" ("))
        #expect(entry("Shop.Cash").joined().contains("its \"primary\" ("))
        #expect(entry("stripe").isEmpty)
    }

    @Test("Sources with an error are told in place of an explanation")
    func sourceErrors() throws {
        try scratch.write("Sources/Shop/Broken.swift", "final class Broken: IOCComponent {")
        let told = explain("Shop.Checkout.gateway")
        #expect(told.code == .faults && told.out.isEmpty)
        #expect(told.error.contains("Broken.swift:1:") && told.error.contains("error: "), "\(told.error)")
    }

    @Test("JSON has the same facts, and what is not there gets a suggestion")
    func forms() throws {
        struct ComparedFault: Decodable {
            struct Fact: Decodable { var label, text: String }
            var kind: String
            var facts: [Fact]
        }
        let run = explain("Shop.Checkout.gateway", "--format", "json")
        let told = try JSONDecoder().decode(ComparedFault.self, from: Data(run.out.utf8))
        #expect(told.kind == "injection point")
        #expect(told.facts.first { $0.label == "gets" }?.text == "stripe")
        let missing = explain("Shop.Checkout.gatewya")
        #expect(missing.error.contains("did you mean 'Shop.Checkout.gateway'?"), "\(missing.error)")
        #expect(missing.out.isEmpty)
    }
}
