package import IOC
import Synchronization
package import Web

/// The server of the pages for operators, on a port that only this machine can reach.
///
/// A browser on this machine can reach the port, too. A foreign page can lead the browser here if the page's host name
/// resolves to this machine. So a request that names another host is rejected.
@Component("management-server", .dependsOn("migration"))
package final class ManagementServer: Startable, Stoppable, TakesOverAtReload {
    let controllers: [any ManagementController]
    let pipeline: RequestPipeline
    let workers: Workers
    let log: any Log

    @Injected(setting: "management.port", default: 8081) let port: UInt16

    private let endpoint = Mutex<Endpoint?>(nil)
    /// The endpoint of the server that this one replaces.
    private let predecessor = Mutex<Endpoint?>(nil)
    private let router = Mutex<Router?>(nil)

    package func didInject() throws {
        let made = try Router(controllers.flatMap(\.routes))
        router.withLock { $0 = made }
    }

    package func takeOver(from predecessor: ManagementServer) {
        let endpoint = predecessor.endpoint.withLock { $0 }
        self.predecessor.withLock { $0 = endpoint }
    }

    package func start() throws {
        let made = Endpoint(
            "management-server", HTTPListener.Settings(host: "127.0.0.1", port: port, maximumConnections: 64),
            drainTimeout: .seconds(1), workers: workers, log: log, context: try ApplicationContext.current
        ) { [unowned self] request in
            await respond(to: request)
        }
        try made.start(after: predecessor.withLock { $0.take() })
        endpoint.withLock { $0 = made }
    }

    package func stop() async throws {
        let closing = endpoint.withLock { endpoint in
            defer { endpoint = nil }
            return endpoint
        }
        try await closing?.stop()
    }

    /// Answers a request as if it had come over the network.
    package func respond(to request: Request) async -> Response {
        guard let router = router.withLock({ $0 }) else {
            return .failure(HTTPError(.unavailable, "the management is not open yet"))
        }
        if let host = request.headers["host"], !Self.isThisMachine(host) {
            return .failure(HTTPError(.misdirected, "this port answers for localhost and 127.0.0.1 only"))
        }
        return await pipeline.respond(to: request, by: router)
    }

    /// Returns true if a `Host` names this machine. Any port is accepted, because a tunnel may have its own.
    private static func isThisMachine(_ host: String) -> Bool {
        let parts = host.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return ["localhost", "127.0.0.1"].contains(parts[0]) && parts.dropFirst().allSatisfy { UInt16($0) != nil }
    }
}
