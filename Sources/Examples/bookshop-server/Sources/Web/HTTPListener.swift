import CHTTPDaemon
import CMicroHTTPD
import Synchronization

/// A server of HTTP on one port, with libmicrohttpd.
///
/// The library's threads parse and send; they never wait for an answer. A complete request suspends its connection, a
/// task on the listener's executor answers it, and the connection resumes. So handlers are asynchronous, and a slow
/// handler delays no other request. The number of open requests does not depend on the number of threads.
package final class HTTPListener: Sendable {
    package struct Settings: Sendable {
        package var host: String
        /// The port; 0 lets the system choose one.
        package var port: UInt16
        package var threads: Int
        package var maximumConnections: Int
        package var maximumBody: Int
        package var idleTimeout: Duration

        package init(
            host: String, port: UInt16, threads: Int = 1, maximumConnections: Int = 1024, maximumBody: Int = 1 << 20,
            idleTimeout: Duration = .seconds(30)
        ) {
            self.host = host
            self.port = port
            self.threads = threads
            self.maximumConnections = maximumConnections
            self.maximumBody = maximumBody
            self.idleTimeout = idleTimeout
        }
    }

    /// A function that answers a request. It can't throw: it also returns a response if the request fails.
    package typealias Handler = @Sendable (Request) async -> Response

    struct Daemon: @unchecked Sendable {
        // Sound: the library's functions that take this pointer may be called from any thread.
        let pointer: OpaquePointer
        let socket: ListeningSocket
    }

    struct State {
        var daemon: Daemon?
        /// The requests whose headers have arrived and whose answers are not yet sent completely.
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var connections = 0
        var isDraining = false
        /// True if the daemon is about to stop. No connection may be suspended then.
        var isClosed = false
        /// The time at which a connection or a request last began or ended.
        var lastChange = ContinuousClock.now
    }

    let settings: Settings
    /// The host on which the listener listens.
    package var host: String { settings.host }

    /// Returns true if another listener has the same host and port.
    package func isAt(_ other: HTTPListener) -> Bool {
        settings.host == other.settings.host && settings.port == other.settings.port
    }
    private let handler: Handler
    private let executor: any TaskExecutor
    let log: @Sendable (String) -> Void
    let state = Mutex(State())

    /// - Parameters:
    ///   - settings: The address and the limits.
    ///   - executor: The executor on which handlers run.
    ///   - log: Takes messages, also those of the HTTP library.
    ///   - handler: Answers the requests.
    package init(
        _ settings: Settings, executor: any TaskExecutor, log: @escaping @Sendable (String) -> Void,
        handler: @escaping Handler
    ) {
        self.settings = settings
        self.executor = executor
        self.log = log
        self.handler = handler
    }

    /// The number of requests that have begun and are not yet answered.
    package var requestsInFlight: Int { state.withLock(\.exchanges.count) }

    /// Returns the socket, for another listener at the same address; nil if this listener does not serve.
    /// - Throws: ``ListenError``.
    package func shareSocket() throws -> ListeningSocket? { try state.withLock(\.daemon)?.socket.shared() }

    /// Starts to serve.
    /// - Parameter inherited: A socket that is already bound; nil to bind a new one.
    /// - Returns: The port.
    /// - Throws: ``ListenError``.
    package func start(on inherited: ListeningSocket? = nil) throws -> UInt16 {
        let socket = try inherited ?? ListeningSocket(host: settings.host, port: settings.port)
        var options = http_daemon_settings()
        options.listening_socket = socket.descriptor
        options.threads = UInt32(clamping: settings.threads)
        options.connection_limit = UInt32(clamping: settings.maximumConnections)
        options.idle_timeout = UInt32(clamping: settings.idleTimeout.components.seconds)
        options.line = lineCallback
        options.access = accessCallback
        options.completed = completedCallback
        options.connection = connectionCallback
        options.log = logCallback
        // Retained for the callbacks. Released after the daemon has stopped, because no callback follows.
        options.context = Unmanaged.passRetained(self).toOpaque()
        guard let daemon = http_daemon_start(&options) else {
            Unmanaged.passUnretained(self).release()
            socket.end()
            throw ListenError(host: settings.host, port: socket.port, reason: "libmicrohttpd does not start")
        }
        let handle = Daemon(pointer: daemon, socket: socket)
        state.withLock { $0.daemon = handle }
        return socket.port
    }

    // MARK: Requests

    /// Counts an exchange whose headers have arrived.
    /// - Returns: True if it was not counted before.
    fileprivate func begin(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            guard state.exchanges.updateValue(exchange, forKey: ObjectIdentifier(exchange)) == nil else { return false }
            state.lastChange = .now
            return true
        }
    }

    fileprivate func end(_ exchange: Exchange) {
        state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] = nil
            state.lastChange = .now
        }
    }

    fileprivate func countConnections(_ change: Int) {
        state.withLock { state in
            state.connections += change
            state.lastChange = .now
        }
    }

    fileprivate func work(on request: Request, _ exchange: Exchange, _ connection: Connection) -> MHD_Result {
        // The exchange already counts as suspended. So either the stop waits for it, or the listener is already closed.
        if state.withLock(\.isClosed) {
            exchange.drop()
            return connection.send(.failure(HTTPError(.unavailable, "the server is closing")), closing: true)
        }
        connection.suspend()
        let task = Task(executorPreference: executor) { [handler] in
            let response = await handler(request)
            exchange.answer(response)
            connection.resume()
        }
        exchange.work(in: task)
        return .YES
    }

    fileprivate func send(_ response: Response, on connection: Connection) -> MHD_Result {
        connection.send(response, closing: state.withLock(\.isDraining))
    }

    fileprivate func refuse(_ connection: Connection) -> MHD_Result {
        refuse(connection, HTTPError(.contentTooLarge, "a body may have \(settings.maximumBody) bytes"))
    }

    fileprivate func refuse(_ connection: Connection, _ error: HTTPError) -> MHD_Result {
        connection.send(.failure(error), closing: true)
    }
}

