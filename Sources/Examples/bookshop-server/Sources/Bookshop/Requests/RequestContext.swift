import IOC
import Synchronization

/// The properties of the current request. All components that serve the request share one instance.
@Component(.scope(.request))
final class RequestContext {
    private let state = Mutex("none")

    /// The id that the client sent, or a new one.
    var id: String {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
