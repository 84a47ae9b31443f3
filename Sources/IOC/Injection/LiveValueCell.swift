import IOCBase
import IOCConfiguration
import IOCModel
import Synchronization

/// The place of a value that follows its sources.
///
/// It shows a copy of the newest value, which is read as any other. Once the value has changed it shows none, so that the
/// next read comes here for a new one. As somebody may be reading an old copy without a lock, each stays until the cell goes;
/// a value that comes back shows its copy again.
final class LiveValueCell<Wrapped: Decodable & Sendable>: ValueCell<Wrapped>, LiveReader, @unchecked Sendable {
    // Sound: copies are immutable, freed with the cell only, and shown and taken away under the lock of `state`.

    /// The number of copies from which on the newest value is read under the lock of the live values.
    static var limit: Int { 16 }

    private let state = Guarded(State())

    private struct State {
        var slot: LiveSlot<Wrapped>?
        var copies: [Copy] = []
        /// True if it has a value of its own, which follows nothing.
        var isAssigned = false
    }

    private struct Copy {
        /// The text that the value was made of; nil for the default.
        let raw: PropertyValue?
        let payload: UnsafeMutableRawPointer
    }

    override init(key: String, fallback: Wrapped?, fileID: StaticString, line: Int) {
        super.init(key: key, fallback: fallback, fileID: fileID, line: line)
    }

    deinit {
        // First the slot, which may be taking the copy away.
        let state = state.withLock { $0 }
        state.slot?.remove(self)
        payload.store(nil, ordering: .releasing)
        for copy in state.copies { Payload<Wrapped>.freeAll(copy.payload) }
    }

    /// Looks the value's place up in the properties of a context.
    /// - Throws: ``PropertyFailure`` where it has no value, or one that does not convert.
    func follow(_ store: PropertyStore, for component: DefinitionFacts?, point: InjectionPointFacts) throws {
        let isRequired = fallback == nil && !(Wrapped.self is any ExpressibleByNilLiteral.Type)
        let slot = try store.liveSlot(Wrapped.self, at: key, for: component, isRequired: isRequired, point: point)
        state.withLock { $0.slot = $0.slot ?? slot }
    }

    override var isFilled: Bool { state.withLock { $0.slot != nil || $0.isAssigned } }

    override func resolve() throws -> Wrapped {
        if let slot = state.withLock({ $0.slot }) { return newest(of: slot) }
        if let binding { return try inGate(of: binding) { try make(in: $0) } }
        let core = try ContextCore.ambient(for: facts(wanted: Wrapped.self))
        return try core.inGate(for: { facts(wanted: Wrapped.self) }) { try make(in: core) }
    }

    override func read(_ store: PropertyStore, for component: DefinitionFacts?) throws -> Wrapped {
        try follow(store, for: component, point: facts(wanted: Wrapped.self))
        return try resolve()
    }

    private func newest(of slot: LiveSlot<Wrapped>) -> Wrapped {
        // The value of a type's own `init(nilLiteral:)` is made with no lock held.
        let missing = missing
        return slot.read(for: self) { value, raw in
            // Sound to unwrap: a slot refuses to be empty where there is neither a default nor nil.
            let value = value ?? missing!
            show(value, of: raw)
            return value
        }
    }

    /// The value where no source has one.
    private var missing: Wrapped? {
        fallback ?? (Wrapped.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Wrapped
    }

    // MARK: Copies

    /// The number of copies, for tests.
    var shownCopies: Int { state.withLock(\.copies.count) }

    private func show(_ value: Wrapped, of raw: PropertyValue?) {
        state.withLock { state in
            guard !state.isAssigned else { return }
            if let known = state.copies.first(where: { $0.raw == raw }) {
                payload.store(known.payload, ordering: .releasing)
            } else if state.copies.count < Self.limit {
                add(value, of: raw, &state)
            }
        }
    }

    private func add(_ value: Wrapped, of raw: PropertyValue?, _ state: inout State) {
        let copy = Payload.make(value)
        state.copies.append(Copy(raw: raw, payload: copy))
        payload.store(copy, ordering: .releasing)
    }

    func invalidate() {
        state.withLock { state in
            if !state.isAssigned { payload.store(nil, ordering: .releasing) }
        }
    }

    override func assign(_ value: Wrapped) {
        state.withLock { state in
            state.isAssigned = true
            add(value, of: nil, &state)
        }
    }

    override var changes: AsyncStream<Wrapped> {
        _ = try? resolved()
        guard let slot = state.withLock({ $0.slot }) else { return AsyncStream { $0.finish() } }
        let missing = missing
        return slot.changes { $0 ?? missing! }
    }
}
