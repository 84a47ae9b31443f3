import FoundationEssentials
import IOC
import Testing

private enum Outage {
    protocol Gateway: Sendable {}
    @Component("outage-first", .primary) final class First: Gateway {}
    @Component("outage-second") final class Second: Gateway {}
    @Component("outage-third", .fallback) final class Third: Gateway {}
    @Component("outage-shop", .when(setting: "open"), .profile("summer"), .profile("!winter")) final class Shop {
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
            settings: ["open": true, "outage": ["port": 81, "password": "s3cret"]])
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
        #expect(shop.condition == "the profile 'summer' is active, the setting open is set")
        #expect(shop.module == "IOCTests")
        #expect(shop.profiles == ["summer", "!winter"])
        let properties = try #require(shop.properties)
        #expect(properties.map(\.property) == ["port", "password", "host"])
        #expect(properties.map(\.key) == ["outage.port", "outage.password", "outage.host"])
        #expect(properties.map(\.value) == ["81", "<secret>", nil])
        #expect(properties.allSatisfy { $0.location?.contains("OutageTests.swift:") == true })
        #expect(shop.dependencies.allSatisfy { $0.location?.contains("OutageTests.swift:") == true })
    }
}
