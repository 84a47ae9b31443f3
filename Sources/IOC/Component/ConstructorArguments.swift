/// The arguments of a ``Constructor``, looked up for the instance that is being made.
public class ConstructorArguments: @unchecked Sendable {
    // Sound: it has nothing that changes.

    init() {}

    /// The argument of a parameter.
    /// - Parameter index: The number of the parameter, from 0.
    /// - Throws: ``IOCError`` where nothing or too much fits, where making it fails, where the parameter is of another type or
    ///   not there, and outside the call of the constructor's closure.
    public final subscript<Value>(index: Int) -> Value {
        get throws { try value(at: index) }
    }

    @usableFromInline
    final func next<Value>(_ type: Value.Type, at index: inout Int) throws -> Value {
        defer { index += 1 }
        return try self[index]
    }

    func value<Value>(at index: Int) throws -> Value {
        preconditionFailure("a subclass answers")
    }
}
