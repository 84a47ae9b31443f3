import IOC
import IOCBase
import Testing

@Suite("Services that others use", .timeLimit(.minutes(30)))
struct ServiceStartTests {
    /// A client in the shape of a pool of connections: a query waits until `run()` is at work.
    final class PoolClient: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var log: Log
        private let isOpen = Latch()
        func run() async throws {
            log.recorder.note("client runs")
            isOpen.open()
            defer { log.recorder.note("client ends") }
            try await untilCancelled()
        }
        func query() async -> Int {
            await isOpen.wait()
            return 1
        }
    }
    final class Log: IOCComponent {
        let recorder = LifecycleRecorder()
    }
    final class Schema: IOCComponent, Startable, Stoppable, @unchecked Sendable {
        // Sound: wrappers synchronize themselves.
        @Autowired var client: PoolClient
        @Autowired var log: Log
        func start() async throws { log.recorder.note("schema starts with \(await client.query())") }
        func stop() async throws { log.recorder.note("schema stops with \(await client.query())") }
    }
    final class Web: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: wrappers synchronize themselves.
        @Autowired var client: PoolClient
        @Autowired var log: Log
        let serves = Latch()
        func run() async throws {
            log.recorder.note("web serves")
            serves.open()
            defer { log.recorder.note("web ends") }
            try await untilCancelled()
        }
    }
    /// By its name it would start last.
    final class Zeal: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var log: Log
        func start() { log.recorder.note("zeal starts") }
    }

    private func boot(_ width: Int? = nil, _ types: any IOCComponent.Type...) throws -> ApplicationContext {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.startTimeout = .seconds(600)
        configuration.stopTimeout = .seconds(600)
        configuration.startupConcurrency = width
        return try ApplicationContext(configuration)
    }

    @Test(
        "A component starts after its services run; a service without dependents begins last",
        arguments: [1, 8])
    func client(width: Int) async throws {
        let context = try boot(width, PoolClient.self, Log.self, Schema.self, Web.self, Zeal.self)
        let (log, web) = (try context.component(Log.self).recorder, try context.component(Web.self))
        let run = Task { try await context.run(handlingSignals: false) }
        await web.serves.wait()
        #expect(Set(log.all.prefix(3)) == ["client runs", "schema starts with 1", "zeal starts"])
        #expect(log.all.suffix(from: 3) == ["web serves"])
        run.cancel()
        try await run.value
        let end = Array(log.all.suffix(3))
        #expect(Set(end) == ["web ends", "schema stops with 1", "client ends"])
        #expect(end.last == "client ends")
    }

    @Test("A start without a run sets those services to work that others wait for, and a stop ends them")
    func startAlone() async throws {
        let context = try boot(nil, PoolClient.self, Log.self, Schema.self, Web.self)
        let log = try context.component(Log.self).recorder
        try await context.start()
        #expect(log.all == ["client runs", "schema starts with 1"])
        try await context.stop()
        #expect(log.all.suffix(2) == ["schema stops with 1", "client ends"])
        #expect(log.all.count == 4)
    }

    /// Is ready when the test says so.
    class Slow: IOCService, @unchecked Sendable {
        // Sound: nothing changes but the latches.
        let runs = Latch()
        let isReady = Latch()
        required init() {}
        func run() async throws {
            runs.open()
            try await untilCancelled()
        }
        func ready() async throws { await isReady.wait() }
    }
    final class SlowClient: Slow, IOCComponent, @unchecked Sendable {}
    final class User: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var client: SlowClient
        let wasReady = Guarded<Bool?>(nil)
        func start() {
            let isReady = client.isReady.isOpen
            wasReady.withLock { $0 = isReady }
        }
    }

    @Test("Dependents of a service wait until it is ready")
    func readiness() async throws {
        let context = try boot(nil, SlowClient.self, User.self)
        let (client, user) = (try context.component(SlowClient.self), try context.component(User.self))
        let start = Task { try await context.start() }
        await client.runs.wait()
        for _ in 0..<50 { await Task.yield() }
        #expect(user.wasReady.withLock { $0 } == nil)
        client.isReady.open()
        try await start.value
        #expect(user.wasReady.withLock { $0 } == true)
        try await context.stop()
    }

    final class Ground: IOCComponent, Startable {
        func start() {}
    }
    /// Has nothing to start: its turn begins with its work.
    final class PlainClient: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var ground: Ground
        func run() async throws { try await untilCancelled() }
    }
    final class StartedClient: IOCComponent, IOCService, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var plain: PlainClient
        func start() {}
        func run() async throws { try await untilCancelled() }
    }
    final class Top: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var started: StartedClient
        func start() {}
    }

    @Test("Each start is reported once")
    func turns() async throws {
        let listener = ObserverTests.Listener()
        let types: [any IOCComponent.Type] = [Ground.self, PlainClient.self, StartedClient.self, Top.self]
        let context = try ApplicationContext(
            ContextConfiguration(classes: types.map { String(reflecting: $0) }, observers: [listener]))
        try await context.start()
        let lines = listener.all.filter { [.started, .ready].contains($0.kind) }.map { event in
            "\(event.component.split(separator: ".").last ?? "") \(event.kind)"
        }
        #expect(
            lines == [
                "Ground started", "PlainClient ready", "StartedClient started", "StartedClient ready", "Top started",
            ])
        // The task that stops it may be cancelled: services end all the same.
        let stop = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await context.stop()
        }
        try await ending("the stop") { try await stop.value }
    }

    @Test("A service that is not ready in time rolls the start back, and is ended and named")
    func late() async throws {
        var configuration = ContextConfiguration(SlowClient.self, User.self)
        configuration.startTimeout = .milliseconds(20)
        configuration.stopTimeout = .seconds(600)
        let context = try ApplicationContext(configuration)
        let client = try context.component(SlowClient.self)
        defer { client.isReady.open() }
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        #expect(error.faults.map(\.code) == [.readyTimeout])
        #expect("\(error)".contains("SlowClient runs, and its ready() did not return within 0.02 s"))
        #expect(error.exitCode == 69)
        #expect(try context.component(User.self).wasReady.withLock { $0 } == nil)
    }

    enum Ending: CaseIterable { case throwing, returning, unready }
    class BriefService: IOCService, @unchecked Sendable {
        // Sound: written before the start.
        var ending = Ending.throwing
        let userStarts = Latch()
        required init() {}
        func run() async throws {
            if ending == .unready { return try await untilCancelled() }
            await userStarts.wait()
            if ending == .throwing { throw LifecycleTestError() }
        }
        func ready() async throws { if ending == .unready { throw LifecycleTestError() } }
    }
    final class FickleClient: BriefService, IOCComponent, @unchecked Sendable {}
    final class FickleUser: IOCComponent, Startable, Stoppable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var client: FickleClient
        let isStopped = Latch()
        func start() async throws {
            client.userStarts.open()
            try await untilCancelled()
        }
        func stop() { isStopped.open() }
    }

    @Test(
        "A service that ends, fails or is not ready during the start rolls it back, with its error",
        arguments: Ending.allCases)
    func endsEarly(ending: Ending) async throws {
        let context = try boot(nil, FickleClient.self, FickleUser.self)
        try context.component(FickleClient.self).ending = ending
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        switch ending {
        case .throwing:
            #expect(error.faults.map(\.code) == [.serviceFailed])
            #expect(error.cause is LifecycleTestError)
        case .returning: #expect(error.faults.map(\.code) == [.serviceEnded])
        case .unready: #expect(error.faults.map(\.code) == [.readyFailed])
        }
        #expect("\(error)".contains("FickleClient"))
        // It has not started, so it is not stopped.
        #expect(try !context.component(FickleUser.self).isStopped.isOpen)
    }

    final class OtherFickle: BriefService, IOCComponent, @unchecked Sendable {}

    @Test("Services without dependents end the run if they are not ready, with all their errors")
    func lastUnready() async throws {
        let context = try boot(nil, FickleClient.self, OtherFickle.self)
        for service in try context.components(BriefService.self) { service.ending = .unready }
        let error = await #expect(throws: IOCError.self) {
            try await ending("the run") { try await context.run(handlingSignals: false) }
        }
        #expect(error?.faults.map(\.code) == [.readyFailed, .readyFailed])
        let text = error?.description ?? ""
        #expect(text.contains("FickleClient") && text.contains("OtherFickle"))
    }

    @Test("A service that has ended after the start ends the run that comes then, with its error")
    func endsBeforeRun() async throws {
        let context = try boot(nil, FickleClient.self, QuickUser.self)
        let client = try context.component(FickleClient.self)
        try await context.start()
        client.userStarts.open()
        let error = await #expect(throws: IOCError.self) {
            try await ending("the run") { try await context.run(handlingSignals: false) }
        }
        #expect(error?.faults.map(\.code) == [.serviceFailed])
    }
    final class QuickUser: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var client: FickleClient
        func start() {}
    }

    // A cycle of a component and a service.
    final class Barn: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        static var traits: [ComponentTrait] { [.dependsOn("Tractor")] }
        @Autowired var tractor: Tractor
        func start() async throws { await tractor.runs.wait() }
    }
    final class Tractor: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var barn: Barn
        let runs = Latch()
        func run() async throws {
            runs.open()
            try await untilCancelled()
        }
    }

    @Test("In a cycle, a service begins before the members with a dependsOn for it")
    func cycle() async throws {
        let context = try boot(nil, Barn.self, Tractor.self)
        try await ending("the start") { try await context.start() }
        try await context.stop()
    }

    /// Waits for a service that it does not depend on, as it asks for it in its start.
    final class Forgetful: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var tractor: Provider<LoneTractor>
        func start() async throws { try await tractor().runs.wait() }
    }
    final class LoneTractor: IOCComponent, IOCService {
        let runs = Latch()
        func run() async throws {
            runs.open()
            try await untilCancelled()
        }
    }
    // A cycle without an order.
    final class Vague: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var tractor: VagueTractor
        func start() async throws { await tractor.runs.wait() }
    }
    final class VagueTractor: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var vague: Vague
        let runs = Latch()
        func run() async throws { runs.open() }
    }

    @Test(
        "A start that waits for a service that has not begun is reported with that service and a remedy",
        arguments: [[Forgetful.self, LoneTractor.self], [Vague.self, VagueTractor.self]] as [[any IOCComponent.Type]])
    func waitsInVain(types: [any IOCComponent.Type]) async throws {
        var configuration = ContextConfiguration(components: types + [Web.self, PoolClient.self, Log.self])
        configuration.startTimeout = .milliseconds(20)
        configuration.stopTimeout = .milliseconds(20)
        let context = try ApplicationContext(configuration)
        defer {
            (try? context.component(LoneTractor.self))?.runs.open()
            (try? context.component(VagueTractor.self))?.runs.open()
        }
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        let fault = try #require(error.faults.first { $0.code == .startTimeout })
        let (waiting, service) = (String(reflecting: types[0]), String(reflecting: types[1]))
        #expect("\(fault)".contains("not running \(service), a service that \(waiting) does not start after"))
        #expect(
            fault.remedy.hasPrefix(
                "if start() waits for what is not running, let \(waiting) say .dependsOn(\"\(service)\")"))
        #expect(!"\(fault)".contains("Web"))
    }

    /// Waits for the others of its kind.
    class Social: Startable, Stoppable, @unchecked Sendable {
        // Sound: written before the start.
        var (starts, stops): (Meeting?, Meeting?)
        required init() {}
        func start() { starts?.attend() }
        func stop() { stops?.attend() }
    }
    final class Ann: Social, IOCComponent, @unchecked Sendable {}
    final class Bob: Social, IOCComponent, @unchecked Sendable {}
    final class Cleo: Social, IOCComponent, @unchecked Sendable {}

    @Test("Independent components start and stop concurrently")
    func sideBySide() async throws {
        let context = try boot(3, Ann.self, Bob.self, Cleo.self)
        let (starts, stops) = (Meeting(of: 3), Meeting(of: 3))
        for component in try context.components(Social.self) { (component.starts, component.stops) = (starts, stops) }
        try await ending("a start in which each waits for the others") { try await context.start() }
        try await ending("a stop in which each waits for the others") { try await context.stop() }
    }

    final class Crowded: IOCComponent, Startable, Stoppable, @unchecked Sendable {
        // Sound: written before the start.
        var crowd: Crowd?
        private func visit() async {
            crowd?.enter()
            for _ in 0..<20 { await Task.yield() }
            crowd?.leave()
        }
        func start() async { await visit() }
        func stop() async { await visit() }
    }

    @Test("No more start or stop at once than the configuration says", arguments: [1, 2, 5])
    func width(width: Int) async throws {
        let crowd = Crowd()
        var configuration = ContextConfiguration()
        for number in 0..<20 {
            configuration.components["part\(number)"] = ContextConfiguration.ComponentEntry(
                className: String(reflecting: Crowded.self))
        }
        configuration.startupConcurrency = width
        let context = try ApplicationContext(configuration)
        for component in try context.components(Crowded.self) { component.crowd = crowd }
        try await context.start()
        #expect(crowd.all == 20)
        try await context.stop()
        #expect(crowd.all == 40)
        #expect(crowd.most <= width)
    }

    @Test("The start order has waves of components that do not depend on each other")
    func waves() throws {
        let context = try boot(nil, PoolClient.self, Log.self, Schema.self, Web.self, Zeal.self)
        let order = try context.startOrder().map { "\($0.name.split(separator: ".").last ?? "") \($0.wave)" }
        #expect(order == ["PoolClient 0", "Schema 1", "Web 1", "Zeal 0"])
    }
}
