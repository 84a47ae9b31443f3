package import Logging
package import ServiceLifecycle
import Synchronization

package protocol ApplicationProtocol: Service {
    associatedtype Responder: HTTPResponder
    var responder: Responder { get async throws }
}

/// A server like Hummingbird's: a service that ends gracefully by answering the requests that it has begun.
///
/// Requests come from inside the process, by the port's number. A request to a port without a server is refused. A
/// cancelled server drops the requests that it has not answered.
package struct Application<Responder: HTTPResponder>: ApplicationProtocol {
    package let responder: Responder
    private let port: Int

    package init<ResponderBuilder: HTTPResponderBuilder>(
        router: ResponderBuilder, configuration: ApplicationConfiguration = ApplicationConfiguration(),
        logger: Logger? = nil
    ) where Responder == ResponderBuilder.Responder {
        responder = router.buildResponder()
        port = configuration.address.port
    }

    package func run() async throws {
        let line = Line { [responder] path in
            let context = Responder.Context(source: ApplicationRequestContextSource())
            return try await responder.respond(to: Request(method: .get, path: path), context: context).body.text
        }
        Network.listeners.withLock { $0[port] = line }
        defer { Network.listeners.withLock { $0[port] = nil } }
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await line.untilClosed()
            } onGracefulShutdown: {
                line.close(droppingRequests: false)
            }
        } onCancel: {
            line.close(droppingRequests: true)
        }
        try Task.checkCancellation()
    }
}

/// The requests of one server.
private final class Line: Sendable {
    private struct State {
        var isClosed = false
        var next = 0
        var tasks: [Int: Task<String, any Error>] = [:]
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let handler: @Sendable (String) async throws -> String
    private let state = Mutex(State())

    init(_ handler: @escaping @Sendable (String) async throws -> String) { self.handler = handler }

    func request(_ path: String) -> (number: Int, task: Task<String, any Error>)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.next += 1
            let task = Task { [handler] in
                let answer = try await handler(path)
                try Task.checkCancellation()
                return answer
            }
            state.tasks[state.next] = task
            return (state.next, task)
        }
    }

    func ended(_ number: Int) { wake { $0.tasks[number] = nil } }

    func close(droppingRequests: Bool) {
        let tasks = state.withLock { state in
            state.isClosed = true
            return droppingRequests ? state.tasks.values.map { $0 } : []
        }
        for task in tasks { task.cancel() }
        wake { _ in }
    }

    private func wake(_ change: @Sendable (inout State) -> Void) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            change(&state)
            guard state.isClosed, state.tasks.isEmpty else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    func untilClosed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isClosed, state.tasks.isEmpty { return true }
                state.waiter = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}

/// The ports of this process.
package enum Network {
    package struct Refused: Error {}
    fileprivate static let listeners = Mutex<[Int: Line]>([:])

    package static func get(_ path: String, port: Int) async throws -> String {
        guard let line = listeners.withLock({ $0[port] }), let request = line.request(path) else { throw Refused() }
        defer { line.ended(request.number) }
        return try await request.task.value
    }
}
