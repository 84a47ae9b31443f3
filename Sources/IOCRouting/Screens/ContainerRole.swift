/// A kind of container. An action names the role it works in, a container screen the role it plays.
///
/// Roles are types, so that an action on the wrong kind of container does not compile.
public protocol ContainerRole {
    /// The behaviour of containers of this kind unless one says otherwise.
    static var behavior: ContainerBehavior { get }
}

/// The role of a screen's class, where that is a container's.
func containerRole(of type: any AnyObject.Type) -> (any ContainerRole.Type)? {
    func role<Container: ContainerScreen>(of container: Container.Type) -> any ContainerRole.Type {
        Container.Role.self
    }
    return (type as? any ContainerScreen.Type).map { role(of: $0) }
}

/// The kind of container that a role is about, in words: `StackRole` is a stack, `Panes.Role` panes.
func roleInWords(_ role: any ContainerRole.Type) -> String {
    let names = String(reflecting: role).split(separator: ".")
    let own = names.last.map(String.init) ?? ""
    let name = own == "Role" ? names.dropLast().last.map(String.init) ?? own : own
    return (name.hasSuffix("Role") ? String(name.dropLast(4)) : name).lowercased()
}
