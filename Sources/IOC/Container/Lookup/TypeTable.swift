import IOCBase
import IOCModel
import Synchronization

/// The answers for types that were resolved without a name, read without a lock.
///
/// New types are first found under the mutex. After as many such lookups as there are types, a new snapshot with all types is
/// published. Former snapshots stay until the table is closed, because another thread may be reading them.
final class TypeTable: @unchecked Sendable {
    // Sound: snapshots never change, and the address of one is published and read atomically. Sites and values stay until the
    // table is closed, and then no reader can be inside.

    /// The answer for a type.
    enum Answer: @unchecked Sendable {
        // Sound: what the references lead to never changes, and the table retains it.

        /// The address of the value of a component's shared instance, as the type.
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
        /// Releases what the answers refer to.
        var releases: [@Sendable () -> Void] = []
        /// The lookups that have gone here since the last snapshot.
        var misses = 0
        var isClosed = false
    }

    private let state = Guarded(State())
    /// The address of the last snapshot, which `state` retains.
    private let current = Atomic<UnsafeRawPointer?>(nil)
    /// True if the last snapshot doesn't have all types.
    private let hasMore = Atomic<Bool>(false)

    /// The answer for a type that was resolved before.
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

    /// Enters the component that a type resolves to.
    func insert<Value>(_ site: CallSite, for type: Value.Type) {
        insert(.site(.passUnretained(site)), for: type) { withExtendedLifetime(site) {} }
    }

    /// Enters the value of a component's shared instance, which stays until the context is emptied.
    func insert<Value>(_ value: Value, of site: CallSite, for type: Value.Type) {
        let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        address.initialize(to: value)
        // Sound: the table alone frees the value, once.
        nonisolated(unsafe) let memory = address
        insert(.value(UnsafeRawPointer(address), .passUnretained(site)), for: type) {
            withExtendedLifetime(site) {}
            memory.deinitialize(count: 1)
            memory.deallocate()
        }
    }

    /// Enters an answer, unless the table is closed or has a value.
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

    /// Counts a lookup that went to the mutex, and publishes a snapshot when there were enough.
    private func publish(_ state: inout State) {
        state.misses += 1
        guard state.misses > state.answers.count, hasMore.load(ordering: .relaxed) else { return }
        state.misses = 0
        let snapshot = Snapshot(state.answers)
        state.snapshots.append(snapshot)
        current.store(Unmanaged.passUnretained(snapshot).toOpaque(), ordering: .releasing)
        hasMore.store(false, ordering: .releasing)
    }

    /// Forgets everything for good.
    func close() {
        current.store(nil, ordering: .releasing)
        hasMore.store(false, ordering: .releasing)
        let former = state.withLock { exchange(&$0, with: State(isClosed: true)) }
        for release in former.releases { release() }
    }
}
