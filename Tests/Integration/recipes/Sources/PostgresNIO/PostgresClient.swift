package import Logging
package import ServiceLifecycle
import Synchronization

package struct PostgresQuery: ExpressibleByStringInterpolation, Sendable {
    package let sql: String
    package init(stringLiteral sql: String) { self.sql = sql }
}

package struct PostgresRowSequence: Sendable {}

/// A client like PostgresNIO's: `run()` maintains the connections. A query waits until `run()` has begun, and fails
/// after `run()` has ended.
package final class PostgresClient: Service {
    package struct Configuration: Sendable {
        package enum TLS: Sendable { case disable }

        package init(
            host: String, port: Int = 5432, username: String, password: String?, database: String?, tls: TLS
        ) {}
    }
    package struct ShutDown: Error {}

    private struct State {
        var isRunning = false
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())
    /// The number of answered queries, and of queries that came too late.
    private let counts = Mutex((answered: 0, late: 0))

    package init(configuration: Configuration, backgroundLogger: Logger = Logger(label: "none")) {}

    package var connection: PostgresConnection { PostgresConnection(client: self) }

    package var answered: Int { counts.withLock { $0.answered } }
    package var late: Int { counts.withLock { $0.late } }
    package var isOver: Bool { state.withLock { $0.isOver } }

    package func run() async {
        // The first connection takes some time.
        try? await Task.sleep(for: .milliseconds(100))
        change { $0.isRunning = true }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        change { $0 = State(isOver: true, waiters: $0.waiters) }
    }

    package func query(_ query: PostgresQuery, logger: Logger? = nil) async throws -> PostgresRowSequence {
        await withCheckedContinuation { waiter in
            let isWaiting = state.withLock { state in
                guard !state.isRunning, !state.isOver else { return false }
                state.waiters.append(waiter)
                return true
            }
            if !isWaiting { waiter.resume() }
        }
        guard !isOver else {
            counts.withLock { $0.late += 1 }
            throw ShutDown()
        }
        counts.withLock { $0.answered += 1 }
        return PostgresRowSequence()
    }

    private func change(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

package struct PostgresConnection: Sendable {
    let client: PostgresClient

    package func query(_ query: PostgresQuery, logger: Logger) async throws -> PostgresRowSequence {
        try await client.query(query, logger: logger)
    }
}
