import IOCBase
import IOCConfiguration
import IOCModel
import Synchronization

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

    override init(key: String, fallback: Wrapped?, fileID: StaticString, line: Int) {
        super.init(key: key, fallback: fallback, fileID: fileID, line: line)
        inlineStorageUse.store(.live, ordering: .releasing)
    }

    override var isFilled: Bool { if case .empty = content.withLock({ $0 }) { false } else { true } }

    override func readLive() throws -> Wrapped {
        switch content.withLock({ $0 }) {
        case .following(let live): return live.value
        case .assigned(let value): return value
        case .empty:
            let core = try binding?.core ?? ContextCore.ambient(for: facts(wanted: Wrapped.self))
            return try made(in: core, inside: binding?.activation, nil)
        }
    }

    override func read(_ store: PropertyStore, for component: DefinitionFacts?) throws -> Wrapped {
        let live = try LiveValue(
            store, at: key, for: component, default: fallback, point: facts(wanted: Wrapped.self))
        // Another thread may have been first.
        content.withLock { if case .empty = $0 { $0 = .following(live) } }
        return try readLive()
    }

    override func assignLive(_ value: Wrapped) {
        let former = content.withLock { exchange(&$0, with: .assigned(value)) }
        withExtendedLifetime(former) {}
    }

    override var changes: AsyncStream<Wrapped> {
        _ = try? resolved()
        guard case .following(let live) = content.withLock({ $0 }) else { return AsyncStream { $0.finish() } }
        return live.changes
    }
}
