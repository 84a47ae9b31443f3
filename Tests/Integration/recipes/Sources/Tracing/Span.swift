import Synchronization

/// A span like that of swift-distributed-tracing: the parent of the spans that its operation begins.
package protocol Span: Sendable {
    var operationName: String { get }
}

package struct RecordedSpan: Span {
    package let operationName: String
    package let parent: String?

    @TaskLocal static var current: RecordedSpan?
    private static let finished = Mutex<[RecordedSpan]>([])
    package static var all: [RecordedSpan] { finished.withLock { $0 } }

    func end() { Self.finished.withLock { $0.append(self) } }
}

package func withSpan<T>(
    _ operationName: String, isolation: isolated (any Actor)? = #isolation,
    _ operation: (any Span) async throws -> T
) async rethrows -> T {
    let span = RecordedSpan(operationName: operationName, parent: RecordedSpan.current?.operationName)
    defer { span.end() }
    return try await RecordedSpan.$current.withValue(span) { try await operation(span) }
}
