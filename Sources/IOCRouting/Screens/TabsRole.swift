/// Screens beside each other, of which one is selected.
public enum TabsRole: ContainerRole {
    /// The selected screen shows.
    public static var behavior: ContainerBehavior { .tabs }
}
