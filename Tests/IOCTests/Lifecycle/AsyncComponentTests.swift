import IOC
import IOCBase
import Testing

/// Components whose initializer is `async`.
@Suite("Values made by await", .timeLimit(.minutes(30)))
struct AsyncComponentTests {
    /// What happened, in its order.
    final class Log: IOCComponent {
        let recorder = LifecycleRecorder()
        /// Holds the driver's initializer back.
        let gate = Latch()
        let isCreating = Latch()
    }
    /// A client in the shape of a pool of connections: a query waits until `run()` is at work.
    @Component
    final class Client: IOCService {
        let log: Log
        private let isOpen = Latch()

        func run() async throws {
            isOpen.open()
            try await untilCancelled()
        }
        func ready() async throws {
            await isOpen.wait()
            log.recorder.note("client is ready")
        }
        func query() async -> Int {
            await isOpen.wait()
            return 1
        }
    }
    protocol Driver: Sendable {
        var answer: Int { get }
    }
    @Component
    final class ClientDriver: Driver, Stoppable {
        let answer: Int
        let log: Log

        init(client: Client, log: Log, @Named(setting: "driver.offset") offset: Int = 40) async throws {
            log.isCreating.open()
            answer = await client.query() + offset
            self.log = log
            log.recorder.note("driver is created")
        }
        func stop() async throws { log.recorder.note("driver stops") }
    }
    /// Is passed what is awaited.
    @Component
    final class Routes: Startable {
        let driver: any Driver
        let log: Log

        init(driver: any Driver, log: Log) {
            self.driver = driver
            self.log = log
            log.recorder.note("routes are created")
        }
        func start() async throws { log.recorder.note("routes start with \(driver.answer)") }
    }
    /// Reads it through a property.
    @Component
    final class Page: Startable {
        @Autowired var driver: any Driver
        @Autowired var log: Log

        func start() async throws { log.recorder.note("page starts with \(driver.answer)") }
    }

    static func configuration(_ types: any ManagedComponent.Type...) -> ContextConfiguration {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.startTimeout = .seconds(600)
        configuration.stopTimeout = .seconds(600)
        return configuration
    }

    static func boot(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
        var configuration = configuration()
        configuration.classes = types.map { String(reflecting: $0) }
        return try ApplicationContext(configuration)
    }

    static func shop() throws -> ApplicationContext {
        try boot(Log.self, Client.self, ClientDriver.self, Routes.self, Page.self)
    }

    @Test("It is created after what it needs is ready, and before what needs it")
    func order() async throws {
        let context = try Self.shop()
        let log = try context.component(Log.self).recorder
        #expect(log.all == [])
        try await context.start()
        #expect(try context.component((any Driver).self).answer == 41)
        let lines = log.all
        #expect(lines.prefix(3) == ["client is ready", "driver is created", "routes are created"])
        #expect(Set(lines.dropFirst(3)) == ["routes start with 41", "page starts with 41"])
        try await context.stop()
        #expect(log.all.last == "driver stops")
    }

    @Test("Before the start a lookup of it says that the start creates it, and how a test starts its context")
    func before() throws {
        let context = try Self.shop()
        let lookups: [() throws -> Any] = [
            { try context.component(ClientDriver.self) }, { try context.component((any Driver).self) },
            { try context.component(named: "ClientDriver", as: Any.self) },
            { try context.components((any Driver).self) },
            { try context.component(Provider<any Driver>.self)() }, { try context.component(Page.self) },
            { try context.component(Routes.self) },
        ]
        for lookup in lookups {
            let error = try #require(throws: IOCError.self) { try lookup() }
            #expect(error.code == .notStarted)
            #expect(error.description.contains("AsyncComponentTests.ClientDriver"))
            #expect(error.description.contains("does not exist yet"))
            #expect(error.description.contains("it is created when the context starts"))
            #expect(error.description.contains(".applicationContext(…, starting: true)"))
        }
        let error = try #require(throws: IOCError.self) { try context.component(Routes.self) }
        #expect(error.faults[0].path.map { $0.split(separator: ".").last } == ["Routes"])
        #expect(error.description.contains("Routes.init(driver:) needs "))
    }

