import Dispatch
import IOC
import IOCBase
import IOCManagement
import Testing

@Suite("Health that an orchestrator understands", .timeLimit(.minutes(30)))
struct HealthTests {
    /// Answers as a test says.
    class Reporter: HealthReporting, @unchecked Sendable {
        // Sound: written before anybody asks, but for what is guarded.
        var isBad = false
        var wait: (@Sendable () async -> Void)?
        private let count = Guarded(0)
        required init() {}
        var asked: Int { count.withLock { $0 } }
        var subject: String { "\(type(of: self))" }
        var probes: HealthProbes { .readiness }
        func health() async throws -> String {
            count.withLock { $0 += 1 }
            await wait?()
            if isBad { throw LifecycleTestError() }
            return "fine"
        }
    }
    final class Queue: Reporter, IOCComponent, @unchecked Sendable {}
    final class Disk: Reporter, IOCComponent, @unchecked Sendable {}
    final class Pulse: Reporter, IOCComponent, @unchecked Sendable {
        override var probes: HealthProbes { .liveness }
    }
    final class Shown: Reporter, IOCComponent, @unchecked Sendable {
        override var probes: HealthProbes { [] }
    }
    /// Blocks the thread that asks for its subject.
    final class Silent: Reporter, IOCComponent, @unchecked Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        override var subject: String {
            semaphore.wait()
            return "silent"
        }
    }
    final class Server: IOCComponent, IOCService {
        let (runs, isReady, hasEnded) = (Latch(), Latch(), Latch())
        func run() async throws {
            defer { hasEnded.open() }
            runs.open()
            try await untilCancelled()
        }
        func ready() async throws { await isReady.wait() }
    }
    final class Short: IOCComponent, IOCService {
        let mayEnd = Latch()
        func run() async throws { await mayEnd.wait() }
    }
    final class Client: IOCComponent, Startable, @unchecked Sendable {
        @Autowired var short: Short
        func start() async throws { _ = short }
    }
    final class Slow: IOCComponent, Startable, Stoppable {
        let (starts, mayStart, stops, mayStop) = (Latch(), Latch(), Latch(), Latch())
        func start() async {
            starts.open()
            await mayStart.wait()
        }
        func stop() async {
            stops.open()
            await mayStop.wait()
        }
    }
    final class Unwell: IOCComponent, HealthReporting {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        var subject: String { "unwell" }
        func health() async throws -> String { "fine" }
        func didInject() throws { throw LifecycleTestError() }
    }

    private func boot(
        limit: Duration = .seconds(600), _ types: any ManagedComponent.Type...
    ) throws -> ApplicationContext {
        var configuration = ContextConfiguration(components: types)
        configuration.healthTimeout = limit
        configuration.startTimeout = .seconds(600)
        configuration.stopTimeout = .seconds(600)
        return try ApplicationContext(configuration)
    }

    private func page(_ context: ApplicationContext, _ name: String = "/ready") async -> (status: Int, body: String) {
        let page = await ContextPages(context).page(at: "/health\(name)", host: "localhost")
        return (page.status, page.body)
    }

    private func statuses(_ context: ApplicationContext, _ names: String...) async -> [Int] {
        var all: [Int] = []
        for name in names { all.append(await page(context, name).status) }
        return all
    }

    @Test("A context is ready from the end of its start to the first moment of its stop, and alive throughout")
    func stages() async throws {
        let context = try boot(Slow.self, Queue.self)
        let (slow, queue) = try (context.component(Slow.self), context.component(Queue.self))
        func all() async -> [Int] { await statuses(context, "/ready", "/started", "/live") }
        #expect(await all() == [503, 503, 200])
        #expect(await page(context).body.contains("not started"))
        let start = Task { try await context.start() }
        await slow.starts.wait()
        #expect(await all() == [503, 503, 200])
        #expect(queue.asked == 0, "no component is asked before")
        slow.mayStart.open()
        try await start.value
        #expect(await all() == [200, 200, 200])
        #expect(await page(context, "").status == 200)
        queue.isBad = true
        let stop = Task { try await context.stop() }
        await slow.stops.wait()
        #expect(await all() == [503, 200, 200])
        #expect(await page(context).body.contains("stopping"))
        slow.mayStop.open()
        try await stop.value
        #expect(await all() == [503, 200, 200])
        #expect(await page(context, "").status == 503, "the check is called again")
    }

    @Test("A run is ready once all of its last services are, and ends with all of them")
    func lastServices() async throws {
        var configuration = ContextConfiguration()
        for name in ["a", "b", "c"] {
            configuration.components[name] = .init(className: String(reflecting: Server.self))
        }
        let context = try ApplicationContext(configuration)
        let servers = try context.components(Server.self)
        let run = Task { try await context.run(handlingSignals: false) }
        for server in servers {
            await server.runs.wait()
            #expect(await page(context).status == 503)
            server.isReady.open()
        }
        try await untilReady(context)
        run.cancel()
        try await run.value
        #expect(servers.map(\.hasEnded.isOpen) == [true, true, true])
    }

    @Test(
        "A component counts for readiness, for liveness or for neither, as it says",
        arguments: [("Queue", [503, 503, 200]), ("Pulse", [503, 200, 503]), ("Shown", [503, 200, 200])])
    func probes(bad: String, expected: [Int]) async throws {
        let context = try boot(Queue.self, Pulse.self, Shown.self)
        try await context.start()
        for reporter in try context.components(Reporter.self) { reporter.isBad = reporter.subject == bad }
        #expect(await statuses(context, "", "/ready", "/live") == expected)
    }

    @Test("Checks run side by side")
    func sideBySide() async throws {
        let context = try boot(Queue.self, Disk.self, Pulse.self)
        let meeting = Meeting(of: 3)
        for reporter in try context.components(Reporter.self) { reporter.wait = { meeting.attend() } }
        #expect(try await ending("checks that wait for each other") { await page(context, "").status } == 200)
    }

    @Test("A check that hangs is down, is not called again meanwhile, and does not delay other checks")
    func hanging() async throws {
        let context = try boot(limit: .milliseconds(30), Queue.self, Disk.self)
        let queue = try context.component(Queue.self)
        let semaphore = DispatchSemaphore(value: 0)
        // Blocks its thread, and does not hear of the cancellation.
        queue.wait = { Self.block(semaphore) }
        defer { for _ in 0..<10 { semaphore.signal() } }
        try await context.start()
        for _ in 0..<3 {
            #expect(await page(context).body.contains("\"Queue\" : \"down: no answer in 0.03 s\""))
        }
        #expect(queue.asked == 1)
        for _ in 0..<10 { semaphore.signal() }
        try await untilReady(context)
        #expect(queue.asked > 1)
    }
    private static func block(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("Many probes at once are answered by few checks, and an answer expires")
    func flood() async throws {
        let context = try boot(Queue.self)
        let queue = try context.component(Queue.self)
        try await context.start()
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { await page(context).status } }
            return await group.reduce(into: []) { $0.insert($1) } as Set
        }
        #expect(statuses == [200])
        // An answer holds for a second; on a busy machine the probes take longer.
        #expect(queue.asked < 20)
        queue.isBad = true
        try await untilReady(context, false)
    }

    @Test("Two components with the same subject are both asked, and neither answer hides the other")
    func sameSubject() async throws {
        var configuration = ContextConfiguration()
        for name in ["one", "other"] {
            configuration.components[name] = .init(className: String(reflecting: Queue.self))
        }
        let context = try ApplicationContext(configuration)
        try await context.start()
        try context.component(named: "other", as: Queue.self).isBad = true
        let checks = try #require(await context.health(.ready).checks)
        #expect(try context.components(Queue.self).map(\.asked) == [1, 1])
        #expect(Set(checks.keys) == ["Queue", "Queue (2)"] && Set(checks.values).count == 2, "\(checks)")
    }

    @Test("A component that blocks in its subject is down, and does not delay other checks")
    func blockedSubject() async throws {
        let context = try boot(limit: .seconds(1), Silent.self, Disk.self)
        defer { if let silent = try? context.component(Silent.self) { silent.semaphore.signal() } }
        let health = await context.health()
        #expect(!health.isWell)
        #expect(health.checks == ["Disk": "fine", "Silent": "down: no answer in 1.0 s"])
    }

    @Test("A started context whose service has ended is not ready, without a run and before it is stopped")
    func endedService() async throws {
        let context = try boot(Short.self, Client.self)
        try await context.start()
        #expect(await page(context).status == 200)
        try context.component(Short.self).mayEnd.open()
        try await untilReady(context, false)
        #expect(await page(context).body.contains("failed"))
        #expect(await page(context, "/live").status == 200)
        try? await context.stop()
    }

    @Test("A component that can't be created makes the context down, and does not hide other checks")
    func unmakeable() async throws {
        let context = try boot(Unwell.self, Disk.self)
        let health = await context.health()
        #expect(health.checks?["Disk"] == "fine" && health.checks?["context"] != nil, "\(health)")
        let (status, body) = await page(context, "")
        #expect(status == 503 && body.contains("\"status\" : \"down\""))
    }
}
