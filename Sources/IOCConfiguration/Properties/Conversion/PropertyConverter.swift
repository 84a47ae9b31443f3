import IOCModel

/// Makes values of types that properties do not convert to by themselves.
///
/// A component or definition of this type attaches itself to its context; of several that take a type, the first by
/// `order`, then by name, converts. It comes before the type's own decoding.
///
/// ```swift
/// final class ColorConverter: IOCComponent, PropertyConverter {
///     func converts(to type: Any.Type) -> Bool { type == Color.self }
///     func convert(_ value: PropertyValue, to type: Any.Type) throws -> Any { try Color(named: value) }
/// }
/// ```
public protocol PropertyConverter: AnyObject, Sendable {
    /// Returns true if it makes values of a type.
    func converts(to type: Any.Type) -> Bool

    /// Makes a value.
    /// - Parameters:
    ///   - value: The value from the sources, with placeholders expanded.
    ///   - type: A type it takes.
    /// - Returns: A value of that type.
    /// - Throws: The error of the value; it becomes the cause of an ``IOCError``, unless the property is secret.
    func convert(_ value: PropertyValue, to type: Any.Type) throws -> Any
}

extension PropertySession {
    /// The value that a converter of the context makes, or nil where none takes the type.
    @_semantics("optimize.sil.specialize.generic.never")
    func converted<Wanted>(_ type: Wanted.Type, at place: Place) throws -> Wanted? {
        guard let converter = lookup.store.converter(to: type) else { return nil }
        guard let node = try node(at: place, as: .any) else { throw missing(place.key, type) }
        found(node)
        var isSecret = node.isSecret
        func failure(_ verb: String) -> PropertyFailure {
            conversion(node, at: place.key, type, expected: "a value that \(Swift.type(of: converter)) \(verb)")
        }
        var expansion = PlaceholderExpansion(budget)
        let value = try lookup.whole(node, at: place.key, isSecret: &isSecret, &expansion)
        do {
            if let made = try converter.convert(value, to: type) as? Wanted {
                try (made as? any ValidatedProperty)?.validate()
                return made
            }
        } catch {
            var failure = failure("takes")
            if !isSecret { failure.cause = error }
            throw failure
        }
        throw failure("makes one of")
    }
}
