/// The style of a presented screen; hosts may add styles of their own.
public struct PresentationStyle: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The style's name.
    public var name: String

    /// A style by its name.
    public init(_ name: String) { self.name = name }

    /// The host's own choice.
    public static let automatic = PresentationStyle("automatic")
    /// Over the whole window.
    public static let fullScreen = PresentationStyle("fullScreen")
    /// As a sheet.
    public static let sheet = PresentationStyle("sheet")

    /// The style's name.
    public var description: String { name }
}
