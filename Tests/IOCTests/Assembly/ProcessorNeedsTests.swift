import IOC
import TestSupport
import Testing

@Suite("What post-processors depend on")
struct ProcessorNeedsTests {
    protocol Tagged: Sendable { var tag: String { get } }
    @Component final class Clock: Tagged {
        var tag: String { "clock" }
    }
    @Component final class Metrics: Tagged {
        let clock: Clock
        var tag: String { "metrics" }
    }
    @Component final class Counting: InstancePostProcessor {
        let metrics: Metrics
        private let seen = Locked<[String]>([])
        init(metrics: Metrics) { self.metrics = metrics }
        var names: [String] { seen.withLock { $0 } }
        func process(_ instance: Any, named name: String) throws -> Any {
            seen.withLock { $0.append(String(name.split(separator: ".").last ?? "")) }
            return instance
        }
    }
    @Component final class Later: InstancePostProcessor {
        let metrics: Provider<Metrics>
        init(metrics: Provider<Metrics>) { self.metrics = metrics }
        func process(_ instance: Any, named name: String) throws -> Any { instance }
    }
    @Component final class Plain: Tagged {
        var tag: String { "plain" }
    }

    @Test("Each component that a post-processor is passed has a notice, in a boot and in a check")
    func notices() throws {
        let configuration = ContextConfiguration(components: [Clock.self, Metrics.self, Counting.self, Plain.self])
        let context = try ApplicationContext(configuration)
        #expect(try context.component(Counting.self).names == ["Plain"])
        for report in [context.report, try ApplicationContext.check(configuration)] {
            let notices = report.notices.filter { $0.code == .notPostProcessed }
            #expect(notices.count == 2)
            for (notice, name) in zip(notices, ["Clock", "Metrics"]) {
                #expect(notice.headline.contains("\(name) is not post-processed, because"))
                #expect(notice.headline.contains("Counting depends on it"))
                #expect(notice.remedy.contains("Provider"))
            }
        }
    }

    @Test("A component that a post-processor asks for later is processed, and has no notice")
    func later() throws {
        let configuration = ContextConfiguration(
            components: [Clock.self, Metrics.self, Later.self, Plain.self])
        #expect(try ApplicationContext(configuration).report.notices.filter { $0.code == .notPostProcessed }.isEmpty)
    }

    struct Wrapped: Tagged {
        let inner: any Tagged
        var tag: String { "<\(inner.tag)>" }
    }
    @Component final class Wrapping: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            if let plain = instance as? Plain { Wrapped(inner: plain) } else { instance }
        }
    }
    @Component(.lazy) final class WantsClass {
        let plain: Plain
    }
    @Component(.lazy) final class ReadsClass {
        @Autowired var plain: Plain
        func didInject() throws { _ = try $plain.get() }
    }

    @Test("A replacement by a post-processor that doesn't fit is a fault with both types and the post-processor")
    func replaced() throws {
        let context = try ApplicationContext(
            ContextConfiguration(components: [Plain.self, Wrapping.self, WantsClass.self, ReadsClass.self]))
        let errors = [
            try #require(throws: IOCError.self) { try context.component(Plain.self) },
            try #require(throws: IOCError.self) { try context.component(WantsClass.self) },
            try #require(throws: IOCError.self) { try context.component(ReadsClass.self) },
        ]
        for error in errors {
            #expect(error.code == .protocolMismatch)
            for part in ["ProcessorNeedsTests.Wrapping", "ProcessorNeedsTests.Wrapped", "ProcessorNeedsTests.Plain"] {
                #expect(error.description.contains(part), "\(error)")
            }
        }
        #expect(try context.component((any Tagged).self).tag == "<plain>")
    }
}
