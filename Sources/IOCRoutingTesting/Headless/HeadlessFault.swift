/// The reason why a headless host did not make a change.
public struct HeadlessFault: Error, Hashable, CustomStringConvertible {
    /// The fault.
    public let description: String

    /// A fault in words.
    public init(_ description: String) { self.description = description }
}
