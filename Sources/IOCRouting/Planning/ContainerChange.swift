/// The change of a container by a run of steps.
struct ContainerChange<Screen: RoutedScreen> where Screen.Base == Screen {
    let container: PlannedScreen<Screen>
    /// What the container held when this was planned; nil for one that is yet to be made.
    let expected: [Screen]?
    /// How much of that stays.
    let kept: Int
    var embeddings: [Embedding]
    var result: [PlannedScreen<Screen>]
}
