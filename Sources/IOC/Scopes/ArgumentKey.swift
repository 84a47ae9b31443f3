import IOCModel

/// The runtime arguments of a call, compared by equality; hashes only narrow down what there is to compare.
///
/// Arguments that are neither `Equatable` nor objects are equal to none, so what is made from them is never shared.
@usableFromInline
final class ArgumentKey: @unchecked Sendable {
    // Sound: the values are handed to the closures of the call that brought them, and compared; nothing changes them.
    private let values: [Any]

    init(_ values: [Any]) { self.values = values }

    func value(at index: Int) -> Any? { values.indices.contains(index) ? values[index] : nil }

    /// Equal for equal keys; arguments without a hash count for nothing.
    var hash: Int {
        var hasher = Hasher()
        for value in values {
            if let value = value as? any Hashable { value.hash(into: &hasher) }
        }
        return hasher.finalize()
    }

    /// An argument as the type that a closure takes it as; the next one is asked for after it.
    /// - Throws: ``IOCError`` where it is of another type.
    @usableFromInline
    static func argument<Value>(
        of key: ArgumentKey?, as type: Value.Type, at index: inout Int
    ) throws -> Value {
        defer { index += 1 }
        let found = key?.value(at: index)
        guard let value = found as? Value else {
            let name = found.map { TypeName.written(Swift.type(of: $0)) } ?? "nothing"
            var fault = Fault(.parameterisedProtocolMismatch(found: name))
            fault.wanted = TypeName.written(type)
            fault.place = ConstructionFrame.innermost.map { $0.pointee.definition.facts.origin }
            throw IOCError(fault)
        }
        return value
    }

    static func areEqual(_ left: ArgumentKey?, _ right: ArgumentKey?) -> Bool {
        switch (left, right) {
        case (nil, nil): return true
        case (let left?, let right?):
            return left.values.count == right.values.count && zip(left.values, right.values).allSatisfy(isEqual)
        default: return false
        }
    }

    private static func isEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? any Equatable { return isEqual(left, to: right) }
        if type(of: left) is AnyClass, type(of: right) is AnyClass {
            return left as AnyObject === right as AnyObject
        }
        return false
    }

    private static func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
        (right as? Value) == left
    }
}
