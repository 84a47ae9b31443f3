import IOCBase
import IOCModel
import Synchronization

/// The components that types were resolved to, read without a lock.
///
/// Readers look in the published snapshot. What was added since is behind the mutex, until as many lookups have gone there as
/// there are types; then a new snapshot is published, and nothing is behind the mutex any more. Former snapshots stay until the
/// table is closed, as another thread may be reading them.
final class TypeTable: @unchecked Sendable {
    // Sound: snapshots never change, and the address of one is published and read atomically.

    private final class Snapshot {
        // Sound: the table retains each resolution until it is closed. Two threads that counted references to one would wait
        // for each other.
        let resolutions: [ObjectIdentifier: Unmanaged<TypeResolution>]
        init(_ resolutions: [ObjectIdentifier: TypeResolution]) {
            self.resolutions = resolutions.mapValues(Unmanaged.passUnretained)
        }
    }

    private struct State {
        var resolutions: [ObjectIdentifier: TypeResolution] = [:]
        var snapshots: [Snapshot] = []
        /// The lookups that have gone here since the last snapshot.
        var misses = 0
        var isClosed = false
    }

    private let state = Guarded(State())
    /// The address of the last snapshot, which `state` retains.
    private let current = Atomic<UnsafeRawPointer?>(nil)
    /// True if the last snapshot doesn't have all types.
    private let hasMore = Atomic<Bool>(false)

    /// What a type resolves to, if it was resolved before.
    subscript(type: Any.Type) -> Unmanaged<TypeResolution>? {
        // Sound: `close` is called when no reader can be inside any more.
        if let snapshot = current.load(ordering: .acquiring).map(Unmanaged<Snapshot>.fromOpaque),
            let known = snapshot._withUnsafeGuaranteedRef({ $0.resolutions[ObjectIdentifier(type)] })
        {
            return known
        }
        guard hasMore.load(ordering: .acquiring) else { return nil }
        return state.withLock { state in
            defer { publish(&state) }
            return state.resolutions[ObjectIdentifier(type)].map(Unmanaged.passUnretained)
        }
    }

    /// Enters what a type resolves to, unless the table is closed.
    /// - Returns: What the type resolves to: another thread may have been first.
    func insert(_ resolution: TypeResolution, for type: Any.Type) -> TypeResolution {
        state.withLock { state in
            if state.isClosed { return resolution }
            if let known = state.resolutions[ObjectIdentifier(type)] { return known }
            state.resolutions[ObjectIdentifier(type)] = resolution
            hasMore.store(true, ordering: .releasing)
            publish(&state)
            return resolution
        }
    }

    /// Counts a lookup that went to the mutex, and publishes a snapshot when there were enough.
    private func publish(_ state: inout State) {
        state.misses += 1
        guard state.misses > state.resolutions.count, hasMore.load(ordering: .relaxed) else { return }
        state.misses = 0
        let snapshot = Snapshot(state.resolutions)
        state.snapshots.append(snapshot)
        current.store(Unmanaged.passUnretained(snapshot).toOpaque(), ordering: .releasing)
        hasMore.store(false, ordering: .releasing)
    }

    /// Forgets everything for good.
    func close() {
        current.store(nil, ordering: .releasing)
        hasMore.store(false, ordering: .releasing)
        let former = state.withLock { exchange(&$0, with: State(isClosed: true)) }
        withExtendedLifetime(former) {}
    }
}

/// The component that a type resolves to in a context, and the typed value once it never changes.
///
/// It is no generic class, because the runtime would make a class for each type that is asked for.
@usableFromInline
final class TypeResolution: @unchecked Sendable {
    // Sound: the value is written before its address is published, once, and never changes.

    /// The component: one of the context, or of an ancestor.
    let component: Lookup.Component
    private let type: Any.Type
    /// The address of the value of a shared instance, as the type; nil before it is published.
    private let value = Atomic<UnsafeMutableRawPointer?>(nil)

    init(of type: Any.Type, _ component: Lookup.Component) {
        self.type = type
        self.component = component
    }

    deinit {
        guard let address = value.load(ordering: .acquiring) else { return }
        func free<Value>(_ type: Value.Type) { Self.free(address, as: type) }
        _openExistential(type, do: free)
    }

    /// The address of the value, once there is one that never changes.
    @usableFromInline var published: UnsafeRawPointer? { value.load(ordering: .acquiring).map { UnsafeRawPointer($0) } }

    /// The value for an injection point or a call.
    /// - Parameter type: The type that was resolved.
    func value<Value>(as type: Value.Type, for asker: AnyInjectionCell?) throws -> Value {
        if let address = value.load(ordering: .acquiring) {
            if ConstructionFrame.innermost != nil, asker?.isDetached ?? true { note() }
            return address.assumingMemoryBound(to: type).pointee
        }
        let definition = component.definition
        let (made, instance) = try component.lookup.maker.value(of: definition, as: type, for: asker)
        if definition.sharing == .context, definition.slot.hasPublished(instance) { publish(made) }
        return made
    }

    /// Has the innermost construction remember that it asked for the component.
    private func note() {
        guard let frame = ConstructionFrame.innermost, frame.pointee.maker === component.lookup.maker else { return }
        component.lookup.maker.dependencies.observe(component.definition, by: frame.pointee.definition)
        if let instance = component.definition.slot.instance { frame.pointee.note(instance) }
    }

    private func publish<Value>(_ made: Value) {
        let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        address.initialize(to: made)
        let fresh = UnsafeMutableRawPointer(address)
        if !value.compareExchange(expected: nil, desired: fresh, ordering: .releasing).exchanged {
            Self.free(fresh, as: Value.self)
        }
    }

    private static func free<Value>(_ address: UnsafeMutableRawPointer, as type: Value.Type) {
        let typed = address.assumingMemoryBound(to: type)
        typed.deinitialize(count: 1)
        typed.deallocate()
    }
}
