/// A setting's type that checks its own values.
///
/// `validate()` is called once a value has been read and converted, wherever the type stands: as a setting of its own, as a
/// member of another type, in a list, and where a ``SettingConverter`` makes it. What it throws becomes the cause of a fault
/// with the key, the place of the value and the setting's line. A default at the setting is not checked.
///
/// ```swift
/// struct PoolSettings: Decodable, Sendable, ValidatedSetting {
///     var smallest = 1
///     var largest: Int
///
///     func validate() throws {
///         guard smallest <= largest else { throw Mistake("smallest is more than largest") }
///     }
/// }
/// ```
public protocol ValidatedSetting: Sendable {
    /// Checks the value.
    /// - Throws: The fault of the value; left out of the message where it is secret.
    func validate() throws
}
