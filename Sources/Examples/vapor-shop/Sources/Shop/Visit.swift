import IOC
import Synchronization

/// The state of one request.
@Component(.scope(.request))
final class Visit: Stoppable {
    private let steps = Mutex<[String]>([])

    func note(_ step: String) { steps.withLock { $0.append(step) } }

    var log: String { steps.withLock { $0.joined(separator: ", ") } }

    /// Runs at the end of the request. Commit a transaction here.
    func stop() async throws {}
}
