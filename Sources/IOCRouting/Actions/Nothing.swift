/// Leaves the screen where it is.
public struct Nothing: ScreenAction {
    /// Does nothing.
    public init() {}

    /// Nowhere.
    public func placement(in situation: ActionSituation) throws -> Placement { .nothing }
}
