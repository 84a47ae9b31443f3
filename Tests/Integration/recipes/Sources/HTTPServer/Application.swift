package import Logging
import ServiceLifecycle
import Synchronization

package protocol Responder: Sendable {
    func respond(to path: String) async throws -> String
}

/// A server as Hummingbird's is: generic over what responds, and a service that ends gracefully by answering what it has begun.
///
/// Requests come from inside the process, by the port's number. One to a port that nobody serves is refused, and a cancelled
/// server drops what it has not answered.
package struct Application<R: Responder>: Service {
    private let responder: R
    private let port: Int

    package init(responder: R, port: Int, logger: Logger) {
        self.responder = responder
        self.port = port
    }

    package func run() async throws {
        let line = Line { [responder] in try await responder.respond(to: $0) }
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

/// What one server serves.
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
