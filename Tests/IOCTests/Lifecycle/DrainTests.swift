import IOC
import IOCBase
import IOCManagement
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("A stop that drains", .timeLimit(.minutes(30)))
struct DrainTests {
    final class Server: IOCComponent, IOCService, Stoppable {
        let (runs, mayEnd, isAsked, isStopped) = (
            Latch(), Latch(), Latch(), Latch()
        )
        func run() async throws {
            runs.open()
            await withTaskCancellationHandler {
                await mayEnd.wait()
            } onCancel: {
                isAsked.open()
                mayEnd.open()
            }
        }
        func stop() { isStopped.open() }
    }

    private static func boot(_ drain: Duration) throws -> ApplicationContext {
        var configuration = ContextConfiguration(Server.self)
        configuration.drainTimeout = drain
        configuration.stopTimeout = .seconds(600)
        return try ApplicationContext(configuration)
    }
    private static func isReady(_ context: ApplicationContext) async -> Bool {
        await ContextPages(context).page(at: "/health/ready", host: "localhost").status == 200
    }

    @Test("During the drain everything continues to serve, and the context is not ready", arguments: [true, false])
    func serves(byStop: Bool) async throws {
        let context = try Self.boot(.milliseconds(300))
        let server = try context.component(Server.self)
        let run = Task { try await context.run(handlingSignals: false) }
        try await untilReady(context)
        let begin = ContinuousClock.now
        let stop = byStop ? Task { try await context.stop() } : nil
        if !byStop { run.cancel() }
        try await untilReady(context, false)
        await server.isAsked.wait()
        #expect(begin.duration(to: .now) >= .milliseconds(300))
        try await run.value
        try await stop?.value
        #expect(server.isStopped.isOpen)
    }

    @Test("A service that ends by itself cuts it short, before it and in it", arguments: [true, false])
    func cutShort(before: Bool) async throws {
        let context = try Self.boot(.seconds(3600))
        let server = try context.component(Server.self)
        let run = Task { try await context.run(handlingSignals: false) }
        await server.runs.wait()
        if !before {
            try await untilReady(context)
            run.cancel()
            try await untilReady(context, false)
        }
        server.mayEnd.open()
        try await ending("the run") { try await run.value }
        #expect(!server.isAsked.isOpen && server.isStopped.isOpen)
    }

    @Test("A context that a reload has replaced, and a start that is called off, have nothing to drain")
    func nothingToDrain() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Server.self))"], "timeouts": { "drain": "1h", "stop": "10m" } }
            """)
        let context = try ApplicationContext(contentsOf: file)
        try await context.start()
        _ = try await ending("the reload") { try await context.reloading() }
        #expect(try context.component(Server.self).isStopped.isOpen)
    }

    final class Terminator: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: wrappers synchronize themselves.
        @Autowired var context: ApplicationContext
        let wasReady = Guarded<[Bool]>([])
        func run() async throws {
            while await !DrainTests.isReady(context) { try await Task.sleep(for: .milliseconds(1)) }
            kill(getpid(), SIGTERM)
            while await DrainTests.isReady(context) { try await Task.sleep(for: .milliseconds(1)) }
            // Continues to serve, because it was not asked to end.
            wasReady.withLock { $0.append(Task.isCancelled) }
            try await untilCancelled()
        }
    }

    @Test("From SIGTERM on the context is not ready, while its services continue", .promptly)
    func signalled() async {
        await #expect(processExitsWith: .success) {
            var configuration = ContextConfiguration(Terminator.self)
            configuration.drainTimeout = .seconds(2)
            let context = try ApplicationContext(configuration)
            let terminator = try context.component(Terminator.self)
            try await context.run()
            #expect(terminator.wasReady.withLock { $0 } == [false])
        }
    }
}
