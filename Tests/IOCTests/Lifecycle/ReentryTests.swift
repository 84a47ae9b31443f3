import IOC
import IOCBase
import Testing

@Suite("A component that calls its context in its own lifecycle", .timeLimit(.minutes(30)))
struct ReentryTests {
    enum Place: String, CaseIterable { case start, run, stop, takeOver }
    enum Call: String, CaseIterable { case start, run, stop, reloading }
    enum Way: String, CaseIterable { case itself, child, task }

    /// What happened, by a name that a configuration gives.
    private static let reported = Guarded<[String: [String]]>([:])

    /// Calls its context where its properties say so.
    final class Caller: IOCComponent, Startable, Stoppable, IOCService, TakesOverAtReload, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("diary") var diary: String
        @Value("place") var place: String
        @Value("call") var call: String
        @Value("way") var way: String

        private func reach(_ place: Place) async {
            guard self.place == place.rawValue else { return }
            var text = "returned"
            do {
                switch Way(rawValue: way) {
                case .child:
                    async let call: Void = callContext()
                    try await call
                case .task: try await Task { try await self.callContext() }.value
                default: try await callContext()
                }
            } catch {
                text = (error as? IOCError)?.code.rawValue ?? "\(error)"
            }
            ReentryTests.reported.withLock { [text] in $0[diary, default: []].append("\(place): \(text)") }
        }
        private func callContext() async throws {
            let context = try ApplicationContext.current
            switch Call(rawValue: call) {
            case .start: try await context.start()
            case .run: try await context.run(handlingSignals: false)
            case .reloading: try await context.reloading()
            default: try await context.stop()
            }
        }

        func start() async { await reach(.start) }
        func run() async throws {
            await reach(.run)
            // A wish to end is not an end.
            if call == "stop", place == "run" { try await Task.sleep(for: .seconds(3600)) }
        }
        func stop() async {
            await reach(.stop)
            ReentryTests.reported.withLock { $0[diary, default: []].append("stopped") }
        }
        func takeOver(from predecessor: Caller) async { await reach(.takeOver) }
    }

    let folder: TemporaryFolder
    private var diary: String { folder.path }
    private var reported: [String] { Self.reported.withLock { $0[diary] ?? [] } }

    init() throws { folder = try TemporaryFolder() }

    private func context(_ place: Place, _ call: Call, _ way: Way) throws -> ApplicationContext {
        let path = try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Caller.self))"], "timeouts": { "start": "30m", "stop": "30m" },
              "settings": { "diary": "\(diary)", "place": "\(place)", "call": "\(call)", "way": "\(way)" } }
            """)
        return try ApplicationContext(contentsOf: path, environment: [:])
    }

    private func live(_ context: ApplicationContext, _ place: Place) async throws {
        switch place {
        case .start, .run: try await context.run(handlingSignals: false)
        case .stop:
            try await context.start()
            try await context.stop()
        case .takeOver:
            try await context.start()
            try await context.reloading().stop()
        }
    }

    @Test(
        "Is refused every call that would wait for itself",
        arguments: Place.allCases, [Call.start, .run, .reloading])
    func refused(place: Place, call: Call) async throws {
        for way in Way.allCases {
            let context = try context(place, call, way)
            try await live(context, place)
            #expect(reported.filter { $0 != "stopped" } == ["\(place): context-reentered"])
            Self.reported.withLock { $0[diary] = nil }
        }
    }

    @Test("Asks for the stop in its start, which is then called off", arguments: Way.allCases)
    func stopInStart(way: Way) async throws {
        let context = try context(.start, .stop, way)
        await #expect(throws: CancellationError.self) { try await context.start() }
        #expect(reported == ["start: returned", "stopped"] || reported == ["start: returned"])
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.code == .contextStopped)
    }

    @Test("Asks for the stop in its run, which then ends", arguments: Way.allCases)
    func stopInRun(way: Way) async throws {
        let context = try context(.run, .stop, way)
        try await context.run(handlingSignals: false)
        #expect(reported == ["run: returned", "stopped"])
    }

    @Test("Asks for the stop while it stops", arguments: Way.allCases)
    func stopInStop(way: Way) async throws {
        let context = try context(.stop, .stop, way)
        try await context.run(handlingSignals: false)
        #expect(reported == ["stop: returned", "stopped"])
    }

    @Test("Asks the context that is to replace another for the stop, which calls the reload off")
    func stopInTakeOver() async throws {
        let context = try context(.takeOver, .stop, .itself)
        try await context.start()
        await #expect(throws: CancellationError.self) { try await context.reloading() }
        #expect(reported.first == "takeOver: returned")
        try await context.stop()
    }

    /// Starts its own context again in its start.
    final class Again: IOCComponent, Startable {
        let refusal = Guarded<IOCError?>(nil)
        func start() async {
            do { try await ApplicationContext.current.start() } catch {
                refusal.withLock { $0 = error as? IOCError }
            }
        }
    }

    @Test("The refusal names the call, the component's call around it and the remedy")
    func words() async throws {
        let context = try boot(Again.self)
        try await context.start()
        let fault = try #require(try context.component(Again.self).refusal.withLock { $0 }?.faults.first)
        #expect(fault.headline.hasPrefix("context-reentered: start() of the context was called inside start() of "))
        #expect(fault.headline.contains("ReentryTests.Again"))
        #expect(fault.remedy.contains("Task.detached"))
    }

    /// Starts, reloads and stops another context in its start.
    final class Nesting: IOCComponent, Startable {
        let inner = Guarded<ApplicationContext?>(nil)
        func start() async throws {
            let inner = inner.withLock { $0 }
            try await inner?.start()
            try await inner?.reloading().stop()
        }
    }

    @Test("Another context can be started, reloaded and stopped inside a start")
    func others() async throws {
        let inner = try context(.stop, .stop, .itself)
        let outer = try boot(Nesting.self)
        try outer.component(Nesting.self).inner.withLock { $0 = inner }
        try await outer.start()
        #expect(reported.filter { $0 == "stopped" }.count == 2)
    }
}
