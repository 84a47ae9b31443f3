/// The rule by which tests share a context.
public struct ContextSharing: Hashable, Sendable {
    private enum Way {
        case perTest, configuration
    }

    private let way: Way

    /// Each test, and each case of a parameterized test, has its own context.
    public static let perTest = ContextSharing(way: .perTest)
    /// Tests with equal configurations and with overrides from the same traits share one context.
    ///
    /// The context is created when the first of these tests runs. It is stopped when the last suite or test that may
    /// need it has ended.
    public static let configuration = ContextSharing(way: .configuration)
}
