/// A type that is decoded from a list.
protocol PropertyList {
    static var elementKind: PropertyKind { get }
}

extension Array: PropertyList {
    static var elementKind: PropertyKind { (Element.self as? any PropertyConvertible.Type)?.kind ?? .any }
}

extension Set: PropertyList {
    static var elementKind: PropertyKind { (Element.self as? any PropertyConvertible.Type)?.kind ?? .any }
}
