import IOC
import IOCBase
import Testing

/// The drain by a signal is in `RunTests`.
@Suite("A stop that drains", .timeLimit(.minutes(30)))
struct DrainTests {
    final class Server: IOCComponent, IOCService, Stoppable {
        let (runs, mayEnd, isAsked, isStopped) = (Latch(), Latch(), Latch(), Latch())
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
        try ApplicationContext(ContextConfiguration.parts(Server.self).with { $0.drainTimeout = drain })
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

    @Test("A context that a reload has replaced has nothing to drain")
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
}
