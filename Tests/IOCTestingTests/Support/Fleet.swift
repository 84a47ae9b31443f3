import IOC
import IOCBase

/// The fleets that the tests of one suite saw, each once.
final class Sightings: Sendable {
    private let seen = Guarded<[Fleet]>([])
    var fleets: [Fleet] { seen.withLock { $0 } }

    func see(_ fleet: Fleet) {
        seen.withLock { seen in
            if !seen.contains(where: { $0 === fleet }) { seen.append(fleet) }
        }
    }
}

final class Fleet: IOCComponent, Startable, Stoppable {
    private let state = Guarded((starts: 0, stops: 0))
    var starts: Int { state.withLock(\.starts) }
    var stops: Int { state.withLock(\.stops) }
    func start() async throws { state.withLock { $0.starts += 1 } }
    func stop() async throws { state.withLock { $0.stops += 1 } }
}
