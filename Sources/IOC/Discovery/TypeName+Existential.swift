import IOCConfiguration

extension TypeName {
    /// The type as a person would write it at an injection point.
    static func written(_ type: Any.Type) -> String {
        if type is AnyClass { return qualified(type) }
        if type == Any.self || type == AnyObject.self { return simple(type) }
        let name = readable(_typeName(type, qualified: true))
        return TypeIdentity.isExistential(type) && !name.hasPrefix("any ") ? "any \(name)" : name
    }

    /// The same for the types of definitions, on request.
    static let writer = TypeWriter { written(TypeIdentity.type($0)) }
}
