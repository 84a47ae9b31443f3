import IOCBase
import Testing

@testable import IOC

@Suite("A component that calls its context in its own lifecycle", .timeLimit(.minutes(30)))
struct ReentryTests {
    enum Place: String, CaseIterable { case start, run, stop, takeOver }
    enum Call: String, CaseIterable { case start, run, stop, reloading }
    enum Way: String, CaseIterable { case itself, child, task }

    /// What happened, by a name that a configuration gives.
    private static let told = Guarded<[String: [String]]>([:])

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
            ReentryTests.told.withLock { [text] in $0[diary, default: []].append("\(place): \(text)") }
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
            ReentryTests.told.withLock { $0[diary, default: []].append("stopped") }
        }
        func takeOver(from predecessor: Caller) async { await reach(.takeOver) }
    }

    let folder: TemporaryFolder
    private var diary: String { folder.path }
    private var told: [String] { Self.told.withLock { $0[diary] ?? [] } }

    init() throws { folder = try TemporaryFolder() }

    private func context(_ place: Place, _ call: Call, _ way: Way) throws -> ApplicationContext {
        let path = try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Caller.self))"], "timeouts": { "start": "30m", "stop": "30m" },
              "properties": { "diary": "\(diary)", "place": "\(place)", "call": "\(call)", "way": "\(way)" } }
            """)
        return try ApplicationContext(ContextConfiguration(contentsOf: path, environment: [:]))
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
        "Is refused at once whatever would wait for it",
        arguments: Place.allCases, [Call.start, .run, .reloading])
    func refused(place: Place, call: Call) async throws {
        for way in Way.allCases {
            let context = try context(place, call, way)
            try await live(context, place)
            #expect(told.filter { $0 != "stopped" } == ["\(place): context-reentered"])
            Self.told.withLock { $0[diary] = nil }
        }
    }

    @Test("Asks for the stop in its start, which is then called off", arguments: Way.allCases)
    func stopInStart(way: Way) async throws {
        let context = try context(.start, .stop, way)
        await #expect(throws: CancellationError.self) { try await context.start() }
        #expect(told == ["start: returned", "stopped"] || told == ["start: returned"])
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.code == .contextStopped)
    }

    @Test("Asks for the stop in its run, which then ends", arguments: Way.allCases)
    func stopInRun(way: Way) async throws {
        let context = try context(.run, .stop, way)
        try await context.run(handlingSignals: false)
        #expect(told == ["run: returned", "stopped"])
    }

    @Test("Asks for the stop while it stops", arguments: Way.allCases)
    func stopInStop(way: Way) async throws {
        let context = try context(.stop, .stop, way)
        try await context.run(handlingSignals: false)
        #expect(told == ["stop: returned", "stopped"])
    }

    @Test("Asks the context that is to replace another for the stop, which calls the reload off")
    func stopInTakeOver() async throws {
        let context = try context(.takeOver, .stop, .itself)
        try await context.start()
        await #expect(throws: CancellationError.self) { try await context.reloading() }
        #expect(told.first == "takeOver: returned")
        try await context.stop()
    }

    @Test("A refusal says where and what to do")
    func words() async throws {
        let context = try context(.start, .start, .itself)
        let fault = try await #require(throws: IOCError.self) {
            try await LifecycleCall.run("start() of x", of: context.core.lifecycle) { try await context.start() }
        }
        #expect(
            fault.faults[0].headline
                == "context-reentered: start() of the context was called inside start() of x, and would wait for that")
        #expect(fault.faults[0].remedy.contains("Task.detached"))
    }

    @Test("Another context is started, reloaded and stopped there as anywhere")
    func others() async throws {
        let context = try context(.stop, .stop, .itself)
        try await LifecycleCall.run("start() of x", of: Lifecycle()) {
            try await context.start()
            try await context.reloading().stop()
        }
        #expect(told.filter { $0 == "stopped" }.count == 2)
    }
}
