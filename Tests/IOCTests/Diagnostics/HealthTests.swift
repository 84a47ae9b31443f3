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
        let asked = Guarded(0)
        required init() {}
        var subject: String { "\(type(of: self))" }
        var probes: HealthProbes { .readiness }
        func health() async throws -> String {
            asked.withLock { $0 += 1 }
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
    class Serving: IOCService, @unchecked Sendable {
        // Sound: nothing changes that is not guarded.
        let (runs, isAsked, isReady, hasEnded) = (Latch(), Latch(), Latch(), Latch())
        required init() {}
        func run() async throws {
            defer { hasEnded.open() }
            runs.open()
            try await untilCancelled()
        }
        func ready() async throws {
            isAsked.open()
            await isReady.wait()
        }
    }
    final class Server: Serving, IOCComponent, @unchecked Sendable {}
    final class Mailer: Serving, IOCComponent, @unchecked Sendable {}
    final class Archive: Serving, IOCComponent, @unchecked Sendable {}
    final class Slow: IOCComponent, Startable, Stoppable {
        let (starts, mayStart, stops, mayStop) = (
            Latch(), Latch(), Latch(), Latch()
        )
        func start() async {
            starts.open()
            await mayStart.wait()
        }
        func stop() async {
            stops.open()
            await mayStop.wait()
        }
    }

    private func boot(
        limit: Duration = .seconds(600), _ types: any IOCComponent.Type...
    ) throws -> ApplicationContext {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.healthTimeout = limit
        configuration.startTimeout = .seconds(600)
        configuration.stopTimeout = .seconds(600)
        return try ApplicationContext(configuration)
    }

    private func status(_ context: ApplicationContext, _ page: String) async -> Int {
        await ContextPages(context).page(at: "/health/\(page)", host: "localhost").status
    }
    private func body(_ context: ApplicationContext, _ page: String) async -> String {
        await ContextPages(context).page(at: "/health/\(page)", host: "localhost").body
    }

    @Test("A context is ready from the end of its start to the first moment of its stop, and alive throughout")
    func stages() async throws {
        let context = try boot(Slow.self, Queue.self)
        let slow = try context.component(Slow.self)
        func statuses() async -> [Int] {
            [await status(context, "ready"), await status(context, "started"), await status(context, "live")]
        }
        #expect(await statuses() == [503, 503, 200])
        #expect(await body(context, "ready").contains("not started"))
        let start = Task { try await context.start() }
        await slow.starts.wait()
        #expect(await statuses() == [503, 503, 200])
        // No component is asked before.
        #expect(try context.component(Queue.self).asked.withLock { $0 } == 0)
        slow.mayStart.open()
        try await start.value
        #expect(await statuses() == [200, 200, 200])
        let stop = Task { try await context.stop() }
        await slow.stops.wait()
        #expect(await statuses() == [503, 200, 200])
        #expect(await body(context, "ready").contains("stopping"))
        slow.mayStop.open()
        try await stop.value
        #expect(await statuses() == [503, 200, 200])
    }

    @Test("A run is ready once its last services are, each of which is asked, and ends with all of them")
    func lastServices() async throws {
        let context = try boot(Server.self, Mailer.self, Archive.self)
        let servers = try context.components(Serving.self)
        let run = Task { try await context.run(handlingSignals: false) }
        for server in servers {
            await server.runs.wait()
            #expect(await status(context, "ready") == 503)
            server.isReady.open()
        }
        try await untilReady(context)
        #expect(servers.map(\.isAsked.isOpen) == [true, true, true])
        #expect(await status(context, "ready") == 200)
        run.cancel()
        try await run.value
        #expect(servers.map(\.hasEnded.isOpen) == [true, true, true])
    }

    @Test("A component counts for readiness, for liveness or for neither, as it says")
    func probes() async throws {
        func statuses(_ bad: Reporter.Type) async throws -> [Int] {
            let fresh = try boot(Queue.self, Pulse.self, Shown.self)
            try await fresh.start()
            for reporter in try fresh.components(Reporter.self) { reporter.isBad = type(of: reporter) == bad }
            let pages = ContextPages(fresh)
            var all: [Int] = []
            for path in ["/health", "/health/ready", "/health/live"] {
                all.append(await pages.page(at: path, host: "localhost").status)
            }
            return all
        }
        #expect(try await statuses(Queue.self) == [503, 503, 200])
        #expect(try await statuses(Pulse.self) == [503, 200, 503])
        #expect(try await statuses(Shown.self) == [503, 200, 200])
    }

    @Test("Checks run side by side")
    func sideBySide() async throws {
        let context = try boot(Queue.self, Disk.self, Pulse.self)
        let meeting = Meeting(of: 3)
        for reporter in try context.components(Reporter.self) { reporter.wait = { meeting.attend() } }
        let page = try await ending("checks that wait for each other") {
            await ContextPages(context).page(at: "/health", host: "localhost")
        }
        #expect(page.status == 200)
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
            #expect(await body(context, "ready").contains("\"Queue\" : \"down: no answer in 0.03 s\""))
        }
        #expect(queue.asked.withLock { $0 } == 1)
        semaphore.signal()
        try await until("another call") {
            _ = await status(context, "ready")
            return queue.asked.withLock { $0 } > 1
        }
    }
    private static func block(_ semaphore: DispatchSemaphore) { semaphore.wait() }
    private func until(_ what: String, _ condition: () async throws -> Bool) async throws {
        for _ in 0..<Patience.turns {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw NeverCame(what: what)
    }

    @Test("Many probes at once are answered by few checks, and an answer expires")
    func flood() async throws {
        let context = try boot(Queue.self)
        let queue = try context.component(Queue.self)
        try await context.start()
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { await status(context, "ready") } }
            return await group.reduce(into: []) { $0.insert($1) } as Set
        }
        #expect(statuses == [200])
        // An answer holds for a second; on a busy machine the probes take longer.
        #expect(queue.asked.withLock { $0 } < 20)
        queue.isBad = true
        try await until("a new answer") { await status(context, "ready") == 503 }
    }

    @Test("Checks are called again after the stop has begun")
    func forgotten() async throws {
        let context = try boot(Queue.self)
        let queue = try context.component(Queue.self)
        try await context.start()
        func status() async -> Int { await ContextPages(context).page(at: "/health", host: "localhost").status }
        #expect(await status() == 200)
        queue.isBad = true
        try await context.stop()
        #expect(await status() == 503)
    }

    @Test("Two components with the same subject are both asked")
    func sameSubject() async throws {
        var configuration = ContextConfiguration()
        for name in ["one", "other"] {
            configuration.components[name] = .init(className: String(reflecting: Queue.self))
        }
        let context = try ApplicationContext(configuration)
        try await context.start()
        try context.component(named: "other", as: Queue.self).isBad = true
        #expect(await status(context, "ready") == 503)
        #expect(try context.components(Queue.self).map { $0.asked.withLock { $0 } } == [1, 1])
        // Neither answer hides the other.
        let checks = try #require(await context.health(.ready).checks)
        #expect(Set(checks.keys) == ["Queue", "Queue (2)"] && Set(checks.values).count == 2, "\(checks)")
    }

    final class Silent: IOCComponent, HealthReporting, @unchecked Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        var subject: String {
            semaphore.wait()
            return "silent"
        }
        func health() async throws -> String { "fine" }
    }

    @Test("A component that blocks in its subject is down, and does not delay other checks")
    func blockedSubject() async throws {
        let context = try boot(limit: .seconds(1), Silent.self, Disk.self)
        defer { if let silent = try? context.component(Silent.self) { silent.semaphore.signal() } }
        let health = await context.health()
        #expect(!health.isWell)
        #expect(health.checks == ["Disk": "fine", "Silent": "down: no answer in 1.0 s"])
    }

    final class Short: IOCComponent, IOCService {
        let mayEnd = Latch()
        func run() async throws { await mayEnd.wait() }
    }
    final class Client: IOCComponent, Startable, @unchecked Sendable {
        @Autowired var short: Short
        func start() async throws { _ = short }
    }

    @Test("A started context whose service has ended is not ready, without a run and before it is stopped")
    func endedService() async throws {
        let context = try boot(Short.self, Client.self)
        try await context.start()
        #expect(await status(context, "ready") == 200)
        try context.component(Short.self).mayEnd.open()
        try await until("the end of readiness") { await status(context, "ready") == 503 }
        #expect(await body(context, "ready").contains("failed"))
        #expect(await status(context, "live") == 200)
        try? await context.stop()
    }

    final class Unwell: IOCComponent, HealthReporting {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        var subject: String { "unwell" }
        func health() async throws -> String { "fine" }
        func didInject() throws { throw LifecycleTestError() }
    }

    @Test("A check that can't be created does not hide the others")
    func unmakeable() async throws {
        let context = try boot(Unwell.self, Disk.self)
        let health = await context.health()
        #expect(!health.isWell)
        #expect(health.checks?["Disk"] == "fine" && health.checks?["context"] != nil, "\(health)")
    }

    @Test("A component that can't be created makes the health page report the context as down")
    func health() async throws {
        let page = await ContextPages(try boot(Unwell.self)).page(at: "/health", host: "localhost")
        #expect(page.status == 503)
        #expect(page.body.contains("\"status\" : \"down\"") && page.body.contains("\"context\" : "))
    }
}
