/// Like swift-log, with the parts that the recipes need.
package struct Logger: Sendable {
    package enum Level: String, Codable, CaseIterable, Sendable {
        case trace, debug, info, notice, warning, error, critical
    }

    package let label: String
    package var logLevel = Level.info

    package init(label: String) { self.label = label }
}

extension Logger {
    @TaskLocal package static var current = Logger(label: "default")
}

package func withLogger<Result>(
    _ logger: Logger, _ operation: (Logger) async throws -> Result
) async rethrows -> Result {
    try await Logger.$current.withValue(logger) { try await operation(logger) }
}
