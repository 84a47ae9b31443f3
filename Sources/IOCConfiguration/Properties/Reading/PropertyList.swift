/// A type that is decoded from a list.
protocol PropertyList {
    static var elementKind: PropertyKind { get }
}

extension PropertyList where Self: Sequence {
    static var elementKind: PropertyKind { (Element.self as? any PropertyConvertible.Type)?.kind ?? .any }
}

extension Array: PropertyList {}
extension Set: PropertyList {}
