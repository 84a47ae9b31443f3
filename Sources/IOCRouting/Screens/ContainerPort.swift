/// The content of a container, and the two changes it can make to it.
@MainActor public protocol ContainerPort<Screen> {
    /// The root class of the screens.
    associatedtype Screen: RoutedScreen where Screen.Base == Screen

    /// Everything the container holds, in its own order.
    var contained: [Screen] { get }

    /// The visible part of it.
    var visible: [Screen] { get }

    /// The behaviour of the container: its visible screens and the effect of revealing.
    var behavior: ContainerBehavior { get }

    /// Shows a contained screen, as ``behavior`` says.
    func reveal(_ screen: Screen, animated: Bool) async throws

    /// Replaces what the container holds, in one change.
    func setContained(_ screens: [Screen], animated: Bool) async throws
}
