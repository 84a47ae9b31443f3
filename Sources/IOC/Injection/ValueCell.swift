import IOCBase
import IOCConfiguration
import IOCModel

/// The cell of a ``Value`` property. It reads a setting instead of resolving a component.
class ValueCell<Wrapped: Decodable & Sendable>: InjectionCell<Wrapped>, @unchecked Sendable {
    // Sound: the class adds only constants.

    final let fallback: Wrapped?

    init(key: String, fallback: Wrapped?, fileID: StaticString, line: Int) {
        self.fallback = fallback
        super.init(qualifier: key, fileID: fileID, line: line)
    }

    final var key: String { qualifier ?? "" }

    /// The future values: none, because the property does not follow its sources.
    var changes: AsyncStream<Wrapped> { AsyncStream { $0.finish() } }

    override func find(
        in core: ContextCore, for binding: InjectionBinding?
    ) throws -> (value: Wrapped, parts: [ResolvedSite], met: Int?) {
        do {
            return (try read(core.settings, for: asker), [], nil)
        } catch let error as IOCError {
            throw error.asked(by: facts(wanted: Wrapped.self))
        }
    }

    /// The component that reads the setting. Before the property is bound, as in a class's `init()`, this is the
    /// component that the thread is creating.
    private var asker: DefinitionFacts? {
        (binding == nil ? Frame.innermost?.pointee.site : binding?.site)?.facts
    }

    /// Reads the value from the sources.
    func read(_ store: SettingStore, for component: DefinitionFacts?) throws -> Wrapped {
        try store.read(Wrapped.self, at: key, for: component, default: given)
    }

    /// A closure that returns the property's default; nil if there is none.
    final var given: (@Sendable () -> Wrapped)? {
        guard let fallback else { return nil }
        return { fallback }
    }

    override func facts(wanted: Any.Type) -> InjectionPointFacts {
        var facts = super.facts(wanted: wanted)
        facts.shape = .setting
        return facts
    }

    override func propertyFault() -> Fault? {
        (Result { try resolved() }.failure as? IOCError)?.faults.first
    }
}

/// The cell of a property that follows its sources. Each read gets the value of a `LiveValue`.
final class LiveValueCell<Wrapped: Decodable & Sendable>: ValueCell<Wrapped>, @unchecked Sendable {
    // Sound: the only state is under the lock.

    /// The live value, or an assigned value, which never changes; nil if there is neither.
    private let content = Guarded<Live<Wrapped>?>(nil)

    override var isFilled: Bool { content.withLock { $0 != nil } }

    override func resolve() throws -> Wrapped {
        if let live = content.withLock({ $0 }) { return live.value }
        if let binding { return try inGate(of: binding) { try find(in: $0, for: binding).value } }
        let core = try ContextCore.ambient(for: facts(wanted: Wrapped.self))
        return try core.inGate(for: { facts(wanted: Wrapped.self) }) { try find(in: core, for: nil).value }
    }

    override func read(_ store: SettingStore, for component: DefinitionFacts?) throws -> Wrapped {
        let live = try LiveValue(
            store, at: key, for: component, default: given, point: facts(wanted: Wrapped.self))
        // If another thread has stored its live value first, that value is kept.
        content.withLock { if $0 == nil { $0 = Live(live) } }
        return try resolve()
    }

    override func assign(_ value: Wrapped) {
        let former = content.withLock { exchange(&$0, with: Live(value)) }
        withExtendedLifetime(former) {}
    }

    override var changes: AsyncStream<Wrapped> {
        _ = try? resolved()
        return content.withLock({ $0 })?.changes ?? super.changes
    }
}
