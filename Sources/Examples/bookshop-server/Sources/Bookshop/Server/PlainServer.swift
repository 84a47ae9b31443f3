import IOC
import Web

/// The server of the shop's controllers as a service that binds its port in `run()`, and takes nothing over at a
/// reload.
///
/// The profile `plain` uses it instead of ``ShopServer``. At a reload it answers its open requests and ends, and then
/// its successor binds the port. In between, connections are refused.
@Component("shop-server", .profile("plain"), .dependsOn("migration", "management-server"))
final class PlainServer: IOCService {
    let controllers: [any Controller]
    let pipeline: RequestPipeline
    let state: ServerState
    let workers: Workers
    let log: any Log

    @Injected(setting: "server.host", default: "0.0.0.0") let host: String
    @Injected(setting: "server.port", default: 8080) let port: UInt16
    @Injected(setting: "server.drainTimeout", default: .seconds(8)) let drainTimeout: Duration

    func run() async throws {
        let router = try Router(controllers.flatMap(\.routes))
        let endpoint = Endpoint(
            "shop-server", HTTPListener.Settings(host: host, port: port), drainTimeout: drainTimeout,
            workers: workers, log: log, context: try ApplicationContext.current
        ) { [pipeline] request in
            await pipeline.respond(to: request, by: router)
        }
        try endpoint.start()
        state.serves(by: endpoint.listener)
        let (requests, request) = AsyncStream<Void>.makeStream()
        try await endingGracefully { [state] in
            for await _ in requests {}
            state.drains()
            try await endpoint.stop()
        } asked: {
            request.finish()
        }
    }
}
