import IOC
import IOCBase
import Testing

@Suite("Starts that are tried again", .timeLimit(.minutes(30)))
struct RetryTests {
    struct Refused: Error, CustomStringConvertible {
        let attempt: Int
        var description: String { "connection refused, time \(attempt)" }
    }
    /// Fails so many times.
    class Remote: Startable, Stoppable, @unchecked Sendable {
        // Sound: written before the start, but for what is guarded.
        var failures = 0
        var hasFailed: (@Sendable () -> Void)?
        let calls = Guarded(0)
        required init() {}
        func start() throws {
            let attempt = calls.withLock { calls in
                calls += 1
                return calls
            }
            guard attempt <= failures else { return }
            hasFailed?()
            throw Refused(attempt: attempt)
        }
        func stop() {}
    }
    final class Broker: Remote, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.retry(attempts: 3, delay: .milliseconds(1))] }
    }
    final class Plain: Remote, IOCComponent, @unchecked Sendable {}

    let recorder = LifecycleRecorder()

    private func boot(
        _ type: any IOCComponent.Type, limit: Duration = .seconds(600),
        _ change: (inout ContextConfiguration) -> Void = { _ in }
    ) throws -> ApplicationContext {
        var configuration = ContextConfiguration(classes: [String(reflecting: type)])
        configuration.observers = [recorder]
        configuration.startTimeout = limit
        change(&configuration)
        return try ApplicationContext(configuration)
    }

    @Test("A failed start is tried again as configured, and each attempt is reported")
    func succeeds() async throws {
        let context = try boot(Broker.self)
        try context.component(Broker.self).failures = 2
        try await context.start()
        #expect(recorder.all == ["retrying Broker", "retrying Broker", "started Broker"])
        try await context.stop()
    }

    @Test("The error at the end has all attempts")
    func fails() async throws {
        let context = try boot(Broker.self)
        let broker = try context.component(Broker.self)
        broker.failures = 9
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        #expect(broker.calls.withLock { $0 } == 3)
        #expect(error.faults.map(\.code) == [.startFailed])
        #expect((error.cause as? Refused)?.attempt == 3)
        let text = "\(error)"
        #expect(text.contains("Broker failed in start(), at all 3 attempts"))
        for attempt in 1...3 { #expect(text.contains("attempt \(attempt)   connection refused, time \(attempt)")) }
        #expect(recorder.all == ["retrying Broker", "retrying Broker", "failed Broker"])
    }

    @Test("An error after many attempts has the first and last ones, and their number")
    func many() async throws {
        let context = try boot(Plain.self) {
            $0.components[String(reflecting: Plain.self)] = .init(retry: StartRetry(attempts: 2_000, delay: .zero))
        }
        try context.component(Plain.self).failures = .max
        let text = "\(try await #require(throws: IOCError.self) { try await context.start() })"
        #expect(text.contains("at all 2000 attempts") && text.contains("1994 more attempts"), "\(text)")
        for attempt in [1, 2, 3, 1998, 1999, 2000] { #expect(text.contains("time \(attempt)\n"), "\(text)") }
        #expect(text.count < 3_000)
    }

    @Test("A factor that makes more than a duration can be waits as long as a start may take")
    func hugeFactor() async throws {
        let context = try boot(Plain.self, limit: .milliseconds(30)) {
            $0.components[String(reflecting: Plain.self)] = .init(
                retry: StartRetry(attempts: 4, delay: .milliseconds(1), factor: 1e300))
        }
        try context.component(Plain.self).failures = .max
        await #expect(throws: IOCError.self) { try await context.start() }
    }

    @Test(
        "A retry that is impossible is a fault at boot",
        arguments: [
            StartRetry(attempts: 0), StartRetry(attempts: -5), StartRetry(attempts: 2, delay: .seconds(-1)),
            StartRetry(attempts: 2, factor: 0), StartRetry(attempts: 2, factor: -3),
            StartRetry(attempts: 2, factor: .nan), StartRetry(attempts: 2, factor: .infinity),
        ])
    func impossible(retry: StartRetry) throws {
        let error = try #require(throws: IOCError.self) {
            try boot(Plain.self) { $0.components[String(reflecting: Plain.self)] = .init(retry: retry) }
        }
        #expect(error.faults.map(\.code) == [.retryImpossible])
        #expect(error.faults[0].headline.contains("RetryTests.Plain has \(retry.attempts) attempts"))
    }

    @Test("A time limit below zero, and no start at once, are faults at boot")
    func impossibleLimits() throws {
        let error = try #require(throws: IOCError.self) {
            try boot(Plain.self) {
                ($0.startTimeout, $0.stopTimeout) = (.seconds(-1), .seconds(-2))
                ($0.drainTimeout, $0.healthTimeout) = (.seconds(-3), .seconds(-4))
                ($0.constructionTimeout, $0.startupConcurrency) = (.seconds(-5), 0)
            }
        }
        #expect(error.faults.count == 6 && error.faults.allSatisfy { $0.code == .keyWrongType })
        #expect("\(error)".contains("'-1.0 seconds' isn't a valid value for 'startTimeout'"), "\(error)")
        #expect("\(error)".contains("'0' isn't a valid value for 'startupConcurrency'"), "\(error)")
    }

    enum Mistake: CaseIterable { case notCalled, calledTwice, swallowed }

    private struct Mistaken: ContextObserver {
        let mistake: Mistake
        func handle(_ event: ContextEvent) {}
        func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws {
            switch mistake {
            case .notCalled: return
            case .calledTwice:
                try await start()
                try? await start()
            case .swallowed: try? await start()
            }
        }
    }

    @Test(
        "An observer that does not call a start once, or swallows its error, is an error",
        arguments: Mistake.allCases)
    func mistaken(mistake: Mistake) async throws {
        let context = try boot(Plain.self) { $0.observers = [Mistaken(mistake: mistake)] }
        let plain = try context.component(Plain.self)
        if mistake == .swallowed { plain.failures = 1 }
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        #expect(error.code == .startFailed)
        let isSwallowed = mistake == .swallowed
        let cause =
            isSwallowed ? "connection refused, time 1" : "an observer has to call it once, and to wait for its end"
        #expect(error.cause.map { "\($0)" } == cause)
        #expect(plain.calls.withLock { $0 } == (mistake == .notCalled ? 0 : 1))
    }

    @Test("A start is not tried again by default")
    func plain() async throws {
        let context = try boot(Plain.self)
        try context.component(Plain.self).failures = 1
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        #expect(error.faults[0].headline.hasSuffix("Plain failed in start()"))
        #expect(!"\(error)".contains("attempt"))
        #expect(recorder.all == ["failed Plain"])
    }

    @Test("An entry of the file says it too, and wins over the class")
    func entry() async throws {
        let folder = try TemporaryFolder()
        let name = String(reflecting: Broker.self)
        let path = try folder.write(
            "a.json",
            """
            { "classes": ["\(name)"],
              "components": { "\(name)": { "retry": { "attempts": 5, "delay": "1ms", "factor": 1.5 } } } }
            """)
        let context = try ApplicationContext(ContextConfiguration(contentsOf: path, environment: [:]))
        let broker = try context.component(Broker.self)
        broker.failures = 4
        try await context.start()
        #expect(broker.calls.withLock { $0 } == 5)
        try await context.stop()
    }

    @Test("All attempts share the time limit of one start, and the error lists them")
    func limit() async throws {
        // On a busy machine the first attempt may take longer than a short limit.
        for limit: Duration in [.milliseconds(50), .seconds(1), .seconds(10), .seconds(60)] {
            let context = try boot(Plain.self, limit: limit) {
                $0.components[String(reflecting: Plain.self)] = .init(
                    retry: StartRetry(attempts: 1_000, delay: .seconds(600)))
            }
            let plain = try context.component(Plain.self)
            plain.failures = .max
            let error = try await #require(throws: IOCError.self) { try await context.start() }
            #expect(error.faults.map(\.code) == [.startTimeout])
            if "\(error)".contains("attempt 1   connection refused, time 1") { return }
        }
        Issue.record("no error lists the attempt")
    }

    @Test("A start that is called off is not tried again, and waits no longer where it does", arguments: [false, true])
    func calledOff(whileItWaits: Bool) async throws {
        let context = try boot(Plain.self) {
            $0.components[String(reflecting: Plain.self)] = .init(
                retry: StartRetry(attempts: 1_000, delay: .seconds(600)))
            // As long is a start awaited that was called off and does not end.
            $0.stopTimeout = .seconds(600)
        }
        let (plain, failed) = (try context.component(Plain.self), Latch())
        plain.failures = .max
        plain.hasFailed = { failed.open() }
        let start = Task { try await context.start() }
        await failed.wait()
        if whileItWaits { try await until("the wait") { recorder.all == ["retrying Plain"] } }
        start.cancel()
        _ = try await ending("the start") { await start.result }
        #expect(plain.calls.withLock { $0 } == 1)
    }

    /// Starts inside a task-local value, as a span of a trace is.
    private struct Tracer: ContextObserver {
        @TaskLocal static var span = "none"
        let recorder: LifecycleRecorder
        let name: String
        func handle(_ event: ContextEvent) {}
        func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws {
            recorder.note("\(name) in \(Self.span)")
            try await Self.$span.withValue(name) { try await start() }
            recorder.note("\(name) ends")
        }
    }
    final class Traced: IOCComponent, Startable {
        let span = Guarded("")
        func start() { span.withLock { $0 = Tracer.span } }
    }

    @Test("An observer surrounds a component's start with task-local values, the first one outermost")
    func surrounding() async throws {
        let context = try boot(Traced.self) {
            $0.observers = [Tracer(recorder: recorder, name: "outer"), Tracer(recorder: recorder, name: "inner")]
        }
        try await Tracer.$span.withValue("root") { try await context.start() }
        #expect(recorder.all == ["outer in root", "inner in outer", "inner ends", "outer ends"])
        #expect(try context.component(Traced.self).span.withLock { $0 } == "inner")
        try await context.stop()
    }
}
