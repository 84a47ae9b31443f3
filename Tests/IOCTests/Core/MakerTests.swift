import Testing

@testable import IOC

@Suite("A maker")
struct MakerTests {
    final class Clock: IOCComponent {}
    final class Job: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var clock: Clock
    }
    final class Shop: IOCComponent, @unchecked Sendable {
        @Autowired var clock: Clock
        // Sound: one test, on one thread, uses it.
        var isInjected = false
        func didInject() throws { isInjected = true }
    }
    final class Broken: IOCComponent {
        struct Reason: Error {}
        func didInject() throws { throw Reason() }
    }
    final class Seen: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any { instance is Clock ? Clock() : instance }
    }

    @Test("It makes a shared instance once and keeps it in its slot, and a prototype each time")
    func sharing() throws {
        let core = ContextCore.unbooted(Clock.self, Job.self)
        let clock = try #require(core.definition(of: Clock.self))
        let job = try #require(core.definition(of: Job.self))
        let clocks = try (0..<2).map { _ in try core.maker.instance(of: clock, for: nil) as? Clock }
        #expect(clocks[0] === clocks[1] && clock.slot.instance as? Clock === clocks[0])
        let jobs = try (0..<2).map { _ in try core.maker.instance(of: job, for: nil) as? Job }
        #expect(jobs[0] !== jobs[1])
        #expect(job.slot.instance == nil)
    }

    @Test("It ties an instance's properties to its core")
    func binding() throws {
        let core = ContextCore.unbooted(Clock.self, Job.self)
        let job = try core.maker.instance(of: #require(core.definition(of: Job.self)), for: nil) as? Job
        #expect(job?.$clock.cell.binding?.core === core)
        #expect(job?.clock === core.definition(of: Clock.self)?.slot.instance as? Clock)
    }

    @Test("What boot has made to learn from is injected later, and is the same instance")
    func early() throws {
        let core = ContextCore.unbooted(Clock.self, Shop.self)
        let shop = try #require(core.definition(of: Shop.self))
        try core.maker.makeEarly(shop)
        let made = try #require(shop.slot.group.made(shop.slot) as? Shop)
        #expect(!made.isInjected && shop.slot.instance == nil)
        #expect(try core.maker.instance(of: shop, for: nil) as? Shop === made)
        #expect(made.isInjected && shop.slot.instance as? Shop === made)
    }

    @Test("What fails is not kept, and is tried again")
    func failure() throws {
        let core = ContextCore.unbooted(Broken.self)
        let broken = try #require(core.definition(of: Broken.self))
        for _ in 0..<2 {
            let error = try #require(throws: IOCError.self) { try core.maker.instance(of: broken, for: nil) }
            #expect(error.cause is Broken.Reason)
            #expect(broken.slot.instance == nil)
        }
    }

    @Test("Whoever asks gets what the post-processors have made of an instance")
    func processors() throws {
        let core = ContextCore.unbooted(Clock.self, processors: [Seen()])
        #expect(core.maker.processors.all.count == 1)
        let definition = try #require(core.definition(of: Clock.self))
        let clock = try core.maker.instance(of: definition, for: nil) as? Clock
        #expect(clock === definition.slot.instance as? Clock)
    }
}
