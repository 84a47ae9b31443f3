/// The arguments of a ``Constructor``, looked up for the instance that is being made.
public class ConstructorArguments: @unchecked Sendable {
    // Sound: it has nothing that changes.

    init() {}

    /// The argument of a parameter.
    /// - Parameter index: The number of the parameter, from 0.
    /// - Throws: ``IOCError`` where nothing or too much fits, where making it fails, where the parameter is of another type or
    ///   not there, and outside the call of the constructor's closure.
    @inlinable
    public final subscript<Value>(index: Int) -> Value {
        get throws {
            // Most parameters are of a class, which needs no generic code of the container's.
            if Value.self is AnyClass, let object = try object(at: index, of: Value.self), let value = object as? Value
            {
                return value
            }
            return try value(at: index)
        }
    }

    /// The argument of a parameter whose class was looked for before; nil if the general way has to find it.
    @usableFromInline
    func object(at index: Int, of type: Any.Type) throws -> AnyObject? { nil }

    @usableFromInline
    func value<Value>(at index: Int) throws -> Value {
        preconditionFailure("a subclass answers")
    }
}
