import IOCModel

/// The place where a ``Value`` property's value stands: it differs from a dependency's in where the value comes from.
class ValueCell<Wrapped: Decodable & Sendable>: InjectionCell<Wrapped>, @unchecked Sendable {
    // Sound: what it adds never changes.

    final let fallback: Wrapped?

    init(key: String, fallback: Wrapped?, fileID: StaticString, line: Int) {
        self.fallback = fallback
        super.init(qualifier: QualifierName(key), fileID: fileID, line: line)
    }

    final var key: String { qualifier ?? "" }

    /// The values to come: none, as it stays as it is.
    var changes: AsyncStream<Wrapped> { AsyncStream { $0.finish() } }

    override func make(in core: ContextCore) throws -> Wrapped {
        do {
            return try read(core.registry.settings, for: asker)
        } catch let failure as SettingFailure {
            throw IOCError(failure.fault(point: facts(wanted: Wrapped.self)))
        }
    }

    /// The component that asks: in a class's `init()` the cell is not bound yet, and belongs to what is being made.
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
