import IOC
import IOCBase
import Testing

@Suite("Services that others use", .timeLimit(.minutes(30)))
struct ServiceStartTests {
    /// A client in the shape of a pool of connections: a query waits until `run()` is at work.
    final class PoolClient: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var log: PartLog
        private let isOpen = Latch()
        func run() async throws {
            log.note("client runs")
            isOpen.open()
            defer { log.note("client ends") }
            try await untilCancelled()
        }
        func query() async -> Int {
            await isOpen.wait()
            return 1
        }
    }
    final class Schema: IOCComponent, Startable, Stoppable, @unchecked Sendable {
        @Autowired var client: PoolClient
        @Autowired var log: PartLog
        func start() async throws { log.note("schema starts with \(await client.query())") }
        func stop() async throws { log.note("schema stops with \(await client.query())") }
    }
    final class Web: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var client: PoolClient
        @Autowired var log: PartLog
        let serves = Latch()
        func run() async throws {
            log.note("web serves")
            serves.open()
            defer { log.note("web ends") }
            try await untilCancelled()
        }
    }
    /// By its name it would start last.
    final class Zeal: Part, IOCComponent, @unchecked Sendable {}

    @Test(
        "A component starts after its services run; a service without dependents begins last, in a run only",
        arguments: [1, 8])
    func client(width: Int) async throws {
        let listener = ObserverTests.Listener()
        let configuration = ContextConfiguration.parts(PoolClient.self, Schema.self, Web.self, Zeal.self)
            .with {
                $0.startupConcurrency = width
                $0.observers = [listener]
            }
        let context = try ApplicationContext(configuration)
        let web = try context.component(Web.self)
        let run = Task { try await context.run(handlingSignals: false) }
        await web.serves.wait()
        let lines = try context.lines
        #expect(Set(lines.prefix(3)) == ["client runs", "schema starts with 1", "start Zeal"])
        #expect(lines.suffix(from: 3) == ["web serves"])
        let events = listener.lines.filter { $0.hasPrefix("started") || $0 == "ready PoolClient" }
        #expect(events.sorted() == ["ready PoolClient", "started Schema", "started Zeal"])
        run.cancel()
        try await run.value
        let end = try context.lines.suffix(4)
        #expect(Set(end) == ["web ends", "schema stops with 1", "stop Zeal", "client ends"])
        #expect(end.last { $0 != "stop Zeal" } == "client ends")

        let started = try ApplicationContext(configuration)
        try await started.start()
        // The task that stops it may be cancelled: services end all the same.
        let stop = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await started.stop()
        }
        try await ending("the stop") { try await stop.value }
        #expect(try !started.lines.contains("web serves") && started.lines.contains("client ends"))
    }

    // MARK: Ends during the start

    enum Ending: CaseIterable { case throwing, returning, unready, late }
    class BriefService: IOCService, @unchecked Sendable {
        // Sound: written before the start.
        var ending = Ending.throwing
        let mayEnd = Latch()
        required init() {}
        func run() async throws {
            if ending == .unready || ending == .late { return try await untilCancelled() }
            await mayEnd.wait()
            if ending == .throwing { throw LifecycleTestError() }
        }
        func ready() async throws {
            if ending == .unready { throw LifecycleTestError() }
            if ending == .late { try await untilCancelled() }
        }
    }
    final class FickleClient: BriefService, IOCComponent, @unchecked Sendable {}
    final class FickleUser: Part, IOCComponent, @unchecked Sendable {
        @Autowired var client: FickleClient
        override func start() async throws {
            client.mayEnd.open()
            try await untilCancelled()
        }
    }
    final class OtherFickle: BriefService, IOCComponent, @unchecked Sendable {}
    final class QuickUser: Part, IOCComponent, @unchecked Sendable {
        @Autowired var client: FickleClient
    }

    @Test(
        "A service that ends, fails or is not ready in time during the start rolls it back, with its error",
        arguments: zip(
            Ending.allCases, [.serviceFailed, .serviceEnded, .readyFailed, .readyTimeout] as [IOCError.Code]))
    func endsEarly(ending: Ending, code: IOCError.Code) async throws {
        let configuration = ContextConfiguration.parts(FickleClient.self, FickleUser.self)
            .with { if ending == .late { $0.startTimeout = .milliseconds(20) } }
        let context = try ApplicationContext(configuration)
        try context.component(FickleClient.self).ending = ending
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        #expect(error.codes == [code])
        #expect(error.exitCode == 69)
        #expect(error.description.contains("FickleClient"))
        if ending == .throwing { #expect(error.cause is LifecycleTestError) }
        // The dependent has not started, so it is not stopped.
        #expect(try context.lines == [])
    }

    @Test("Services without dependents end the run if they are not ready, with all their errors")
    func lastUnready() async throws {
        let context = try ApplicationContext(.parts(FickleClient.self, OtherFickle.self))
        for service in try context.components(BriefService.self) { service.ending = .unready }
        let error = await #expect(throws: IOCError.self) {
            try await ending("the run") { try await context.run(handlingSignals: false) }
        }
        #expect(error?.codes == [.readyFailed, .readyFailed])
        let text = error?.description ?? ""
        #expect(text.contains("FickleClient") && text.contains("OtherFickle"))
    }

    @Test("A service that has ended after the start ends the run that comes then, with its error")
    func endsBeforeRun() async throws {
        let context = try ApplicationContext(.parts(FickleClient.self, QuickUser.self))
        try await context.start()
        try context.component(FickleClient.self).mayEnd.open()
        let error = await #expect(throws: IOCError.self) {
            try await ending("the run") { try await context.run(handlingSignals: false) }
        }
        #expect(error?.codes == [.serviceFailed])
    }

    // MARK: Waiting in vain

    /// Opens a latch when it runs.
    class Machine: IOCService, @unchecked Sendable {
        let runs = Latch()
        required init() {}
        func run() async throws {
            runs.open()
            try await untilCancelled()
        }
    }
    /// Waits for a service that it does not depend on, because it asks for it in its start.
    final class Forgetful: IOCComponent, Startable, @unchecked Sendable {
        @Autowired var tractor: Provider<LoneTractor>
        func start() async throws { try await tractor().runs.wait() }
    }
    final class LoneTractor: Machine, IOCComponent, @unchecked Sendable {}
    // A cycle without an order.
    final class Vague: IOCComponent, Startable, @unchecked Sendable {
        @Autowired var tractor: VagueTractor
        func start() async throws { await tractor.runs.wait() }
    }
    final class VagueTractor: Machine, IOCComponent, @unchecked Sendable {
        @Autowired var vague: Vague
    }
    // Everything waits for the migration, directly or through others.
    final class Migration: IOCComponent, Startable {
        let mayEnd = Latch()
        func start() async throws { await mayEnd.wait() }
    }
    final class Repository: Machine, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.dependsOn("Migration")] }
    }
    final class Front: Machine, IOCComponent, @unchecked Sendable {
        @Autowired var repository: Repository
    }

    private static func overrun(_ types: [any ManagedComponent.Type]) async throws -> Fault {
        let configuration = ContextConfiguration.parts(of: types, limit: .milliseconds(20))
        let context = try ApplicationContext(configuration.with { $0.startupConcurrency = nil })
        let machines = try context.components(Machine.self)
        let migration = try? context.component(Migration.self)
        defer {
            for machine in machines { machine.runs.open() }
            migration?.mayEnd.open()
        }
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        return try #require(error.faults.first { $0.code == .startTimeout })
    }

    @Test(
        "A start that waits for a service that has not begun is reported with that service and a remedy",
        arguments: [[Forgetful.self, LoneTractor.self], [Vague.self, VagueTractor.self]] as [[any IOCComponent.Type]])
    func waitsInVain(types: [any IOCComponent.Type]) async throws {
        let fault = try await Self.overrun(types + [Web.self, PoolClient.self])
        let (waiting, service) = (String(reflecting: types[0]), String(reflecting: types[1]))
        #expect("\(fault)".contains("not running \(service), a service that \(waiting) does not start after"))
        #expect(fault.remedy.contains("let \(waiting) say .dependsOn(\"\(service)\")"))
        #expect(!"\(fault)".contains("Web"))
    }

    @Test("A start that is too slow is not told to wait for services that wait for it, directly or through others")
    func dependents() async throws {
        let fault = try await Self.overrun([Migration.self, Repository.self, Front.self])
        #expect(!"\(fault)".contains("dependsOn"))
        #expect(!"\(fault)".contains("Repository") && !"\(fault)".contains("Front"))
    }
}
