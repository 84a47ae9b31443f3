import IOCBase
import IOCModel
import Synchronization

/// The components that types were resolved to, read without a lock.
///
/// Readers look in the published snapshot. What was added since stands behind the mutex, until as many lookups have gone there
/// as there are types; then a new snapshot is published. Former ones stay until the table is closed, as another thread may be
/// reading them.
final class TypeTable: @unchecked Sendable {
    // Sound: snapshots never change, and the address of one is published and read atomically.

    private final class Snapshot {
        // Sound: the table retains each resolution until it is closed. Two threads that counted references to one would wait
        // for each other.
        let resolutions: [TypeID: Unmanaged<TypeResolution>]
        init(_ resolutions: [TypeID: TypeResolution]) {
            self.resolutions = resolutions.mapValues(Unmanaged.passUnretained)
        }
    }

    private struct State {
        var resolutions: [TypeID: TypeResolution] = [:]
        var snapshots: [Snapshot] = []
        /// The lookups that have gone here since the last snapshot.
        var misses = 0
        var isClosed = false
    }

    private let state = Guarded(State())
    /// The address of the last snapshot, which `state` retains.
    private let current = Atomic<UnsafeRawPointer?>(nil)

    /// What a type resolves to, if it was resolved before.
    subscript(type: TypeID) -> Unmanaged<TypeResolution>? {
        // Sound: `close` is called when no reader can be inside any more.
        if let snapshot = current.load(ordering: .acquiring).map(Unmanaged<Snapshot>.fromOpaque),
            let known = snapshot._withUnsafeGuaranteedRef({ $0.resolutions[type] })
        {
            return known
        }
        return state.withLock { state in
            defer { publish(&state) }
            return state.resolutions[type].map(Unmanaged.passUnretained)
        }
    }

    /// Enters what a type resolves to, unless the table is closed.
    /// - Returns: What the type resolves to: another thread may have been first.
    func insert(_ resolution: TypeResolution, for type: TypeID) -> TypeResolution {
        state.withLock { state in
            if state.isClosed { return resolution }
            if let known = state.resolutions[type] { return known }
            state.resolutions[type] = resolution
            publish(&state)
            return resolution
        }
    }

    /// Counts a lookup that went to the mutex, and publishes a snapshot when there were enough.
    private func publish(_ state: inout State) {
        state.misses += 1
        guard state.misses > state.resolutions.count, !state.resolutions.isEmpty else { return }
        state.misses = 0
        let snapshot = Snapshot(state.resolutions)
        state.snapshots.append(snapshot)
        current.store(Unmanaged.passUnretained(snapshot).toOpaque(), ordering: .releasing)
    }

    /// Forgets everything for good.
    func close() {
        current.store(nil, ordering: .releasing)
        let former = state.withLock { exchange(&$0, with: State(isClosed: true)) }
        withExtendedLifetime(former) {}
    }
}
