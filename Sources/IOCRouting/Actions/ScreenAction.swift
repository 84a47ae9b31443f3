/// Puts a new screen into the tree at another one: presents it, makes it the root, or nothing.
public protocol ScreenAction {
    /// Where the screen goes; throws where that cannot be.
    @MainActor func placement(in situation: ActionSituation) throws -> Placement
}