    @Test("Before the start, a plain read of a property stops the program with the same message")
    func plainRead() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try Self.shop()
            final class Request: @unchecked Sendable { @Autowired var driver: any Driver }
            let request = Request()
            try context.inject(into: request)
            _ = request.driver
            try await context.stop()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("not-started"))
        #expect(text.contains("Request.driver"))
    }

    @Test("During the start it does not exist for others until it is injected")
    func during() async throws {
        let context = try Self.boot(Log.self, Slow.self)
        let log = try context.component(Log.self)
        let start = Task { try await context.start() }
        await log.isCreating.wait()
        let error = #expect(throws: IOCError.self) { try context.component(Slow.self) }
        #expect(error?.code == .notStarted)
        log.gate.open()
        try await start.value
        #expect(try context.component(Slow.self).isInjected)
        try await context.stop()
    }
    @Component
    final class Slow {
        private let injected = Latch()
        var isInjected: Bool { injected.isOpen }

        init(log: Log) async {
            log.isCreating.open()
            await log.gate.wait()
        }
        func didInject() { injected.open() }
    }

    // MARK: Faults at boot

    @Test(
        "Only a singleton can have an async initializer",
        arguments: [Scope.prototype, .lazySingleton, .request, .weakSingleton])
    func scopes(scope: Scope) throws {
        var configuration = Self.configuration(Log.self, Slow.self)
        configuration.classes = [String(reflecting: Log.self)]
        configuration.components["slow"] = ContextConfiguration.ComponentEntry(
            className: String(reflecting: Slow.self), scope: scope)
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == [.asyncNeedsSingleton])
        #expect(error.description.contains("slow has an async initializer and the scope '\(scope)'"))
        #expect(throws: IOCError.self) { try ApplicationContext.check(configuration) }
    }

    @Component final class Egg { init(hen: Hen) async {} }
    @Component final class Hen { @Autowired var egg: Egg }
    @Component("left", .dependsOn("right")) final class Left { init() async {} }
    @Component("right") final class Right { @Autowired var left: Left }
    @Component final class Snake { init(tail: Tail) async {} }
    @Component final class Tail { init(snake: Snake) {} }

    @Test(
        "A circle with an async initializer is a fault at boot, once",
        arguments: [
            (["Egg", "Hen"], "cycle-async", "Egg"), (["Left", "Right"], "cycle-async", "left"),
            (["Snake", "Tail"], "construction-cycle", "Snake"),
        ])
    func circles(names: [String], code: String, named: String) throws {
        let prefix = String(reflecting: Self.self) + "."
        let error = try bootError(ContextConfiguration(classes: names.map { prefix + $0 }))
        #expect(error.faults.map(\.code.rawValue) == [code])
        #expect(error.description.contains(named))
    }

    @Test("A check judges it, creates nothing and lists what the start creates")
    func check() throws {
        let report = try ApplicationContext.check(
            Self.configuration(Log.self, Client.self, ClientDriver.self, Routes.self, Page.self))
        let names = report.createdAtStart.map { $0.split(separator: ".").last ?? "" }
        #expect(names == ["ClientDriver", "Page", "Routes"])
        #expect(report.description.contains("created when the context starts: "))
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext.check(Self.configuration(Log.self, ClientDriver.self))
        }
        #expect(error.code == .dependencyMissing)
    }

    @Test("The graph and the order of the start show it, and observers hear how long it took")
    func shown() async throws {
        let recorder = EventNames()
        var configuration = Self.configuration(Log.self, Client.self, ClientDriver.self, Routes.self, Page.self)
        configuration.observers.append(recorder)
        let context = try ApplicationContext(configuration)
        let prefix = String(reflecting: Self.self) + "."
        #expect(context.graph.json.contains("created-at-start"))
        #expect(recorder.all.contains("made Log"))
        #expect(!recorder.all.contains("made ClientDriver"))
        try await context.start()
        #expect(recorder.all.contains("made ClientDriver"))
        #expect(recorder.all.contains("injected ClientDriver"))
        let order = try context.startOrder().map { $0.name.replacing(prefix, with: "") }
        #expect(order == ["Client", "ClientDriver", "Page", "Routes"])
        try await context.stop()
    }
    final class EventNames: ContextObserver {
        private let names = Guarded<[String]>([])
        var all: [String] { names.withLock { $0 } }
        func handle(_ event: ContextEvent) {
            names.withLock { $0.append("\(event.kind) \(event.component.split(separator: ".").last ?? "")") }
        }
    }

    // MARK: Failures

    struct Refused: Error {}
    @Component final class Refusing { init(log: Log) async throws { throw Refused() } }
    @Component final class First: Startable, Stoppable {
        let log: Log
        func start() async throws { log.recorder.note("first starts") }
        func stop() async throws { log.recorder.note("first stops") }
    }
    @Component final class Second {
        init(first: First, refusing: Refusing?) async {}
    }

    @Test("A creation that throws rolls the start back, and is a start that failed")
    func failure() async throws {
        var configuration = Self.configuration(Log.self, First.self)
        configuration.components["refusing"] = ContextConfiguration.ComponentEntry(
            className: String(reflecting: Refusing.self), dependsOn: [String(reflecting: First.self)])
        let context = try ApplicationContext(configuration)
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.faults.map(\.code) == [.startFailed])
        #expect(error?.cause is Refused)
        #expect(error?.exitCode == 69)
        #expect(error?.description.contains("refusing failed while the start created it") == true)
        #expect(try context.component(Log.self).recorder.all == ["first starts", "first stops"])
        // It has closed what it had opened, so it can't start again.
        let again = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(again?.code == .contextStopped)
    }

    @Component final class Follower { init(driver: Opened) throws { throw Refused() } }
    @Component final class Opened: Stoppable {
        let log: Log
        init(log: Log) async {
            self.log = log
            log.recorder.note("opened")
        }
        func stop() async throws { log.recorder.note("closed") }
    }

    @Test("If what is passed it fails, it is stopped, as it has started")
    func followerFailure() async throws {
        let context = try Self.boot(Log.self, Opened.self, Follower.self)
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.faults.map(\.code) == [.startFailed])
        #expect(error?.description.contains("Refused") == true)
        #expect(try context.component(Log.self).recorder.all == ["opened", "closed"])
    }

    @Component(.retry(attempts: 3, delay: .zero)) final class Stubborn {
        init(log: Log) async throws {
            log.recorder.note("try")
            if log.recorder.all.count < 3 { throw Refused() }
        }
    }

    @Test("It is tried again as often as its retry says")
    func retry() async throws {
        let context = try Self.boot(Log.self, Stubborn.self)
        try await context.start()
        #expect(try context.component(Log.self).recorder.all == ["try", "try", "try"])
        try await context.stop()
    }

    @Test("The time limit of a start holds for it")
    func timeout() async throws {
        var configuration = Self.configuration(Log.self, Slow.self)
        configuration.startTimeout = .milliseconds(20)
        let context = try ApplicationContext(configuration)
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.faults.map(\.code) == [.startTimeout])
        #expect(error?.description.contains("Slow was not created within 0.02 s") == true)
        try context.component(Log.self).gate.open()
    }

    /// What a foreign client throws when its task is cancelled.
    struct ConnectionLost: Error {}
    @Component final class Connecting {
        init(log: Log) async throws {
            log.isCreating.open()
            do { try await untilCancelled() } catch { throw ConnectionLost() }
        }
    }

    @Test("What it throws after a cancellation counts as called off, whatever its type")
    func calledOff() async throws {
        let context = try Self.boot(Log.self, Connecting.self)
        let log = try context.component(Log.self)
        let start = Task { try await context.start() }
        await log.isCreating.wait()
        start.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }

        let second = try Self.boot(Log.self, Connecting.self)
        let begun = try second.component(Log.self)
        let run = Task { try await second.run(handlingSignals: false) }
        await begun.isCreating.wait()
        try await second.stop()
        try await run.value
    }

    /// Has several places to be cancelled at.
    @Component final class Patient: Stoppable {
        let log: Log
        static let steps = 4

        init(log: Log, @Named(setting: "step") step: Int, @Named(setting: "deaf") isDeaf: Bool) async throws {
            self.log = log
            for now in 0..<Self.steps {
                if now == step {
                    log.isCreating.open()
                    if isDeaf { await log.gate.wait() } else { try await untilCancelled() }
                } else {
                    await Task.yield()
                }
            }
            log.recorder.note("created")
        }
        func stop() async throws { log.recorder.note("stopped") }
    }

    @Test(
        "Cancelled at any of its awaits, the start leaves nothing that it has not stopped",
        arguments: 0..<Patient.steps,
        [false, true])
    func cancelled(step: Int, isDeaf: Bool) async throws {
        var configuration = Self.configuration(Log.self, Patient.self)
        configuration.settings = ["step": .int(step), "deaf": .bool(isDeaf)]
        let context = try ApplicationContext(configuration)
        let log = try context.component(Log.self)
        let start = Task { try await context.start() }
        await log.isCreating.wait()
        start.cancel()
        log.gate.open()
        await #expect(throws: CancellationError.self) { try await start.value }
        // An initializer that does not hear of the cancellation ends well, and its component is stopped.
        #expect(log.recorder.all == (isDeaf ? ["created", "stopped"] : []))
    }
}
