/// A screen that holds other screens in one particular role: stack, tabs, split, or your own.
public protocol ContainerScreen: RoutedScreen {
    /// What kind of container this is, which decides the actions that fit it.
    associatedtype Role: ContainerRole
}
