/// Which tests get the same context.
public enum ContextSharing: Sendable {
    /// Each test, and each case of a parameterised one, gets a context of its own.
    case none
    /// Tests whose configurations are equal, and whose overrides come from the same traits, share one context.
    ///
    /// It is made when the first of them runs, and stopped when the last suite or test that may need it has ended.
    case configuration
}
