/// A type that the container can make by itself, with the way it does.
enum ComponentType: Sendable {
    /// By its `init()`.
    case plain(any IOCComponent.Type)
    /// By an initializer that is passed what it needs.
    case constructed(any ConstructedComponent.Type)

    var type: any ManagedComponent.Type {
        switch self {
        case .plain(let type): type
        case .constructed(let type): type
        }
    }

    /// The traits of a type without those that its superclass keeps to itself; they are code, and read anew each time.
    static func ownTraits(of type: any ManagedComponent.Type) -> [ComponentTrait] {
        let superclass = (type as? AnyClass).flatMap(TypeIdentity.superclass).flatMap(ComponentType.of)
        // `ManagedComponent` knows the traits of the class that conforms first, which may have no `class var traits`.
        let annotated = superclass == nil ? nil : type as? any _AnnotatedComponent.Type
        let traits = annotated?.traits ?? type.traits
        return traits.isEmpty ? [] : ComponentTrait.own(traits, below: superclass?.type.traits)
    }

    #if canImport(ObjectiveC)
    /// A type as a component; nil where it is none.
    static func of(_ type: Any.Type) -> ComponentType? { cast(type) }
    #else
    /// A type as a component; nil where it is none.
    ///
    /// The records of the program answer: a cast would have the runtime search all of them for each class, which made a
    /// program's first boot take its classes squared.
    static func of(_ type: Any.Type) -> ComponentType? {
        let known = ProgramRecords.latest
        if let found = find(type, known) { return found }
        // An image that came meanwhile may let the type conform.
        let records = ProgramRecords.current()
        return records === known ? nil : find(type, records)
    }

    private static func find(_ type: Any.Type, _ records: ProgramRecords) -> ComponentType? {
        guard let candidate = type as? AnyClass else {
            // Sound: a type and the way it conforms to the only protocol are what an existential metatype consists of.
            return records.conformance(ofValue: type).map {
                .constructed(unsafeBitCast($0, to: (any ConstructedComponent.Type).self))
            }
        }
        if records.conforms(candidate, to: (any ManagedComponent).self) == false { return nil }
        if let found = records.metatype(of: candidate, as: (any ConstructedComponent).self) {
            // Sound: as above.
            return .constructed(unsafeBitCast(found, to: (any ConstructedComponent.Type).self))
        }
        if let found = records.metatype(of: candidate, as: (any IOCComponent).self) {
            // Sound: as above.
            return .plain(unsafeBitCast(found, to: (any IOCComponent.Type).self))
        }
        return cast(type)
    }
    #endif

    private static func cast(_ type: Any.Type) -> ComponentType? {
        if let type = type as? any ConstructedComponent.Type { return .constructed(type) }
        return (type as? any IOCComponent.Type).map { .plain($0) }
    }
}
