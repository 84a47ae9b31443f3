/// Makes values of types that settings do not convert to by themselves.
///
/// A component or definition of this type attaches itself to its context; of several that take a type, the first by
/// `order`, then by name, converts. It comes before the type's own decoding.
///
/// ```swift
/// final class ColorConverter: IOCComponent, SettingConverter {
///     func converts(to type: Any.Type) -> Bool { type == Color.self }
///     func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { try Color(named: value) }
/// }
/// ```
public protocol SettingConverter: AnyObject, Sendable {
    /// Returns true if it makes values of a type.
    func converts(to type: Any.Type) -> Bool

    /// Makes a value.
    /// - Parameters:
    ///   - value: The value from the sources, with placeholders expanded.
    ///   - type: A type it takes.
    /// - Returns: A value of that type.
    /// - Throws: The error of the value; it becomes the cause of an ``IOCError``, unless the setting is secret.
    func convert(_ value: SettingValue, to type: Any.Type) throws -> Any
}
