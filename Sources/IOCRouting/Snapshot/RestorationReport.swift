/// The outcome of a restoration.
public struct RestorationReport: Sendable {
    /// The routes that were followed, in order.
    public var followed: [String] = []
    /// The routes that failed, and why.
    public var failures: [RoutingError] = []
    /// The screens of the snapshot that the tree lacks now.
    public var missing: [String] = []
    /// The screens of the tree that the snapshot did not have.
    public var additional: [String] = []

    /// True if the tree is what the snapshot was taken of.
    public var isComplete: Bool { failures.isEmpty && missing.isEmpty && additional.isEmpty }
}
