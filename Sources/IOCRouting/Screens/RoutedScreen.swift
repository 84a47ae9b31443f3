/// A screen that routes can lead to: a class of one family, whose root class the host works with.
///
/// The family's root class conforms once and names itself; its subclasses inherit that:
///
/// ```swift
/// class AppScreen: RoutedScreen { typealias Base = AppScreen }
/// ```
public protocol RoutedScreen: AnyObject {
    /// The root class of the family, which is what the host calls a screen.
    associatedtype Base: RoutedScreen where Base.Base == Base
}

/// A screen that holds other screens in one particular role: stack, tabs, split, or your own.
public protocol ContainerScreen: RoutedScreen {
    /// What kind of container this is, which decides the actions that fit it.
    associatedtype Role: ContainerRole
}

/// A container that can be made together with its first screens.
public protocol PrefilledContainer: ContainerScreen {
    /// Makes a container that holds these screens.
    @MainActor init(children: [Base])
}

/// A screen that needs nothing to be made.
public protocol InitializableScreen: RoutedScreen {
    /// Makes the screen.
    @MainActor init()
}
