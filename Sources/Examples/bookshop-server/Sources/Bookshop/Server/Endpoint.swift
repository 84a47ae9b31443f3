import IOC
import Synchronization
import Web

/// A port with its routes. The component that owns it starts and stops it.
struct Endpoint: Sendable {
    let listener: HTTPListener
    private let log: any Log
    private let name: String
    private let drainTimeout: Duration

    /// - Parameters:
    ///   - name: The name in the log.
    ///   - settings: The address and the limits.
    ///   - drainTimeout: The time that open requests have to end when the endpoint stops.
    ///   - context: The context that is current while a request is answered.
    init(
        _ name: String, _ settings: HTTPListener.Settings, drainTimeout: Duration, workers: Workers, log: any Log,
        context: ApplicationContext, respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.name = name
        self.log = log
        self.drainTimeout = drainTimeout
        listener = HTTPListener(settings, executor: workers.executor) { text in
            log.warning(text, ["server": name])
        } handler: { request in
            await ApplicationContext.withCurrent(context) { await respond(request) }
        }
    }

    /// Starts to accept connections.
    /// - Parameter predecessor: The endpoint that this one replaces. If both have the same address, they share the
    ///   predecessor's socket.
    func start(after predecessor: Endpoint? = nil) throws {
        let inherited = predecessor?.listener.isAt(listener) == true ? try predecessor?.listener.shareSocket() : nil
        let port = try listener.start(on: inherited)
        log.info("\(name) listens", ["url": "http://\(listener.host):\(port)"])
    }

    func stop() async throws {
        log.info("\(name) drains", ["requests": "\(listener.requestsInFlight)"])
        try await listener.stop(drainingFor: drainTimeout)
        log.info("\(name) is closed")
    }
}
