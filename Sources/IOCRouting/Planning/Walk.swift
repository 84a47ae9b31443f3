/// The result of walking a route back from its destination: where it meets the tree, and the screens still to be made.
struct Walk<Screen: RoutedScreen> where Screen.Base == Screen {
    /// Where the route meets the tree.
    var base: Screen?
    /// The step whose screen that is; nil for an origin.
    var found: BoundStep<Screen>?
    /// The steps to be made, the one next to the base first.
    var pending: [BoundStep<Screen>]
    /// The steps looked at, from the destination on.
    var trail: [RoutePlan.Consideration]

    /// The steps that take part, from the base to the destination.
    var steps: [BoundStep<Screen>] { (found.map { [$0] } ?? []) + pending }
}
