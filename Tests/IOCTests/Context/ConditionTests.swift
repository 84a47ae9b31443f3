import IOC
import Testing

@Suite("Conditions")
struct ConditionTests {
    protocol Store: Sendable {}
    final class RealStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.profile("production")] }
    }
    final class TestStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.profile("!production")] }
    }
    final class Payments: IOCComponent {
        static var traits: [ComponentTrait] { [.when(property: "payments.enabled", equals: true)] }
    }
    final class Metrics: IOCComponent {
        static var traits: [ComponentTrait] { [.when(property: "metrics")] }
    }
    final class MemoryStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.whenMissing((any Store).self)] }
    }
    final class OtherMemoryStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.whenMissing((any Store).self)] }
    }

    func names(_ configuration: Configuration) throws -> [String] {
        try ApplicationContext(configuration).graph.components.map { String($0.name.split(separator: ".").last ?? "") }
    }

    @Test("A profile lets one in and its negation the other")
    func profiles() throws {
        let configuration = Configuration(RealStore.self, TestStore.self)
        #expect(try names(configuration.with { $0.profiles = ["production"] }) == ["RealStore"])
        #expect(try names(configuration) == ["TestStore"])
    }

    @Test("A property lets one in by its value, or by being there")
    func properties() throws {
        let configuration = Configuration(Payments.self, Metrics.self, TestStore.self)
        #expect(try names(configuration) == ["TestStore"])
        let enabled = configuration.with { $0.properties = ["payments": ["enabled": true], "metrics": "on"] }
        #expect(try names(enabled) == ["Metrics", "Payments", "TestStore"])
        let disabled = configuration.with { $0.properties = ["payments": ["enabled": false], "metrics": false] }
        #expect(try names(disabled) == ["TestStore"])
    }

    @Test("What is only for where a type is missing is decided after the others, once, by name")
    func whenMissing() throws {
        #expect(try names(Configuration(MemoryStore.self, TestStore.self)) == ["TestStore"])
        #expect(try names(Configuration(OtherMemoryStore.self, MemoryStore.self)) == ["MemoryStore"])
    }

    @Test("The file says conditions too, and wins")
    func file() throws {
        let configuration = Configuration(components: [
            "store": .init(className: "IOCTests.ConditionTests.RealStore", profiles: []),
            "memory": .init(
                className: "IOCTests.ConditionTests.MemoryStore", whenMissing: "IOCTests.ConditionTests.Store"),
        ])
        #expect(try names(configuration) == ["store"])
    }

    @Test("Who is left out is noticed with the reason, and is a near miss where it is missed")
    func reasons() throws {
        let context = try boot(RealStore.self, Payments.self, TestStore.self)
        #expect(context.report.notices.map(\.code) == [.conditionNotMet, .conditionNotMet])
        #expect("\(context.report)".contains("the property payments.enabled is not true"))
        let error = try #require(throws: IOCError.self) { try context.component(Payments.self) }
        #expect(error.description.contains("near miss   IOCTests.ConditionTests.Payments: the property"))
    }
}
