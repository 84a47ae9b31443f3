/// What an action knows of the screen it starts at.
public struct ActionSituation: Hashable, Sendable, CustomStringConvertible {
    /// The screen's name, or nil where the tree is empty.
    public var origin: String?
    /// Whether that screen presents one already.
    public var isPresenting: Bool

    /// A situation made of its facts.
    public init(origin: String?, isPresenting: Bool = false) {
        self.origin = origin
        self.isPresenting = isPresenting
    }

    /// The situation in words.
    public var description: String {
        guard let origin else { return "an empty tree" }
        return isPresenting ? "\(origin), which presents a screen" : origin
    }
}
