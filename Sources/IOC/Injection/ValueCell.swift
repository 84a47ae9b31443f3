import IOCModel

/// The place where a ``Value`` property's value stands: it differs from a dependency's in where the value comes from.
final class ValueCell<Wrapped: Decodable & Sendable>: InjectionCell<Wrapped>, PropertyCell, @unchecked Sendable {
    // Sound: what it adds never changes.

    private let fallback: Wrapped?

    init(key: String, fallback: Wrapped?, fileID: StaticString, line: Int) {
        self.fallback = fallback
        super.init(qualifier: QualifierName(key), fileID: fileID, line: line)
    }

    var key: String { qualifier ?? "" }

    override func make(in core: ContextCore, _ found: FoundInstances?) throws -> Wrapped {
        // Read in a class's `init()`, it is not bound yet, and belongs to what is being made.
        let definition = binding == nil ? ConstructionFrame.innermost?.pointee.definition : binding?.definition
        do {
            let store = core.registry.properties
            return try store.read(Wrapped.self, at: key, for: definition?.facts, default: fallback)
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault(point: facts(wanted: Wrapped.self)))
        }
    }

    override func parts(of value: Wrapped, in core: ContextCore) throws -> [FoundInstances.Element] { [] }

    override func facts(wanted: Any.Type) -> InjectionPointFacts {
        var facts = super.facts(wanted: wanted)
        facts.shape = .property
        return facts
    }

    func fault() -> Fault? {
        do {
            _ = try resolved()
            return nil
        } catch {
            return (error as? IOCError)?.faults.first
        }
    }
}
