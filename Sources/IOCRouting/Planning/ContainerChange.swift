/// The change of a container by a run of steps.
struct ContainerChange<Screen: RoutedScreen> where Screen.Base == Screen {
    let container: PlannedScreen<Screen>
    /// The content of the container when this comes to be made; nil for one that is yet to be made itself.
    let expected: [PlannedScreen<Screen>]?
    /// The part of it that stays.
    let kept: Int
    var embeddings: [Embedding]
    var result: [PlannedScreen<Screen>]
}
