import IOC
import Synchronization

/// The known facts of the request that is being answered; one for each, shared by all who ask during it.
@Component(.scope(.request))
final class RequestContext {
    private let state = Mutex("none")

    /// The id that the client sent along, or a new one.
    var id: String {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
