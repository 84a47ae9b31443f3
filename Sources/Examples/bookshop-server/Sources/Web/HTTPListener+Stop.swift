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
    /// Serves what was begun, and ends.
    ///
    /// 1. Each answer from now on closes its connection.
    /// 2. No connection is accepted any more, but for those that clients had made already; where another listener shares the
    ///    socket, that one accepts them.
    /// 3. Requests at work are waited for. A connection that is kept alive may have a request on its way: it has `quiet` to
    ///    arrive.
    /// 4. After `limit` the requests still at work are cancelled, and have `grace` to answer; those that clients have not
    ///    sent to the end are dropped.
    /// - Throws: ``DrainError`` where even that did not end them; the process then has to.
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
        // No request is suspended, or will be; the library requires that.
        MHD_stop_daemon(daemon.pointer)
        daemon.socket.end()
        state.withLock { $0.daemon = nil }
        Unmanaged.passUnretained(self).release()
    }

    /// Waits until something holds, and closes the listener in the same moment.
    ///
    /// It looks every few milliseconds: "nothing has happened for a while" is no event to wait for.
    /// - Returns: True if it did, in time.
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

/// Requests that did not end although they were cancelled.
package struct DrainError: Error, CustomStringConvertible {
    let count: Int

    package var description: String {
        "\(count) request\(count == 1 ? "" : "s") did not end although cancelled; they go down with the process"
    }
}
