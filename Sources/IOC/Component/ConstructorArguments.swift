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
            guard var instance = try prototype(at: index, of: Value.self) else { return try value(at: index) }
            return withUnsafeMutablePointer(to: &instance) {
                // Sound: the prototype is one of the very class `Value`, so it and its address are the same to the memory.
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: Value.self).move()
            }
        }
    }

    // Named by its number, as the metadata of a generic parameter would be looked up each time.
    @inlinable
    @inline(__always)
    final func next<Value>(_ type: Value.Type, at index: inout Int) throws -> Value {
        defer { index += 1 }
        return try self[index]
    }

    /// The prototype that a parameter is passed, with a reference of the caller's own; nil where it is passed anything else, or
    /// nobody knows yet.
    /// - Parameter type: The class that the prototype has to be of.
    @usableFromInline
    func prototype(at index: Int, of type: Any.Type) throws -> Unmanaged<AnyObject>? { nil }

    @usableFromInline
    func value<Value>(at index: Int) throws -> Value {
        preconditionFailure("a subclass answers")
    }
}
