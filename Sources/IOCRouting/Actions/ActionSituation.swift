/// What an action knows of the screen it starts at.
public struct ActionSituation: Hashable, Sendable, CustomStringConvertible {
    /// The screen's name, or nil where the tree is empty.
    public var origin: String?

    /// A situation made of its facts.
    public init(origin: String?) { self.origin = origin }

    /// The situation in words.
    public var description: String { origin ?? "an empty tree" }
}
