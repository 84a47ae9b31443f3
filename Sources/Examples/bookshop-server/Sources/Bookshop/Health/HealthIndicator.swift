import IOC

/// A component that knows whether one thing is well.
protocol HealthIndicator: IOCComponent {
    /// What the thing is called.
    var subject: String { get }
    /// - Returns: How it is.
    /// - Throws: What is wrong with it.
    func check() async throws -> String
}

/// Something is not well, and how.
struct Unwell: Error, CustomStringConvertible {
    let description: String
}
