/// A screen that contains other screens and plays one role: stack, tabs, split, or a role of your own.
public protocol ContainerScreen: RoutedScreen {
    /// The kind of container, which decides the actions that fit it.
    associatedtype Role: ContainerRole
}

/// A container that can be created together with its first screens.
public protocol PrefilledContainer: ContainerScreen {
    /// Creates a container of these screens.
    @MainActor init(children: [Base])
}

/// A kind of container. An action names the role that it needs, a container screen the role that it plays.
///
/// Roles are types, so an action on the wrong kind of container does not compile.
public protocol ContainerRole {
    /// The default behavior of containers of this kind.
    static var behavior: ContainerBehavior { get }
}

/// Screens on top of each other; the last one is visible.
public enum StackRole: ContainerRole {
    /// The last screen is visible, and revealing a screen removes the screens above it.
    public static var behavior: ContainerBehavior { .stack }
}

/// Screens side by side; the selected one is visible.
public enum TabsRole: ContainerRole {
    /// The selected screen is visible.
    public static var behavior: ContainerBehavior { .tabs }
}

/// A primary screen with details beside it.
public enum SplitRole: ContainerRole {
    /// The primary screen and the last of the details are visible.
    public static var behavior: ContainerBehavior { .split }
}

/// The role of a screen's class; nil if the class is not a container.
func containerRole(of type: any AnyObject.Type) -> (any ContainerRole.Type)? {
    func role<Container: ContainerScreen>(of container: Container.Type) -> any ContainerRole.Type {
        Container.Role.self
    }
    return (type as? any ContainerScreen.Type).map { role(of: $0) }
}

/// The kind of container that a role describes, in words: `StackRole` is a stack, `Panes.Role` is panes.
func roleInWords(_ role: any ContainerRole.Type) -> String {
    let names = String(reflecting: role).split(separator: ".")
    let own = names.last.map(String.init) ?? ""
    let name = own == "Role" ? names.dropLast().last.map(String.init) ?? own : own
    return (name.hasSuffix("Role") ? String(name.dropLast(4)) : name).lowercased()
}
