package import ServiceLifecycle

/// A store for sessions, like Hummingbird's, with the parts that the page needs.
package protocol PersistDriver: Service {
    func get<Object: Codable & Sendable>(key: String, as object: Object.Type) async throws -> Object?
}

/// Keeps sessions in memory.
package final class MemoryPersistDriver: PersistDriver {
    package init() {}
    package func get<Object: Codable & Sendable>(key: String, as object: Object.Type) async throws -> Object? { nil }
    package func run() async throws {}
}
