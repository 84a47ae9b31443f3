import IOC
import Logging

/// An observer that gives each component a logger of its own. Everything that the component awaits finds this logger in
/// `Logger.current`.
struct ComponentLoggers: ContextObserver {
    func handle(_ event: ContextEvent) {}

    func creating(_ component: String, _ create: @Sendable () async throws -> Void) async throws {
        try await withLogger(Logger(label: component)) { _ in try await create() }
    }
    func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws {
        try await withLogger(Logger(label: component)) { _ in try await start() }
    }
    func running(_ component: String, _ run: @Sendable () async throws -> Void) async throws {
        try await withLogger(Logger(label: component)) { _ in try await run() }
    }
    func stopping(_ component: String, _ stop: @Sendable () async throws -> Void) async throws {
        try await withLogger(Logger(label: component)) { _ in try await stop() }
    }
}
