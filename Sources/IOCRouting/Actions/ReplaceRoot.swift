/// Makes the screen the root of the tree.
public struct ReplaceRoot: ScreenAction {
    /// Replaces the root.
    public init() {}

    /// At the root.
    public func placement(in situation: ActionSituation) throws -> Placement { .replaceRoot }
}
