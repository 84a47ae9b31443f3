/// The class instances that an injected value refers to directly.
enum HeldObjects {
    static func collect(_ value: Any, into objects: inout [Unmanaged<AnyObject>]) {
        if type(of: value) is AnyClass {
            objects.append(.passUnretained(value as AnyObject))
        } else if let container = value as? any ValueContainer {
            for element in container.containedValues { collect(element, into: &objects) }
        }
    }
}

/// The forms whose values hold others; a provider holds none.
private protocol ValueContainer {
    var containedValues: [Any] { get }
}

extension Optional: ValueContainer {
    fileprivate var containedValues: [Any] { map { [$0] } ?? [] }
}

extension Array: ValueContainer {
    fileprivate var containedValues: [Any] { self }
}

extension Dictionary: ValueContainer where Key == String {
    fileprivate var containedValues: [Any] { Array(values) }
}
