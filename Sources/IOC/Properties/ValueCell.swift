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

    override func make(in core: ContextCore) throws -> Wrapped {
        // Read in a class's `init()`, it is not bound yet, and belongs to what is being made.
        let definition = binding == nil ? ConstructionFrame.innermost?.pointee.definition : binding?.definition
        do {
            let store = core.registry.properties
            return try store.read(Wrapped.self, at: key, for: definition?.facts, default: fallback)
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault(point: facts(wanted: Wrapped.self)))
        }
    }

    override func facts(wanted: Any.Type) -> InjectionPointFacts {
        var facts = super.facts(wanted: wanted)
        facts.shape = .property
        return facts
    }

    override func heldObjects() -> [Unmanaged<AnyObject>] { [] }

    func fault() -> Fault? {
        do {
            _ = try resolved()
            return nil
        } catch {
            return (error as? IOCError)?.models.first
        }
    }
}

/// A property's cell without its type.
protocol PropertyCell {
    /// What is wrong with the property; where nothing is, it is filled.
    func fault() -> Fault?
}

extension InjectionPlan {
    /// What is wrong with the properties of an instance that is bound already; the others are filled.
    func propertyFaults(of instance: AnyObject) -> [Fault] {
        guard mayHaveProperties else { return [] }
        return cells(of: instance).compactMap { ($0 as? any PropertyCell)?.fault() }
    }

    /// Whether the class has properties with values; a class that only a mirror tells of may.
    var mayHaveProperties: Bool { points?.contains(where: \.isProperty) ?? true }

    /// Whether the class has properties whose keys no instance has told yet.
    var hasUntoldProperties: Bool { !isLearned && mayHaveProperties }
}

extension Registry {
    /// In strict mode, what files say and nobody has read, unless a class that was not made yet may read it.
    var unreadFaults: [Fault] {
        guard properties.isStrict, !definitions.contains(where: \.mayReadMore) else { return [] }
        return properties.unread
    }

    /// What is wrong with the properties of the instances that boot has made; the others are filled.
    func propertyFaults(of instances: (Int) -> AnyObject?) -> [Fault] {
        definitions.flatMap { definition -> [Fault] in
            guard definition.isEager, let plan = definition.plan, plan.mayHaveProperties,
                let instance = instances(definition.index)
            else { return [] }
            return plan.propertyFaults(of: instance)
        }
    }
}

extension RegisteredDefinition {
    /// Whether an instance that was not made yet may have properties that nobody knows of.
    fileprivate var mayReadMore: Bool { plan?.hasUntoldProperties ?? (!isEager && TypeIdentity.isExistential(type)) }
}
