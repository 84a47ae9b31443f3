import IOCModel

/// The lines of properties that no instance has declared yet, as their classes' annotations tell them.
///
/// Only a failed boot asks.
struct AnnotatedLines {
    /// The annotated classes by the names that messages call them; nil where several have one name.
    private var classes: [String: (any _AnnotatedComponent.Type)?] = [:]
    /// The places of definitions, which a fault has for want of a line.
    private let origins: Set<Origin>

    init(_ registry: Registry) {
        origins = Set(registry.definitions.map(\.facts.origin))
        var seen: Set<ObjectIdentifier> = []
        for definition in registry.definitions {
            var next: AnyClass? = definition.type as? AnyClass
            while let type = next, seen.insert(ObjectIdentifier(type)).inserted {
                if let annotated = type as? any _AnnotatedComponent.Type {
                    let name = TypeName.simple(type)
                    classes[name] = .some(classes[name] == nil ? annotated : nil)
                }
                next = TypeIdentity.superclass(of: type)
            }
        }
    }

    /// The faults, each with its property's line where only that was missing.
    func located(_ faults: [Fault]) -> [Fault] {
        faults.map { fault in
            guard let point = fault.point, point.location == nil, fault.place.map(origins.contains) ?? true,
                let type = classes[point.owner] ?? nil, let line = type._injectionPoints.points[point.property]?.line
            else { return fault }
            var fault = fault
            fault.place = nil
            fault.point?.location = SourceLocation(fileID: type._injectionPoints.fileID, line: line)
            return fault
        }
    }
}
