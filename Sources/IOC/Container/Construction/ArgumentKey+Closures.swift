import IOCConfiguration
import IOCModel

extension ArgumentKey {
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
            var fault = Fault(.protocolMismatch(found: name))
            fault.wanted = TypeName.written(type)
            fault.place = ConstructionFrame.innermost.map { $0.pointee.definition.facts.origin }
            throw IOCError(fault)
        }
        return value
    }
}
