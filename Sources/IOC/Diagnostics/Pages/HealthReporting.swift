/// A component that knows whether one thing is well.
///
/// ``ContextPages`` asks all of them at `/health`.
public protocol HealthReporting: Sendable {
    /// What the thing is called.
    var subject: String { get }

    /// Looks how the thing is.
    /// - Returns: How it is, such as `up`.
    /// - Throws: What is wrong with it; its description stands on the page.
    func health() async throws -> String
}
