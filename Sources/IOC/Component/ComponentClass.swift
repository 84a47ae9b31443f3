import IOCBase

/// Which classes are components.
enum ComponentClass {
    #if canImport(ObjectiveC)
    /// A class as a component; nil where it is none.
    static func of(_ type: AnyClass) -> (any IOCComponent.Type)? { type as? any IOCComponent.Type }
    #else
    /// A class as a component; nil where it is none.
    ///
    /// The records of the program answer: a cast would have the runtime search all of them for each class, which made a
    /// program's first boot take its classes squared.
    static func of(_ type: AnyClass) -> (any IOCComponent.Type)? {
        let key = TypeIdentity.id(type).rawValue
        let images = ProgramRecords.generation
        if let found = known.withLock({ $0.images == images ? $0.classes[key] : nil }) { return found }
        let records = ProgramRecords.current()
        let found = find(type, records)
        known.withLock { known in
            if known.images != records.number { known = Known(images: records.number) }
            known.classes.set(found, for: key)
        }
        return found
    }

    /// What was found out while the program had the same images: another one may let a class conform.
    private struct Known {
        var images = 0
        var classes = AddressTable<(any IOCComponent.Type)?>()
    }

    private static let known = Guarded(Known())

    private static func find(_ type: AnyClass, _ records: ProgramRecords) -> (any IOCComponent.Type)? {
        if records.conforms(type, to: (any IOCComponent).self) == false { return nil }
        if let found = records.metatype(of: type, as: (any IOCComponent).self) {
            // Sound: a class and the way it conforms to the only protocol are what an existential metatype consists of.
            return unsafeBitCast(found, to: (any IOCComponent.Type).self)
        }
        return type as? any IOCComponent.Type
    }
    #endif
}
