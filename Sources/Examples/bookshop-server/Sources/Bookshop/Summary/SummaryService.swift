import IOC
import Storage

/// Writes the summary now and then, for as long as the program serves.
@Component("summary-service", .dependsOn("migration"))
final class SummaryService: IOCService {
    @Autowired var summaries: SummaryRepository
    @Autowired var unit: UnitOfWork
    @Autowired var workers: Workers
    @Autowired var log: any Log
    @Value("summary.interval") var interval: Duration = .seconds(30)

    func run() async throws {
        while true {
            do {
                try await refresh()
                log.debug("the summary is written")
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The next round may do better; the shop goes on selling.
                log.error("the summary was not written: \(error)")
            }
            try await Task.sleep(for: interval)
        }
    }

    /// Writes it once.
    func refresh() async throws {
        // A database may block: not on the threads that all tasks share.
        try await withTaskExecutorPreference(workers.executor) {
            try await withRequestScope {
                try await unit.perform(.write) { try await summaries.refresh() }
            }
        }
    }
}
