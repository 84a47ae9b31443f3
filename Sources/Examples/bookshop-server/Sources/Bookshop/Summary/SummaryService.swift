import IOC
import Storage

/// A service that writes the summary at intervals.
@Component("summary-service", .dependsOn("migration"))
final class SummaryService: IOCService {
    let summaries: SummaryRepository
    let unit: UnitOfWork
    let workers: Workers
    let log: any Log
    @Injected(setting: "summary.interval", default: .seconds(30)) let interval: Duration

    func run() async throws {
        while true {
            do {
                try await refresh()
                log.debug("the summary is written")
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The next round may succeed. The shop keeps selling.
                log.error("the summary was not written: \(error)")
            }
            try await Task.sleep(for: interval)
        }
    }

    /// Writes the summary once.
    func refresh() async throws {
        // A database may block its thread, so don't use the threads that all tasks share.
        try await withTaskExecutorPreference(workers.executor) {
            try await withRequestScope {
                try await unit.perform(.write) { try await summaries.refresh() }
            }
        }
    }
}
