// swift-format-ignore-file
import FoundationEssentials
import IOC
import IOCManagement
import Testing

// What the page about servers shows, compiled against stand-ins with the packages' own signatures.

private struct Logger: Sendable {
    enum MetadataValue: ExpressibleByStringInterpolation, Sendable {
        case string(String)
        init(stringLiteral value: String) { self = .string(value) }
    }
    typealias Metadata = [String: MetadataValue]
    struct Message: ExpressibleByStringInterpolation, CustomStringConvertible {
        let description: String
        init(stringLiteral value: String) { description = value }
    }
    let lines = LifecycleRecorder()

    func debug(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {
        lines.note("debug \(message()) \(metadata()?.keys.sorted() ?? [])")
    }
    func error(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {
        lines.note("error \(message())")
    }
}

private final class Timer: Sendable {
    @TaskLocal static var recorded = LifecycleRecorder()
    let label: String
    let dimensions: [(String, String)]
    init(label: String, dimensions: [(String, String)] = []) {
        self.label = label
        self.dimensions = dimensions
    }
    func recordNanoseconds(_ duration: Int64) {
        Self.recorded.note("\(label) \(dimensions) \(duration)")
    }
}

private protocol Service: Sendable {
    func run() async throws
}

private struct ServiceGroup {
    enum Signal { case sigterm, sigint }
    let services: [any Service]
    init(services: [any Service], gracefulShutdownSignals: [Signal], logger: Logger) { self.services = services }
    func run() async throws {
        for service in services { try await service.run() }
    }
}

private func cancelWhenGracefulShutdown<T: Sendable>(
    _ operation: @Sendable @escaping () async throws -> T
) async rethrows -> T {
    try await operation()
}

actor HTTPServer: Service {
    func run() async throws {
        while true { try await Task.sleep(for: .seconds(600)) }
    }
}

private struct LoggingObserver: ContextObserver {
    let logger: Logger

    func handle(_ event: ContextEvent) {
        let metadata: Logger.Metadata = ["component": "\(event.component)", "duration": "\(event.duration)"]
        if let error = event.error {
            logger.error("\(error)", metadata: metadata)
        } else {
            logger.debug("\(event.component) \(event.kind)", metadata: metadata)
        }
    }
}

private struct MetricsObserver: ContextObserver {
    func handle(_ event: ContextEvent) {
        Timer(label: "ioc_\(event.kind)", dimensions: [("component", event.component)])
            .recordNanoseconds(Int64(event.duration / .nanoseconds(1)))
    }
}

private struct ContainerService: Service {
    let context: ApplicationContext

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            try await context.run(handlingSignals: false)
        }
    }
}

extension HTTPServer: IOCComponent, IOCService {}

private func serveAsGroup(_ configuration: ContextConfiguration) async throws {
    let context = try ApplicationContext(configuration)
    try await context.start()
    let services = try context.startOrder(of: (any Service).self).map(\.component)
    let group = ServiceGroup(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger())
    do {
        try await group.run()
    } catch {
        try? await context.stop()
        throw error
    }
    try await context.stop()
}

private func answerHealth(of context: ApplicationContext) async -> (status: Int, body: String) {
    let health = await context.health(.ready)
    return (health.isWell ? 200 : 503, health.json)
}

private func manage(
    _ path: String, host: String?, of context: ApplicationContext
) async -> (status: Int, type: String, body: String) {
    let page = await ContextPages(context).page(at: path, host: host)
    return (page.status, page.type, page.body)
}

@Suite("The observers and services of the page about servers")
struct BridgeTests {
    final class Failing: IOCComponent, Startable {
        struct Refused: Error {}
        func start() async throws { throw Refused() }
    }

    @Test("A logger gets every event, and failures as errors")
    func logging() async throws {
        let logger = Logger()
        let context = try ApplicationContext(
            ContextConfiguration(Failing.self).with { $0.observers = [LoggingObserver(logger: logger)] })
        await #expect(throws: IOCError.self) { try await context.start() }
        #expect(logger.lines.all.first?.hasSuffix(#"Failing made ["component", "duration"]"#) == true)
        #expect(logger.lines.all.last?.hasPrefix("error start-failed: ") == true)
    }

    @Test("A timer is recorded for every event")
    func metrics() throws {
        let recorded = LifecycleRecorder()
        try Timer.$recorded.withValue(recorded) {
            _ = try ApplicationContext(ContextConfiguration(Failing.self).with { $0.observers = [MetricsObserver()] })
        }
        #expect(recorded.all.count == 2)
        #expect(recorded.all.first?.hasPrefix("ioc_made [(\"component\", ") == true)
    }

    @Test("A service group runs the context until it is cancelled, and the context runs a service of another package")
    func services() async throws {
        // The tests beside this one may hold the threads that services share for longer than usual limits.
        let context = try ApplicationContext(ContextConfiguration(HTTPServer.self).with { $0.stopTimeout = .seconds(600) })
        let started = Task { try await ContainerService(context: context).run() }
        started.cancel()
        try await started.value
        await #expect(throws: Never.self) { try await context.stop() }
    }

    final class Answering: IOCComponent, Service, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var queue: Queueing
        func run() async throws { queue.lines.note("answering") }
    }
    final class Queueing: IOCComponent, Service, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var between: Between
        @Autowired var lines: Lines
        func run() async throws { lines.note("queueing") }
    }
    final class Between: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var storing: ZStoring
    }
    final class ZStoring: IOCComponent, Service, Startable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var lines: Lines
        func start() async throws { lines.note("started") }
        func run() async throws { lines.note("storing") }
    }
    final class Lines: IOCComponent {
        @TaskLocal static var recorder = LifecycleRecorder()
        private let recorder = Lines.recorder
        func note(_ line: String) { recorder.note(line) }
    }

    @Test("A service group runs components of its own protocol, dependencies first")
    func group() async throws {
        let recorder = LifecycleRecorder()
        try await Lines.$recorder.withValue(recorder) {
            try await serveAsGroup(
                ContextConfiguration(Answering.self, Queueing.self, Between.self, ZStoring.self, Lines.self).with {
                    ($0.startTimeout, $0.stopTimeout) = (.seconds(600), .seconds(600))
                })
        }
        #expect(recorder.all == ["started", "storing", "queueing", "answering"])
    }

    @Test("A management port answers with text, JSON and a page")
    func management() async throws {
        let context = try boot(Failing.self)
        #expect(await manage("/context.txt", host: "localhost", of: context).body == "1 component, 0 injection points\n")
        #expect(await answerHealth(of: context).status == 503)
        #expect(await manage("/graph", host: "localhost", of: context).body.hasPrefix("<!DOCTYPE html>"))
        #expect(await manage("/else", host: "localhost", of: context).status == 404)
        #expect(await manage("/graph", host: "evil.example", of: context).status == 421)
    }
}
