/// A setting's value as a source gives it.
public struct SourcedSetting: Sendable {
    /// The value.
    public let value: SettingValue
    /// True if the source knows the value to be secret, whatever its key.
    public let isSecret: Bool
    private let makeOrigin: @Sendable () -> String

    /// A value with its origin.
    /// - Parameters:
    ///   - value: The value.
    ///   - origin: Where it was said, such as `the environment variable SERVER_PORT`; made when a message needs it, and
    ///     never with the value itself.
    ///   - isSecret: True if the value is masked wherever it is shown.
    public init(
        _ value: SettingValue, from origin: @autoclosure @escaping @Sendable () -> String, isSecret: Bool = false
    ) {
        self.value = value
        self.isSecret = isSecret
        makeOrigin = origin
    }

    /// Where the value was said.
    public var origin: String { makeOrigin() }
}
