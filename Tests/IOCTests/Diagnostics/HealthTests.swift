import Dispatch
import IOCBase
import Testing

@testable import IOC

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
        // Nobody is asked before.
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
        try await until("readiness") { context.core.lifecycle.stage == .started }
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

    @Test("One that hangs is down, is not asked again while it hangs, and holds up nobody else")
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

    @Test("A flood of probes is one check, and an answer holds for a second")
    func flood() async throws {
        let time = Guarded(ContinuousClock.now)
        let now: @Sendable () -> ContinuousClock.Instant = { time.withLock { $0 } }
        let (board, queue) = (HealthBoard(now: now), Queue())
        func flood() async -> Set<String> {
            await withTaskGroup(of: String.self) { group in
                for _ in 0..<200 {
                    group.addTask { await board.answers(of: [queue], within: .seconds(600))[0].answer.text }
                }
                return await group.reduce(into: []) { $0.insert($1) }
            }
        }
        #expect(await flood() == ["fine"])
        time.withLock { $0 += .milliseconds(999) }
        #expect(await flood() == ["fine"])
        #expect(queue.asked.withLock { $0 } == 1)
        time.withLock { $0 += .milliseconds(1) }
        queue.isBad = true
        #expect(await flood() == ["LifecycleTestError()"])
        #expect(queue.asked.withLock { $0 } == 2)
    }

    @Test("What was well before a stop is asked anew once that has begun")
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

    @Test("Two of one subject are asked each")
    func sameSubject() async {
        let (one, other) = (Queue(), Queue())
        other.isBad = true
        let answers = await HealthBoard().answers(of: [one, other], within: .seconds(600))
        #expect(answers.map(\.answer.isWell) == [true, false])
    }
}
