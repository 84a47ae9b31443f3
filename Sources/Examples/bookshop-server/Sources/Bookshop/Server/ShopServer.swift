package import IOC
import Synchronization
package import Web

/// The server of the shop's controllers on the main port.
///
/// It starts after the tables exist and the management port answers. So it stops before the management port closes.
@Component("shop-server", .profile("!plain"), .dependsOn("migration", "management-server"))
package final class ShopServer: Startable, Stoppable, TakesOverAtReload {
    let controllers: [any Controller]
    let pipeline: RequestPipeline
    let state: ServerState
    let workers: Workers
    let log: any Log

    @Injected(setting: "server.host", default: "0.0.0.0") let host: String
    @Injected(setting: "server.port", default: 8080) let port: UInt16
    @Injected(setting: "server.threads", default: 2) let threads: UInt8
    @Injected(setting: "server.maxConnections", default: 1024) let maximumConnections: UInt16
    @Injected(setting: "server.maxBody", default: ByteSize(bytes: 1_000_000)) let maximumBody: ByteSize
    @Injected(setting: "server.idleTimeout", default: .seconds(30)) let idleTimeout: Duration
    @Injected(setting: "server.drainTimeout", default: .seconds(8)) let drainTimeout: Duration

    private let endpoint = Mutex<Endpoint?>(nil)
    /// The endpoint of the server that this one replaces.
    private let predecessor = Mutex<Endpoint?>(nil)
    private let router = Mutex<Router?>(nil)

    /// Creates the router. Fails the boot if two controllers claim the same path.
    package func didInject() throws {
        let made = try Router(controllers.flatMap(\.routes))
        router.withLock { $0 = made }
    }

    package func takeOver(from predecessor: ShopServer) {
        let endpoint = predecessor.endpoint.withLock { $0 }
        self.predecessor.withLock { $0 = endpoint }
    }

    package func start() throws {
        let settings = HTTPListener.Settings(
            host: host, port: port, threads: Int(threads), maximumConnections: Int(maximumConnections),
            maximumBody: maximumBody.bytes, idleTimeout: idleTimeout)
        let made = Endpoint(
            "shop-server", settings, drainTimeout: drainTimeout, workers: workers, log: log,
            context: try ApplicationContext.current
        ) { [unowned self] request in
            await respond(to: request)
        }
        try made.start(after: predecessor.withLock { $0.take() })
        endpoint.withLock { $0 = made }
        state.serves(by: made.listener)
    }

    package func stop() async throws {
        let closing = endpoint.withLock { endpoint in
            defer { endpoint = nil }
            return endpoint
        }
        state.drains()
        try await closing?.stop()
        state.hasStopped()
    }

    /// Answers a request as if it had come over the network.
    package func respond(to request: Request) async -> Response {
        guard let router = router.withLock({ $0 }) else {
            return .failure(HTTPError(.unavailable, "the shop is not open yet"))
        }
        return await pipeline.respond(to: request, by: router)
    }
}
