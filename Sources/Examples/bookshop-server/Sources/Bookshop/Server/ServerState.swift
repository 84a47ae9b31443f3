import IOC
import Synchronization
import Web

/// The state of the server, for components that report it.
@Component
final class ServerState {
    enum Phase: String, Sendable, Encodable {
        case starting, serving, draining, stopped
    }

    private struct State {
        var phase = Phase.starting
        var listener: HTTPListener?
    }

    private let state = Mutex(State())

    var phase: Phase { state.withLock(\.phase) }

    /// The number of requests that are being answered.
    var requestsInFlight: Int { state.withLock(\.listener)?.requestsInFlight ?? 0 }

    func serves(by listener: HTTPListener) {
        state.withLock { $0 = State(phase: .serving, listener: listener) }
    }

    func drains() { state.withLock { $0.phase = .draining } }

    func hasStopped() { state.withLock { $0 = State(phase: .stopped) } }
}
