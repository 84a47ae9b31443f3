/// A kind of container. An action names the role it works in, a container screen the role it plays.
///
/// Roles are types, so that an action on the wrong kind of container does not compile.
public protocol ContainerRole {
    /// How containers of this kind behave unless one says otherwise.
    static var behavior: ContainerBehavior { get }
}

/// Screens on top of each other, of which the last one shows.
public enum StackRole: ContainerRole {
    /// The last screen shows, and revealing one removes those above it.
    public static var behavior: ContainerBehavior { .stack }
}

/// Screens beside each other, of which one is selected.
public enum TabsRole: ContainerRole {
    /// The selected screen shows.
    public static var behavior: ContainerBehavior { .tabs }
}

/// A master screen and, beside it, details.
public enum SplitRole: ContainerRole {
    /// The master and the last of the details show.
    public static var behavior: ContainerBehavior { .split }
}

/// The role of a screen's class, where that is a container's.
func containerRole(of type: any AnyObject.Type) -> (any ContainerRole.Type)? {
    (type as? any ContainerScreen.Type).map { roleOf($0) }
}

func roleOf<Container: ContainerScreen>(_ container: Container.Type) -> any ContainerRole.Type {
    Container.Role.self
}

func roleName(_ role: any ContainerRole.Type) -> String {
    String(describing: role)
}

/// The kind of container that a role is about, in words: `StackRole` is a stack, `Panes.Role` panes.
func roleInWords(_ role: any ContainerRole.Type) -> String {
    let names = String(reflecting: role).split(separator: ".")
    let own = names.last.map(String.init) ?? ""
    let name = own == "Role" ? names.dropLast().last.map(String.init) ?? own : own
    return (name.hasSuffix("Role") ? String(name.dropLast(4)) : name).lowercased()
}
