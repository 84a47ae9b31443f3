import IOC
import IOCBase
import Testing

@Suite("A component that calls its context in its own lifecycle", .timeLimit(.minutes(30)))
struct ReentryTests {
    enum Place: String, CaseIterable { case start, run, stop, takeOver }
    enum Call: String, CaseIterable { case start, run, stop, reloading }
    enum Way: String, CaseIterable { case itself, child, task }

    /// Calls its context where its properties say so.
    final class Caller: IOCComponent, Startable, Stoppable, IOCService, TakesOverAtReload, @unchecked Sendable {
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
            Diary.named(diary).write("\(place): \(text)")
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
            if call == "stop", place == "run" { try await untilCancelled() }
        }
        func stop() async {
            await reach(.stop)
            Diary.named(diary).write("stopped")
        }
        func takeOver(from predecessor: Caller) async { await reach(.takeOver) }
    }

    let folder: TemporaryFolder
    private var diary: Diary { .named(folder.path) }

    init() throws { folder = try TemporaryFolder() }

    private func context(_ place: Place, _ call: Call, _ way: Way) throws -> ApplicationContext {
        let path = try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Caller.self))"], "timeouts": { "start": "30m", "stop": "30m" },
              "settings": { "diary": "\(folder.path)", "place": "\(place)", "call": "\(call)", "way": "\(way)" } }
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
        "It is refused every call that would wait for itself",
        arguments: Place.allCases, [Call.start, .run, .reloading])
    func refused(place: Place, call: Call) async throws {
        for way in Way.allCases {
            try await live(context(place, call, way), place)
            #expect(diary.lines.filter { $0 != "stopped" } == ["\(place): context-reentered"])
            diary.clear()
        }
    }

    @Test(
        "It may ask for the stop: its start is called off, its run ends, and a stop goes on",
        arguments: [Place.start, .run, .stop], Way.allCases)
    func stop(place: Place, way: Way) async throws {
        let context = try context(place, .stop, way)
        if place == .start {
            await #expect(throws: CancellationError.self) { try await context.start() }
            let error = await #expect(throws: IOCError.self) { try await context.start() }
            #expect(error?.code == .contextStopped)
            #expect(diary.lines.first == "start: returned")
        } else {
            try await context.run(handlingSignals: false)
            #expect(diary.lines == ["\(place): returned", "stopped"])
        }
    }

    @Test("It may ask the context that is to replace another for the stop, which calls the reload off")
    func stopInTakeOver() async throws {
        let context = try context(.takeOver, .stop, .itself)
        try await context.start()
        await #expect(throws: CancellationError.self) { try await context.reloading() }
        #expect(diary.lines.first == "takeOver: returned")
        try await context.stop()
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

    @Test("It may start, reload and stop another context in its start")
    func others() async throws {
        let inner = try context(.stop, .stop, .itself)
        let outer = try boot(Nesting.self)
        try outer.component(Nesting.self).inner.withLock { $0 = inner }
        try await outer.start()
        #expect(diary.lines.filter { $0 == "stopped" }.count == 2)
    }
}
