/// A screen that holds other screens in one particular role: stack, tabs, split, or your own.
public protocol ContainerScreen: RoutedScreen {
    /// The kind of container, which decides the actions that fit it.
    associatedtype Role: ContainerRole
}
