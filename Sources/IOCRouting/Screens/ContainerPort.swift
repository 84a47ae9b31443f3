/// What a container holds, and the two changes it can make to that.
@MainActor public protocol ContainerPort<Screen> {
    /// The root class of the screens.
    associatedtype Screen: RoutedScreen where Screen.Base == Screen

    /// Everything the container holds, in its own order.
    var contained: [Screen] { get }

    /// What of it shows.
    var visible: [Screen] { get }

    /// What the container shows and what revealing does.
    var behavior: ContainerBehavior { get }

    /// Shows a contained screen, as ``behavior`` says.
    func reveal(_ screen: Screen, animated: Bool) async throws

    /// Replaces what the container holds, in one change.
    func setContained(_ screens: [Screen], animated: Bool) async throws
}
