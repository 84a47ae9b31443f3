/// A primary screen and, beside it, details.
public enum SplitRole: ContainerRole {
    /// The primary screen and the last of the details show.
    public static var behavior: ContainerBehavior { .split }
}