// MARK: The library's callbacks

private let lineCallback:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
        _, address, _ in
        // Released when the request has completed.
        address.map { Unmanaged.passRetained(Exchange(address: $0)).toOpaque() }
    }

private let accessCallback: MHD_AccessHandlerCallback = { context, pointer, url, method, version, bytes, count, slot in
    guard let context, let pointer, let url, let method, let version, let count, let slot, let known = slot.pointee
    else { return .NO }
    // Sound: `start()` passed a retained listener, which is released after the daemon has stopped.
    let listener = Unmanaged<HTTPListener>.fromOpaque(context).takeUnretainedValue()
    let connection = Connection(pointer: pointer)
    // Sound: the request line's callback put a retained exchange into the slot. It is released when the request
    // completes.
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if listener.begin(exchange) {
        let length = connection.header("Content-Length").flatMap { Int($0) } ?? 0
        return length > listener.settings.maximumBody ? listener.refuse(connection) : .YES
    }
    if count.pointee > 0 {
        exchange.receive(
            UnsafeRawBufferPointer(start: bytes, count: count.pointee), limit: listener.settings.maximumBody)
        count.pointee = 0
        return .YES
    }
    switch exchange.next() {
    case .nothing: return .YES
    case .refuse: return listener.refuse(connection)
    case .send(let response): return listener.send(response, on: connection)
    case .work(let body):
        guard !exchange.isCut(url, before: version), let path = String(validatingCString: url),
            let query = connection.query
        else {
            exchange.drop()
            return listener.refuse(connection, HTTPError(.badRequest, "the address holds a NUL, or is no UTF-8"))
        }
        let request = Request(
            String(cString: method), path, query: query, headers: connection.headers, body: body)
        return listener.work(on: request, exchange, connection)
    }
}

private let completedCallback: MHD_RequestCompletedCallback = { context, _, slot, _ in
    guard let context, let slot, let known = slot.pointee else { return }
    slot.pointee = nil
    // Sound: as above. This is the last call for the exchange, and it takes over the reference that the first call
    // retained.
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    Unmanaged<HTTPListener>.fromOpaque(context).takeUnretainedValue().end(exchange)
}

private let connectionCallback: MHD_NotifyConnectionCallback = { context, _, _, what in
    guard let context else { return }
    // Sound: as above.
    Unmanaged<HTTPListener>.fromOpaque(context).takeUnretainedValue()
        .countConnections(what == .CONNECTION_NOTIFY_STARTED ? 1 : -1)
}

private let logCallback: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { context, text in
    guard let context, let text else { return }
    // Sound: as above.
    Unmanaged<HTTPListener>.fromOpaque(context).takeUnretainedValue()
        .log("libmicrohttpd: " + String(cString: text).split(separator: "\n").joined(separator: " "))
}
