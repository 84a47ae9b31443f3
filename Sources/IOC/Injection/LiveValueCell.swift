import IOCBase
import IOCConfiguration
import IOCModel

/// The place of a property's value that follows its sources: each read asks the live value.
final class LiveValueCell<Wrapped: Decodable & Sendable>: ValueCell<Wrapped>, @unchecked Sendable {
    // Sound: the only state is under the lock.

    private enum Content {
        case empty
        case following(LiveValue<Wrapped>)
        /// A value that was assigned, which follows nothing.
        case assigned(Wrapped)
    }

    private let content = Guarded(Content.empty)

    override var isFilled: Bool { if case .empty = content.withLock({ $0 }) { false } else { true } }

    override func resolve() throws -> Wrapped {
        switch content.withLock({ $0 }) {
        case .following(let live): return live.value
        case .assigned(let value): return value
        case .empty:
            if let binding { return try inGate(of: binding) { try make(in: $0) } }
            let core = try ContextCore.ambient(for: facts(wanted: Wrapped.self))
            return try core.inGate(for: { facts(wanted: Wrapped.self) }) { try make(in: core) }
        }
    }

    override func read(_ store: SettingStore, for component: DefinitionFacts?) throws -> Wrapped {
        let live = try LiveValue(
            store, at: key, for: component, default: fallback, point: facts(wanted: Wrapped.self))
        // Another thread may have been first.
        content.withLock { if case .empty = $0 { $0 = .following(live) } }
        return try resolve()
    }

    override func assign(_ value: Wrapped) {
        let former = content.withLock { exchange(&$0, with: .assigned(value)) }
        withExtendedLifetime(former) {}
    }

    override var changes: AsyncStream<Wrapped> {
        _ = try? resolved()
        guard case .following(let live) = content.withLock({ $0 }) else { return AsyncStream { $0.finish() } }
        return live.changes
    }
}
