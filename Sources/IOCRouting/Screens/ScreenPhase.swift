/// Where a screen is in its life in the tree.
public struct ScreenPhase: Hashable, Sendable, CustomStringConvertible {
    /// The phase in a word.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// In no tree.
    public static let detached = ScreenPhase("detached")
    /// On its way in.
    public static let appearing = ScreenPhase("appearing")
    /// In the tree.
    public static let live = ScreenPhase("live")
    /// On its way out: searches skip it.
    public static let dismissing = ScreenPhase("dismissing")
}
