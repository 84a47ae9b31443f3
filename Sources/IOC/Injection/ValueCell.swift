import IOCConfiguration
import IOCModel

/// The cell of a ``Value`` property. It reads a setting instead of resolving a component.
class ValueCell<Wrapped: Decodable & Sendable>: InjectionCell<Wrapped>, @unchecked Sendable {
    // Sound: what it adds never changes.

    final let fallback: Wrapped?

    init(key: String, fallback: Wrapped?, fileID: StaticString, line: Int) {
        self.fallback = fallback
        super.init(qualifier: QualifierName(key), fileID: fileID, line: line)
    }

    final var key: String { qualifier ?? "" }

    /// The values to come: none, because the value never changes.
    var changes: AsyncStream<Wrapped> { AsyncStream { $0.finish() } }

    override func make(in core: ContextCore) throws -> Wrapped {
        do {
            return try read(core.registry.settings, for: asker)
        } catch let failure as SettingFailure {
            throw IOCError(failure.fault(point: facts(wanted: Wrapped.self)))
        }
    }

    /// The component that asks. In a class's `init()` the cell is not bound yet, and belongs to the instance that is
    /// being made.
    private var asker: DefinitionFacts? {
        (binding == nil ? ConstructionFrame.innermost?.pointee.definition : binding?.definition)?.facts
    }

    /// Reads the value from the sources.
    func read(_ store: SettingStore, for component: DefinitionFacts?) throws -> Wrapped {
        try store.read(Wrapped.self, at: key, for: component, default: fallback)
    }

    override func makeElements(in core: ContextCore) throws -> (value: Wrapped, elements: [Lookup.Element]) {
        (try make(in: core), [])
    }

    override func facts(wanted: Any.Type) -> InjectionPointFacts {
        var facts = super.facts(wanted: wanted)
        facts.shape = .setting
        return facts
    }

    override func propertyFault() -> Fault? {
        do {
            _ = try resolved()
            return nil
        } catch {
            return (error as? IOCError)?.faults.first
        }
    }
}

/// The cell of a property that follows its sources: each read asks the live value.
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
