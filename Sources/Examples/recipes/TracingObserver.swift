import IOC
import Tracing

/// An observer that begins a span for each asynchronous creation, `start()` and `ready()` of a component.
struct TracingObserver: ContextObserver {
    func handle(_ event: ContextEvent) {}

    func creating(_ component: String, _ create: @Sendable () async throws -> Void) async throws {
        try await withSpan("create \(component)") { _ in try await create() }
    }
    func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws {
        try await withSpan("start \(component)") { _ in try await start() }
    }
    func readying(_ component: String, _ ready: @Sendable () async throws -> Void) async throws {
        try await withSpan("ready \(component)") { _ in try await ready() }
    }
}
