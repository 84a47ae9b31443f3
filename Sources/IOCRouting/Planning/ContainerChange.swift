/// The change of a container by a run of steps.
struct ContainerChange<Screen: RoutedScreen> where Screen.Base == Screen {
    let container: PlannedScreen<Screen>
    /// What the container holds when this comes to be made; nil for one that is yet to be made itself.
    let expected: [PlannedScreen<Screen>]?
    /// How much of that stays.
    let kept: Int
    var embeddings: [Embedding]
    var result: [PlannedScreen<Screen>]
}
