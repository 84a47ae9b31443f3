import IOC
import Storage

/// Reads from the database.
final class DatabaseHealth: HealthIndicator, @unchecked Sendable {
    // Sound: the only state is wrapped, and wrappers synchronise themselves.
    @Autowired var transaction: Provider<RequestTransaction>
    @Autowired var log: any Log

    var subject: String { "database" }

    func check() async throws -> String {
        do {
            _ = try await transaction().connection().query("SELECT count(*) FROM summary") {
                try $0.column(0, as: Int.self)
            }
            return "up"
        } catch {
            log.error("the database does not answer: \(error)")
            throw Unwell(description: "down")
        }
    }
}
