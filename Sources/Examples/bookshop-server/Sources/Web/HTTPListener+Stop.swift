import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension HTTPListener {
    /// Answers the requests that have begun, and stops.
    ///
    /// 1. From now on, each answer closes its connection.
    /// 2. The listener accepts no more connections, except those that clients have already made. If another listener
    ///    shares the socket, the other listener accepts them.
    /// 3. Running requests may finish. A connection that is kept alive may have a request on its way, which has the
    ///    time `quiet` to arrive.
    /// 4. After `limit`, the running requests are cancelled, and have the time `grace` to answer. Requests that clients
    ///    have not sent completely are dropped.
    /// - Throws: ``DrainError`` if a cancelled request did not end. The process has to end then.
    package func stop(
        drainingFor limit: Duration, quiet: Duration = .milliseconds(100), grace: Duration = .seconds(1)
    ) async throws {
        guard
            let daemon = state.withLock({ state in
                state.isDraining = true
                return state.daemon
            })
        else { return }
        if MHD_quiesce_daemon(daemon.pointer) >= 0, daemon.socket.leave() {
            while var connection = daemon.socket.accept() {
                _ = withUnsafePointer(to: &connection.address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        MHD_add_connection(
                            daemon.pointer, connection.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }
            daemon.socket.refuse()
        }
        let isIdle = await closes(within: limit) { state in
            state.exchanges.isEmpty && (state.connections == 0 || state.lastChange.duration(to: .now) >= quiet)
        }
        if !isIdle {
            let late = state.withLock { $0.exchanges.values.map { $0 } }
            for exchange in late { exchange.cancel() }
            log("\(late.count) request\(late.count == 1 ? " was" : "s were") cancelled after \(limit)")
            guard await closes(within: grace, { $0.exchanges.values.allSatisfy { !$0.isSuspended } }) else {
                throw DrainError(count: state.withLock { $0.exchanges.values.count(where: \.isSuspended) })
            }
        }
        // The library requires that no request is suspended, now or later.
        MHD_stop_daemon(daemon.pointer)
        daemon.socket.end()
        state.withLock { $0.daemon = nil }
        Unmanaged.passUnretained(self).release()
    }

    /// Waits until a condition holds, and closes the listener at the same moment.
    ///
    /// It checks every few milliseconds, because no event reports that nothing has happened for a while.
    /// - Returns: True if the condition held in time.
    private func closes(within limit: Duration, _ condition: @Sendable (borrowing State) -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + limit
        while true {
            let isClosed = state.withLock { state in
                state.isClosed = condition(state)
                return state.isClosed
            }
            if isClosed { return true }
            if ContinuousClock.now >= deadline { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// The error for requests that did not end although they were cancelled.
package struct DrainError: Error, CustomStringConvertible {
    let count: Int

    package var description: String {
        "\(count) request\(count == 1 ? "" : "s") did not end although cancelled; they go down with the process"
    }
}
