/// A master screen and, beside it, details.
public enum SplitRole: ContainerRole {
    /// The master and the last of the details show.
    public static var behavior: ContainerBehavior { .split }
}
