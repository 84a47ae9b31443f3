import IOCConfiguration
import IOCModel

/// The arguments of a call of a definition.
///
/// 1. `Hashable` values are compared by `==`.
/// 2. Other objects are equal if they are the same object. Types are equal if they are the same type.
/// 3. Optionals are compared by their wrapped values.
/// 4. Other values can't be compared. Neither can a value that is not equal to itself, such as `Double.nan`.
@usableFromInline
final class ArgumentKey: @unchecked Sendable {
    // Sound: the values never change. They are only compared, and passed to the closures of one call. The call's thread
    // reads the lazy properties before other threads find the key.
    private let values: [Any]
    private lazy var parts = values.map(Self.part)

    init(_ values: [Any]) { self.values = values }

    /// The type of an argument that can't be compared; nil if all can be.
    var incomparable: Any.Type? { zip(values, parts).first { $1 == nil }.map { type(of: $0.0) } }

    /// The hash of the arguments. Equal keys have equal hashes.
    private(set) lazy var hash = parts.hashValue

    func value(at index: Int) -> Any? { values.indices.contains(index) ? values[index] : nil }

    static func areEqual(_ left: ArgumentKey?, _ right: ArgumentKey?) -> Bool {
        if left === right { return true }
        guard let left, let right, left.hash == right.hash else { return false }
        return left.incomparable == nil && left.parts == right.parts
    }

    /// Returns a value in a form that can be compared; nil if it can't be compared.
    private static func part(_ value: Any) -> AnyHashable? {
        if let value = (value as? any Hashable).map({ AnyHashable($0) }) { return value == value ? value : nil }
        if let type = value as? Any.Type { return ObjectIdentifier(type) }
        if type(of: value) is AnyClass { return ObjectIdentifier(value as AnyObject) }
        guard let optional = value as? any OptionalArgument else { return nil }
        return optional.wrapped.map(part) ?? AnyHashable(Never?.none)
    }
}

/// A key of tables of shared instances: the definition, and the hash of the arguments.
///
/// Equal arguments have the same key. Different arguments may have the same key too, so the caller compares the
/// arguments. It does so outside the table's lock, because their `==` may call the container.
struct InstanceKey: Hashable {
    // The table retains the definition, so no other object can get the same identifier.
    private let definition: ObjectIdentifier
    private let argumentHash: Int

    init(_ definition: ObjectIdentifier, _ arguments: ArgumentKey?) {
        self.definition = definition
        argumentHash = arguments?.hash ?? 0
    }
}

/// An optional whose type is not known.
private protocol OptionalArgument {
    var wrapped: Any? { get }
}

extension Optional: OptionalArgument {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}

extension ArgumentKey {
    /// Returns an argument as the type of the closure's parameter, and advances `index` to the next argument.
    /// - Throws: ``IOCError`` if the argument has another type.
    @usableFromInline
    static func argument<Value>(
        of key: ArgumentKey?, as type: Value.Type, at index: inout Int
    ) throws -> Value {
        defer { index += 1 }
        var found = key?.value(at: index)
        if found == nil, type == InjectionPoint.self { found = InjectionPoint.current }
        guard let value = found as? Value else {
            let name = found.map { TypeName.written(Swift.type(of: $0)) } ?? "nothing"
            throw IOCError(
                .protocolMismatch(found: name), at: Frame.innermost?.pointee.site?.facts.origin,
                wanted: TypeName.written(type))
        }
        return value
    }
}
