import IOCBase
import IOCModel
import Synchronization

/// The components and instances that lookups without a name have found, by type.
///
/// A lookup reads the last snapshot without a lock. Types that the snapshot lacks are found under the mutex. After more
/// such lookups than there are types, a new snapshot with all types is published. Former snapshots stay until the table
/// is closed, because another thread may be reading them.
final class TypeTable: @unchecked Sendable {
    // Sound: snapshots never change, and their addresses are published and read atomically. Components and values stay
    // until the table is closed, and no reader can be inside after that.

    /// The answer for a type.
    enum Answer: @unchecked Sendable {
        // Sound: the table retains the referenced objects, and they never change.

        /// The address of a value of the type, which is the component's shared instance.
        case value(UnsafeRawPointer, Unmanaged<CallSite>)
        /// The component. Its instances differ, or the shared one doesn't exist yet.
        case site(Unmanaged<CallSite>)
    }

    private final class Snapshot {
        let answers: [ObjectIdentifier: Answer]
        init(_ answers: [ObjectIdentifier: Answer]) { self.answers = answers }
    }

    private struct State {
        var answers: [ObjectIdentifier: Answer] = [:]
        var snapshots: [Snapshot] = []
        /// Closures that release the objects of the answers.
        var releases: [@Sendable () -> Void] = []
        /// The number of accesses under the mutex since the last snapshot.
        var misses = 0
        var isClosed = false
    }

    private let state = Guarded(State())
    /// The address of the last snapshot, which `state` retains.
    private let current = Atomic<UnsafeRawPointer?>(nil)
    /// True if the last snapshot lacks some types.
    private let hasMore = Atomic<Bool>(false)

    /// The answer for a type that was resolved before; nil for other types.
    subscript(type: Any.Type) -> Answer? {
        if let snapshot = current.load(ordering: .acquiring).map(Unmanaged<Snapshot>.fromOpaque),
            let known = snapshot._withUnsafeGuaranteedRef({ $0.answers[ObjectIdentifier(type)] })
        {
            return known
        }
        guard hasMore.load(ordering: .acquiring) else { return nil }
        return state.withLock { state in
            defer { publish(&state) }
            return state.answers[ObjectIdentifier(type)]
        }
    }

    /// Records the component that a type resolves to.
    func insert<Value>(_ site: CallSite, for type: Value.Type) {
        insert(.site(.passUnretained(site)), for: type) { withExtendedLifetime(site) {} }
    }

    /// Records the value of a component's shared instance, which stays until the context is emptied.
    func insert<Value>(_ value: Value, of site: CallSite, for type: Value.Type) {
        let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        address.initialize(to: value)
        // Sound: only the table frees the value, once.
        nonisolated(unsafe) let memory = address
        insert(.value(UnsafeRawPointer(address), .passUnretained(site)), for: type) {
            withExtendedLifetime(site) {}
            memory.deinitialize(count: 1)
            memory.deallocate()
        }
    }

    /// Records an answer, unless the table is closed or has a value for the type.
    private func insert(_ answer: Answer, for type: Any.Type, release: @escaping @Sendable () -> Void) {
        let isIn = state.withLock { state in
            if state.isClosed { return false }
            switch (state.answers[ObjectIdentifier(type)], answer) {
            case (nil, _), (.site, .value): break
            default: return false
            }
            state.answers[ObjectIdentifier(type)] = answer
            state.releases.append(release)
            hasMore.store(true, ordering: .releasing)
            publish(&state)
            return true
        }
        if !isIn { release() }
    }

    /// Counts an access under the mutex, and publishes a snapshot after enough of them.
    private func publish(_ state: inout State) {
        state.misses += 1
        guard state.misses > state.answers.count, hasMore.load(ordering: .relaxed) else { return }
        state.misses = 0
        let snapshot = Snapshot(state.answers)
        state.snapshots.append(snapshot)
        current.store(Unmanaged.passUnretained(snapshot).toOpaque(), ordering: .releasing)
        hasMore.store(false, ordering: .releasing)
    }

    /// Removes all answers for good.
    func close() {
        current.store(nil, ordering: .releasing)
        hasMore.store(false, ordering: .releasing)
        let former = state.withLock { exchange(&$0, with: State(isClosed: true)) }
        for release in former.releases { release() }
    }
}
