/// Screens on top of each other, of which the last one shows.
public enum StackRole: ContainerRole {
    /// The last screen shows, and revealing one removes those above it.
    public static var behavior: ContainerBehavior { .stack }
}
