import IOC
import Synchronization

/// The state that belongs to one request.
@Component(.scope(.request))
final class Visit: Stoppable {
    private let steps = Mutex<[String]>([])

    func note(_ step: String) { steps.withLock { $0.append(step) } }

    var log: String { steps.withLock { $0.joined(separator: ", ") } }

    /// Ends with the request: a transaction would be committed here.
    func stop() async throws {}
}
