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
        var failures = Int.max
        var hasFailed: (@Sendable () -> Void)?
        private let counted = Guarded(0)
        var calls: Int { counted.withLock { $0 } }
        required init() {}
        func start() throws {
            let attempt = counted.withLock { calls in
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
        _ type: any IOCComponent.Type, _ retry: StartRetry? = nil, limit: Duration = .seconds(600)
    ) throws -> (context: ApplicationContext, remote: Remote) {
        var configuration = ContextConfiguration.parts(of: [type], limit: limit)
        configuration.observers = [recorder]
        if let retry { configuration.components[String(reflecting: type)] = .init(retry: retry) }
        let context = try ApplicationContext(configuration)
        return (context, try #require(try context.components(Remote.self).first))
    }

    @Test(
        "A failed start is tried again as the class says, or an entry that wins over it; each attempt is reported",
        arguments: [nil, StartRetry(attempts: 5, delay: .zero)])
    func succeeds(entry: StartRetry?) async throws {
        let (context, broker) = try boot(Broker.self, entry)
        broker.failures = (entry?.attempts ?? 3) - 1
        try await context.start()
        #expect(recorder.all == Array(repeating: "retrying Broker", count: broker.failures) + ["started Broker"])
        try await context.stop()
    }

    @Test("The error at the end has all attempts; without a retry there is one")
    func fails() async throws {
        for (type, count) in [(Broker.self, 3), (Plain.self, 1)] as [(any IOCComponent.Type, Int)] {
            let (context, remote) = try boot(type)
            let error = try await #require(throws: IOCError.self) { try await context.start() }
            #expect(remote.calls == count)
            #expect(error.codes == [.startFailed])
            #expect((error.cause as? Refused)?.attempt == count)
            let text = "\(error)"
            #expect(text.contains("at all 3 attempts") == (count == 3))
            for attempt in 1...3 {
                #expect(text.contains("attempt \(attempt)   connection refused, time \(attempt)") == (count == 3))
            }
        }
        #expect(recorder.all == ["retrying Broker", "retrying Broker", "failed Broker", "failed Plain"])
    }

    @Test("An error after many attempts has the first and last ones, and their number")
    func many() async throws {
        let (context, _) = try boot(Plain.self, StartRetry(attempts: 100, delay: .zero))
        let text = "\(try await #require(throws: IOCError.self) { try await context.start() })"
        #expect(text.contains("at all 100 attempts") && text.contains("94 more attempts"), "\(text)")
        for attempt in [1, 2, 3, 98, 99, 100] { #expect(text.contains("time \(attempt)\n"), "\(text)") }
        #expect(text.count < 3_000)
    }

    @Test("A factor that makes more than a duration can be waits as long as a start may take")
    func hugeFactor() async throws {
        let retry = StartRetry(attempts: 4, delay: .milliseconds(1), factor: 1e300)
        let (context, _) = try boot(Plain.self, retry, limit: .milliseconds(30))
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
        let error = try #require(throws: IOCError.self) { try boot(Plain.self, retry) }
        #expect(error.codes == [.retryImpossible])
        #expect(error.faults[0].headline.contains("RetryTests.Plain has \(retry.attempts) attempts"))
    }

    @Test("A time limit below zero, and no start at once, are faults at boot")
    func impossibleLimits() throws {
        let error = try bootError(
            ContextConfiguration(Plain.self).with {
                ($0.startTimeout, $0.stopTimeout) = (.seconds(-1), .seconds(-2))
                ($0.drainTimeout, $0.healthTimeout) = (.seconds(-3), .seconds(-4))
                ($0.constructionTimeout, $0.startupConcurrency) = (.seconds(-5), 0)
            })
        #expect(error.codes == Array(repeating: .keyWrongType, count: 6))
        for key in ["start", "stop", "drain", "health", "construction"] {
            #expect(error.description.contains("for '\(key)Timeout'"), "\(error)")
        }
        #expect(error.description.contains("'0' isn't a valid value for 'startupConcurrency'"), "\(error)")
    }

    @Test("All attempts share the time limit of one start, and the error lists them")
    func limit() async throws {
        // On a busy machine the first attempt may take longer than a short limit.
        for limit: Duration in [.milliseconds(50), .seconds(1), .seconds(10), .seconds(60)] {
            let (context, _) = try boot(Plain.self, StartRetry(attempts: 1_000, delay: .seconds(600)), limit: limit)
            let error = try await #require(throws: IOCError.self) { try await context.start() }
            #expect(error.codes == [.startTimeout])
            if "\(error)".contains("attempt 1   connection refused, time 1") { return }
        }
        Issue.record("no error lists the attempt")
    }

    @Test("A start that is called off is not tried again, and waits no longer where it does", arguments: [false, true])
    func calledOff(whileItWaits: Bool) async throws {
        let (context, plain) = try boot(Plain.self, StartRetry(attempts: 1_000, delay: .seconds(600)))
        let failed = Latch()
        plain.hasFailed = { failed.open() }
        let start = Task { try await context.start() }
        await failed.wait()
        if whileItWaits { try await until("the wait") { recorder.all == ["retrying Plain"] } }
        start.cancel()
        _ = try await ending("the start") { await start.result }
        #expect(plain.calls == 1)
    }
}
