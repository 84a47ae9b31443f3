/// The screen that an action starts at, as the action sees it.
public struct ActionSituation: Hashable, Sendable, CustomStringConvertible {
    /// The screen's name, or nil where the tree is empty.
    public var origin: String?

    /// A situation made of its facts.
    public init(origin: String?) { self.origin = origin }

    /// The situation in words.
    public var description: String { origin ?? "an empty tree" }
}
